; made by generator.py: seed = 2, blocks = 4; shortest plan: 4 steps
(define (problem blocks-quantified-4-2)
  (:domain blocks-quantified)
  (:objects
    b1 b2 b3 b4 - block
  )
  (:init
    (ontable b1) (ontable b4) (ontable b2) (on b3 b4)
  )
  (:goal (and
    (on b4 b1)
  ))
)
