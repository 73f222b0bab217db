; made by generator.py: seed = 101, blocks = 8; a plan: 26 steps
(define (problem blocks-quantified-8-101)
  (:domain blocks-quantified)
  (:objects
    b1 b2 b3 b4 b5 b6 b7 b8 - block
  )
  (:init
    (ontable b4) (ontable b5) (ontable b3) (ontable b6) (on b7 b4) (on b8 b5) (on b1 b3) (on b2 b1)
  )
  (:goal (and
    (on b8 b4) (on b3 b8) (on b1 b2) (on b6 b1) (on b7 b6) (on b5 b7)
  ))
)
