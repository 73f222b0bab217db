; made by generator.py: seed = 102, blocks = 12; a plan: 29 steps
(define (problem blocks-conditional-12-102)
  (:domain blocks-conditional)
  (:objects
    b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 - block
  )
  (:init
    (clear table) (ontable b3) (clear b2) (ontable b10) (clear b4) (ontable b5) (clear b5) (ontable b8)
    (clear b8) (ontable b1) (clear b1) (on b11 b3) (on b12 b11) (on b7 b12) (on b2 b7) (on b6 b10) (on b9 b6)
    (on b4 b9)
  )
  (:goal (and
    (on b9 b4) (on b10 b9) (on b12 b11) (on b6 b12) (on b7 b6) (on b1 b3) (on b5 b8)
  ))
)
