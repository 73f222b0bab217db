; made by generator.py: seed = 5, blocks = 4, goals = 3; shortest plan: 3 steps
(define (problem blocks-above-4-5)
  (:domain blocks-above)
  (:objects
    b1 b2 b3 b4 - block
  )
  (:init
    (ontable b4) (ontable b3) (ontable b2) (on b1 b4)
  )
  (:goal (and
    (above b4 b3) (above b3 b1) (above b4 b1)
  ))
)
