; made by generator.py: seed = 102, blocks = 8; shortest plan: 6 steps
(define (problem blocks-8-102)
  (:domain blocks)
  (:objects
    b1 b2 b3 b4 b5 b6 b7 b8 - block
  )
  (:init
    (handempty) (ontable b3) (clear b8) (ontable b6) (clear b4) (ontable b5) (clear b5) (ontable b7)
    (clear b1) (on b8 b3) (on b2 b6) (on b4 b2) (on b1 b7)
  )
  (:goal (and
    (on b4 b3) (on b5 b4) (on b8 b1)
  ))
)
