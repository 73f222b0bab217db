; made by generator.py: seed = 3, blocks = 4, goals = 3; shortest plan: 2 steps
(define (problem blocks-above-4-3)
  (:domain blocks-above)
  (:objects
    b1 b2 b3 b4 - block
  )
  (:init
    (ontable b2) (on b4 b2) (on b3 b4) (on b1 b3)
  )
  (:goal (and
    (above b2 b4) (not (above b4 b2)) (not (above b3 b2))
  ))
)
