; made by generator.py: seed = 103, blocks = 12, goals = 8; a plan: 5 steps
(define (problem blocks-above-12-103)
  (:domain blocks-above)
  (:objects
    b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 - block
  )
  (:init
    (ontable b4) (ontable b5) (ontable b8) (on b2 b4) (on b10 b2) (on b7 b10) (on b3 b7) (on b6 b3)
    (on b11 b8) (on b1 b11) (on b12 b1) (on b9 b12)
  )
  (:goal (and
    (not (above b3 b4)) (above b8 b9) (above b5 b4) (above b5 b10) (above b6 b9) (not (above b3 b2))
    (above b5 b1) (not (above b11 b8))
  ))
)
