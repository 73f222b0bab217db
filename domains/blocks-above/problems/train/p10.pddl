; made by generator.py: seed = 5, blocks = 6, goals = 4; shortest plan: 3 steps
(define (problem blocks-above-6-5)
  (:domain blocks-above)
  (:objects
    b1 b2 b3 b4 b5 b6 - block
  )
  (:init
    (ontable b3) (ontable b1) (on b6 b3) (on b4 b6) (on b2 b1) (on b5 b2)
  )
  (:goal (and
    (not (above b6 b3)) (not (above b5 b2)) (above b4 b5) (above b3 b5)
  ))
)
