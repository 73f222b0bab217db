; made by generator.py: seed = 103, blocks = 8, goals = 6; a plan: 6 steps
(define (problem blocks-above-8-103)
  (:domain blocks-above)
  (:objects
    b1 b2 b3 b4 b5 b6 b7 b8 - block
  )
  (:init
    (ontable b2) (ontable b8) (ontable b7) (on b3 b2) (on b4 b3) (on b5 b4) (on b6 b8) (on b1 b6)
  )
  (:goal (and
    (above b3 b1) (above b7 b1) (not (above b4 b3)) (above b7 b2) (above b3 b6) (not (above b5 b4))
  ))
)
