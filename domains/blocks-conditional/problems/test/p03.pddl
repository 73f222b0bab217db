; made by generator.py: seed = 101, blocks = 8; a plan: 11 steps
(define (problem blocks-conditional-8-101)
  (:domain blocks-conditional)
  (:objects
    b1 b2 b3 b4 b5 b6 b7 b8 - block
  )
  (:init
    (clear table) (ontable b4) (clear b7) (ontable b5) (clear b8) (ontable b3) (clear b2) (ontable b6)
    (clear b6) (on b7 b4) (on b8 b5) (on b1 b3) (on b2 b1)
  )
  (:goal (and
    (on b8 b4) (on b3 b8) (on b1 b2) (on b6 b1) (on b7 b6) (on b5 b7)
  ))
)
