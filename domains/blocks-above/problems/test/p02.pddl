; made by generator.py: seed = 102, blocks = 8, goals = 6; shortest plan: 3 steps
(define (problem blocks-above-8-102)
  (:domain blocks-above)
  (:objects
    b1 b2 b3 b4 b5 b6 b7 b8 - block
  )
  (:init
    (ontable b6) (on b2 b6) (on b5 b2) (on b8 b5) (on b7 b8) (on b4 b7) (on b3 b4) (on b1 b3)
  )
  (:goal (and
    (above b6 b2) (not (above b1 b6)) (not (above b8 b2)) (not (above b7 b6)) (not (above b3 b5))
    (not (above b2 b6))
  ))
)
