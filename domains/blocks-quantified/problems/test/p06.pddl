; made by generator.py: seed = 102, blocks = 12; a plan: 28 steps
(define (problem blocks-quantified-12-102)
  (:domain blocks-quantified)
  (:objects
    b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 - block
  )
  (:init
    (ontable b3) (ontable b10) (ontable b5) (ontable b8) (ontable b1) (on b11 b3) (on b12 b11) (on b7 b12)
    (on b2 b7) (on b6 b10) (on b9 b6) (on b4 b9)
  )
  (:goal (and
    (on b9 b4) (on b10 b9) (on b12 b11) (on b6 b12) (on b7 b6) (on b1 b3) (on b5 b8)
  ))
)
