; made by generator.py: seed = 1, blocks = 5; shortest plan: 4 steps
(define (problem blocks-quantified-5-1)
  (:domain blocks-quantified)
  (:objects
    b1 b2 b3 b4 b5 - block
  )
  (:init
    (ontable b2) (ontable b1) (ontable b5) (ontable b4) (on b3 b1)
  )
  (:goal (and
    (on b5 b4) (on b3 b5)
  ))
)
