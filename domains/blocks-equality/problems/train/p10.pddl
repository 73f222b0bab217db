; made by generator.py: seed = 2, blocks = 5; shortest plan: 4 steps
(define (problem blocks-equality-5-2)
  (:domain blocks-equality)
  (:objects
    b1 b2 b3 b4 b5 - block
  )
  (:init
    (ontable b1) (clear b3) (ontable b5) (clear b2) (ontable b4) (clear b4) (on b3 b1) (on b2 b5)
  )
  (:goal (and
    (on b4 b5) (on b3 b4) (on b1 b2)
  ))
)
