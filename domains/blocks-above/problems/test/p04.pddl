; made by generator.py: seed = 101, blocks = 12, goals = 8; a plan: 15 steps
(define (problem blocks-above-12-101)
  (:domain blocks-above)
  (:objects
    b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 - block
  )
  (:init
    (ontable b6) (ontable b4) (ontable b7) (on b1 b6) (on b10 b1) (on b5 b10) (on b3 b5) (on b9 b4) (on b8 b9)
    (on b2 b8) (on b12 b2) (on b11 b12)
  )
  (:goal (and
    (above b9 b6) (above b5 b3) (not (above b1 b6)) (not (above b11 b8)) (above b1 b10) (above b6 b12)
    (above b12 b7) (above b2 b10)
  ))
)
