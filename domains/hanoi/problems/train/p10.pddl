; made by generator.py: seed = 4, discs = 4; shortest plan: 14 steps
(define (problem hanoi-4-3-4)
  (:domain hanoi)
  (:objects
    d1 d2 d3 d4 - disc
    p1 p2 p3 - peg
  )
  (:init
    (smaller d1 p1) (smaller d1 p2) (smaller d1 p3) (smaller d2 p1) (smaller d2 p2) (smaller d2 p3)
    (smaller d3 p1) (smaller d3 p2) (smaller d3 p3) (smaller d4 p1) (smaller d4 p2) (smaller d4 p3)
    (smaller d1 d2) (smaller d1 d3) (smaller d2 d3) (smaller d1 d4) (smaller d2 d4) (smaller d3 d4) (on d1 d3)
    (on d3 p1) (on d2 p2) (on d4 p3) (clear d1) (clear d2) (clear d4)
  )
  (:goal (and
    (on d3 d4) (on d4 p1) (on d1 d2) (on d2 p2)
  ))
)
