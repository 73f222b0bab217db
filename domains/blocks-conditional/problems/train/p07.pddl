; made by generator.py: seed = 3, blocks = 4; shortest plan: 1 steps
(define (problem blocks-conditional-4-3)
  (:domain blocks-conditional)
  (:objects
    b1 b2 b3 b4 - block
  )
  (:init
    (clear table) (ontable b2) (clear b1) (ontable b4) (clear b4) (on b3 b2) (on b1 b3)
  )
  (:goal (and
    (on b1 b4)
  ))
)
