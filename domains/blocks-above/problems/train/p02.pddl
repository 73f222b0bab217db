; made by generator.py: seed = 2, blocks = 4, goals = 3; shortest plan: 3 steps
(define (problem blocks-above-4-2)
  (:domain blocks-above)
  (:objects
    b1 b2 b3 b4 - block
  )
  (:init
    (ontable b1) (on b4 b1) (on b2 b4) (on b3 b2)
  )
  (:goal (and
    (above b1 b4) (not (above b3 b4)) (not (above b2 b1))
  ))
)
