; made by generator.py: seed = 4, blocks = 6, goals = 4; shortest plan: 3 steps
(define (problem blocks-above-6-4)
  (:domain blocks-above)
  (:objects
    b1 b2 b3 b4 b5 b6 - block
  )
  (:init
    (ontable b3) (on b1 b3) (on b4 b1) (on b2 b4) (on b5 b2) (on b6 b5)
  )
  (:goal (and
    (not (above b1 b3)) (not (above b2 b1)) (not (above b6 b2)) (not (above b6 b3))
  ))
)
