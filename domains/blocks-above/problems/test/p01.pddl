; made by generator.py: seed = 101, blocks = 8, goals = 6; shortest plan: 3 steps
(define (problem blocks-above-8-101)
  (:domain blocks-above)
  (:objects
    b1 b2 b3 b4 b5 b6 b7 b8 - block
  )
  (:init
    (ontable b8) (ontable b4) (ontable b3) (on b7 b8) (on b5 b4) (on b1 b5) (on b6 b1) (on b2 b6)
  )
  (:goal (and
    (above b8 b1) (above b5 b3) (not (above b1 b4)) (above b6 b2) (above b7 b1) (above b8 b5)
  ))
)
