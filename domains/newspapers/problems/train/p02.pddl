; made by generator.py: seed = 2, places = 4, wanting = 2, papers = 2; shortest plan: 6 steps
(define (problem newspapers-4-2-2-2)
  (:domain newspapers)
  (:objects
    place1 place2 place3 place4 - place
    paper1 paper2 - paper
  )
  (:init
    (at place1) (home-base place1) (safe place1) (safe place2) (safe place3) (safe place4)
    (wants-paper place3) (wants-paper place4) (unpacked paper1) (unpacked paper2)
  )
  (:goal (and
    (satisfied place3) (satisfied place4)
  ))
)
