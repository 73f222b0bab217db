; made by generator.py: seed = 1, places = 4, wanting = 2, papers = 2; shortest plan: 6 steps
(define (problem newspapers-4-2-2-1)
  (:domain newspapers)
  (:objects
    place1 place2 place3 place4 - place
    paper1 paper2 - paper
  )
  (:init
    (at place2) (home-base place2) (safe place1) (safe place2) (safe place3) (wants-paper place1)
    (wants-paper place3) (unpacked paper1) (unpacked paper2)
  )
  (:goal (and
    (satisfied place1) (satisfied place3)
  ))
)
