; made by generator.py: seed = 1, blocks = 6, goals = 4; shortest plan: 2 steps
(define (problem blocks-above-6-1)
  (:domain blocks-above)
  (:objects
    b1 b2 b3 b4 b5 b6 - block
  )
  (:init
    (ontable b5) (on b1 b5) (on b3 b1) (on b6 b3) (on b2 b6) (on b4 b2)
  )
  (:goal (and
    (not (above b4 b5)) (not (above b2 b1)) (above b5 b4) (not (above b3 b1))
  ))
)
