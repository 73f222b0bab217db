; made by generator.py: seed = 1, blocks = 4, goals = 3; shortest plan: 2 steps
(define (problem blocks-above-4-1)
  (:domain blocks-above)
  (:objects
    b1 b2 b3 b4 - block
  )
  (:init
    (ontable b1) (on b2 b1) (on b4 b2) (on b3 b4)
  )
  (:goal (and
    (above b1 b4) (above b2 b4) (not (above b4 b2))
  ))
)
