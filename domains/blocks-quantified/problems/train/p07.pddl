; made by generator.py: seed = 3, blocks = 4; shortest plan: 2 steps
(define (problem blocks-quantified-4-3)
  (:domain blocks-quantified)
  (:objects
    b1 b2 b3 b4 - block
  )
  (:init
    (ontable b2) (ontable b4) (on b3 b2) (on b1 b3)
  )
  (:goal (and
    (on b1 b4)
  ))
)
