; made by generator.py: seed = 4, blocks = 5; shortest plan: 10 steps
(define (problem blocks-5-4)
  (:domain blocks)
  (:objects
    b1 b2 b3 b4 b5 - block
  )
  (:init
    (handempty) (ontable b2) (clear b5) (ontable b4) (clear b4) (on b3 b2) (on b1 b3) (on b5 b1)
  )
  (:goal (and
    (on b3 b5) (on b1 b3) (on b2 b1)
  ))
)
