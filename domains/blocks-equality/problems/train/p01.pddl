; made by generator.py: seed = 1, blocks = 3; shortest plan: 1 steps
(define (problem blocks-equality-3-1)
  (:domain blocks-equality)
  (:objects
    b1 b2 b3 - block
  )
  (:init
    (ontable b1) (clear b1) (ontable b3) (clear b2) (on b2 b3)
  )
  (:goal (and
    (on b1 b2)
  ))
)
