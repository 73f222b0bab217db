; made by generator.py: seed = 3, blocks = 6, goals = 4; shortest plan: 2 steps
(define (problem blocks-above-6-3)
  (:domain blocks-above)
  (:objects
    b1 b2 b3 b4 b5 b6 - block
  )
  (:init
    (ontable b5) (on b6 b5) (on b2 b6) (on b4 b2) (on b3 b4) (on b1 b3)
  )
  (:goal (and
    (not (above b1 b2)) (not (above b2 b5)) (not (above b2 b6)) (not (above b3 b4))
  ))
)
