; made by generator.py: seed = 3, blocks = 3; shortest plan: 4 steps
(define (problem blocks-conditional-3-3)
  (:domain blocks-conditional)
  (:objects
    b1 b2 b3 - block
  )
  (:init
    (clear table) (ontable b1) (clear b2) (on b3 b1) (on b2 b3)
  )
  (:goal (and
    (on b2 b3) (on b1 b2)
  ))
)
