; made by generator.py: seed = 1, blocks = 5; shortest plan: 2 steps
(define (problem blocks-conditional-5-1)
  (:domain blocks-conditional)
  (:objects
    b1 b2 b3 b4 b5 - block
  )
  (:init
    (clear table) (ontable b2) (clear b2) (ontable b1) (clear b3) (ontable b5) (clear b5) (ontable b4)
    (clear b4) (on b3 b1)
  )
  (:goal (and
    (on b5 b4) (on b3 b5)
  ))
)
