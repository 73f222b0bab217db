; made by generator.py: seed = 4, places = 6, wanting = 3, papers = 4; shortest plan: 9 steps
(define (problem newspapers-6-3-4-4)
  (:domain newspapers)
  (:objects
    place1 place2 place3 place4 place5 place6 - place
    paper1 paper2 paper3 paper4 - paper
  )
  (:init
    (at place2) (home-base place2) (safe place1) (safe place2) (safe place3) (safe place4) (safe place5)
    (wants-paper place1) (wants-paper place3) (wants-paper place5) (unpacked paper1) (unpacked paper2)
    (unpacked paper3) (unpacked paper4)
  )
  (:goal (and
    (satisfied place1) (satisfied place3) (satisfied place5)
  ))
)
