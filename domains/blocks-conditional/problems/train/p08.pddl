; made by generator.py: seed = 4, blocks = 4; shortest plan: 4 steps
(define (problem blocks-conditional-4-4)
  (:domain blocks-conditional)
  (:objects
    b1 b2 b3 b4 - block
  )
  (:init
    (clear table) (ontable b2) (clear b3) (on b4 b2) (on b1 b4) (on b3 b1)
  )
  (:goal (and
    (on b4 b1) (on b3 b2)
  ))
)
