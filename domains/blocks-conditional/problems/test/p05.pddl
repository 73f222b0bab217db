; made by generator.py: seed = 101, blocks = 12; a plan: 83 steps
(define (problem blocks-conditional-12-101)
  (:domain blocks-conditional)
  (:objects
    b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 - block
  )
  (:init
    (clear table) (ontable b10) (clear b2) (ontable b9) (clear b3) (ontable b7) (clear b11) (on b4 b10)
    (on b8 b4) (on b12 b8) (on b5 b12) (on b2 b5) (on b6 b9) (on b1 b6) (on b3 b1) (on b11 b7)
  )
  (:goal (and
    (on b11 b4) (on b5 b11) (on b2 b8) (on b12 b6) (on b9 b7) (on b1 b9) (on b10 b1) (on b3 b10)
  ))
)
