; made by generator.py: seed = 102, blocks = 6; shortest plan: 8 steps
(define (problem blocks-6-102)
  (:domain blocks)
  (:objects
    b1 b2 b3 b4 b5 b6 - block
  )
  (:init
    (handempty) (ontable b2) (clear b1) (ontable b5) (clear b4) (ontable b3) (clear b3) (ontable b6)
    (clear b6) (on b1 b2) (on b4 b5)
  )
  (:goal (and
    (on b2 b4) (on b5 b2)
  ))
)
