; made by generator.py: seed = 2, blocks = 5; shortest plan: 8 steps
(define (problem blocks-quantified-5-2)
  (:domain blocks-quantified)
  (:objects
    b1 b2 b3 b4 b5 - block
  )
  (:init
    (ontable b1) (ontable b5) (ontable b4) (on b3 b1) (on b2 b5)
  )
  (:goal (and
    (on b4 b5) (on b3 b4) (on b1 b2)
  ))
)
