; made by generator.py: seed = 101, blocks = 6; a plan: 18 steps
(define (problem blocks-6-101)
  (:domain blocks)
  (:objects
    b1 b2 b3 b4 b5 b6 - block
  )
  (:init
    (handempty) (ontable b5) (clear b5) (ontable b2) (clear b1) (ontable b6) (clear b4) (on b3 b2) (on b1 b3)
    (on b4 b6)
  )
  (:goal (and
    (on b3 b4) (on b2 b3) (on b5 b1) (on b6 b5)
  ))
)
