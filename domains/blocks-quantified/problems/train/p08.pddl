; made by generator.py: seed = 4, blocks = 4; shortest plan: 8 steps
(define (problem blocks-quantified-4-4)
  (:domain blocks-quantified)
  (:objects
    b1 b2 b3 b4 - block
  )
  (:init
    (ontable b2) (on b4 b2) (on b1 b4) (on b3 b1)
  )
  (:goal (and
    (on b4 b1) (on b3 b2)
  ))
)
