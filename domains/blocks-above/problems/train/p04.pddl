; made by generator.py: seed = 4, blocks = 4, goals = 3; shortest plan: 3 steps
(define (problem blocks-above-4-4)
  (:domain blocks-above)
  (:objects
    b1 b2 b3 b4 - block
  )
  (:init
    (ontable b3) (on b1 b3) (on b2 b1) (on b4 b2)
  )
  (:goal (and
    (not (above b2 b1)) (not (above b1 b3)) (not (above b4 b2))
  ))
)
