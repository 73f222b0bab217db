; made by generator.py: seed = 4, blocks = 3; shortest plan: 2 steps
(define (problem blocks-conditional-3-4)
  (:domain blocks-conditional)
  (:objects
    b1 b2 b3 - block
  )
  (:init
    (clear table) (ontable b1) (clear b3) (ontable b2) (clear b2) (on b3 b1)
  )
  (:goal (and
    (on b2 b1)
  ))
)
