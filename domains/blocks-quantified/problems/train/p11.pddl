; made by generator.py: seed = 3, blocks = 5; shortest plan: 6 steps
(define (problem blocks-quantified-5-3)
  (:domain blocks-quantified)
  (:objects
    b1 b2 b3 b4 b5 - block
  )
  (:init
    (ontable b2) (ontable b5) (ontable b3) (on b4 b5) (on b1 b4)
  )
  (:goal (and
    (on b4 b2) (on b3 b4)
  ))
)
