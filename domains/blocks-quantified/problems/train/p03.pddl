; made by generator.py: seed = 3, blocks = 3; shortest plan: 8 steps
(define (problem blocks-quantified-3-3)
  (:domain blocks-quantified)
  (:objects
    b1 b2 b3 - block
  )
  (:init
    (ontable b1) (on b3 b1) (on b2 b3)
  )
  (:goal (and
    (on b2 b3) (on b1 b2)
  ))
)
