; made by generator.py: seed = 4, blocks = 3; shortest plan: 2 steps
(define (problem blocks-equality-3-4)
  (:domain blocks-equality)
  (:objects
    b1 b2 b3 - block
  )
  (:init
    (ontable b1) (clear b3) (ontable b2) (clear b2) (on b3 b1)
  )
  (:goal (and
    (on b2 b1)
  ))
)
