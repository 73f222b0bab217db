; made by generator.py: seed = 1, places = 5, wanting = 2, papers = 3; shortest plan: 6 steps
(define (problem newspapers-5-2-3-1)
  (:domain newspapers)
  (:objects
    place1 place2 place3 place4 place5 - place
    paper1 paper2 paper3 - paper
  )
  (:init
    (at place2) (home-base place2) (safe place1) (safe place2) (safe place4) (safe place5)
    (wants-paper place1) (wants-paper place5) (unpacked paper1) (unpacked paper2) (unpacked paper3)
  )
  (:goal (and
    (satisfied place1) (satisfied place5)
  ))
)
