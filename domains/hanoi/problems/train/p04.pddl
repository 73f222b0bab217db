; made by generator.py: seed = 2, discs = 3; shortest plan: 7 steps
(define (problem hanoi-3-3-2)
  (:domain hanoi)
  (:objects
    d1 d2 d3 - disc
    p1 p2 p3 - peg
  )
  (:init
    (smaller d1 p1) (smaller d1 p2) (smaller d1 p3) (smaller d2 p1) (smaller d2 p2) (smaller d2 p3)
    (smaller d3 p1) (smaller d3 p2) (smaller d3 p3) (smaller d1 d2) (smaller d1 d3) (smaller d2 d3) (on d1 d2)
    (on d2 d3) (on d3 p1) (clear d1) (clear p2) (clear p3)
  )
  (:goal (and
    (on d2 p1) (on d1 p2) (on d3 p3)
  ))
)
