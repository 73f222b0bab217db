; made by generator.py: seed = 2, blocks = 4; shortest plan: 2 steps
(define (problem blocks-conditional-4-2)
  (:domain blocks-conditional)
  (:objects
    b1 b2 b3 b4 - block
  )
  (:init
    (clear table) (ontable b1) (clear b1) (ontable b4) (clear b3) (ontable b2) (clear b2) (on b3 b4)
  )
  (:goal (and
    (on b4 b1)
  ))
)
