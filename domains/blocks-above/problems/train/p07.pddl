; made by generator.py: seed = 2, blocks = 6, goals = 4; shortest plan: 3 steps
(define (problem blocks-above-6-2)
  (:domain blocks-above)
  (:objects
    b1 b2 b3 b4 b5 b6 - block
  )
  (:init
    (ontable b1) (on b6 b1) (on b3 b6) (on b5 b3) (on b2 b5) (on b4 b2)
  )
  (:goal (and
    (not (above b4 b6)) (above b1 b3) (not (above b3 b1)) (not (above b4 b3))
  ))
)
