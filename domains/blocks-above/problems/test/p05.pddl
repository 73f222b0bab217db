; made by generator.py: seed = 102, blocks = 12, goals = 8; shortest plan: 3 steps
(define (problem blocks-above-12-102)
  (:domain blocks-above)
  (:objects
    b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 - block
  )
  (:init
    (ontable b11) (on b10 b11) (on b6 b10) (on b3 b6) (on b9 b3) (on b4 b9) (on b8 b4) (on b5 b8) (on b7 b5)
    (on b12 b7) (on b1 b12) (on b2 b1)
  )
  (:goal (and
    (not (above b7 b5)) (not (above b12 b9)) (not (above b5 b3)) (not (above b12 b5)) (not (above b1 b12))
    (not (above b4 b6)) (not (above b2 b3)) (not (above b8 b11))
  ))
)
