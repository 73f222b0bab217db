; made by generator.py: seed = 2, blocks = 3; shortest plan: 2 steps
(define (problem blocks-equality-3-2)
  (:domain blocks-equality)
  (:objects
    b1 b2 b3 - block
  )
  (:init
    (ontable b1) (clear b3) (ontable b2) (clear b2) (on b3 b1)
  )
  (:goal (and
    (on b3 b2) (on b1 b3)
  ))
)
