; made by generator.py: seed = 102, blocks = 8; shortest plan: 6 steps
(define (problem blocks-quantified-8-102)
  (:domain blocks-quantified)
  (:objects
    b1 b2 b3 b4 b5 b6 b7 b8 - block
  )
  (:init
    (ontable b3) (ontable b6) (ontable b5) (ontable b7) (on b8 b3) (on b2 b6) (on b4 b2) (on b1 b7)
  )
  (:goal (and
    (on b4 b3) (on b5 b4) (on b8 b1)
  ))
)
