; made by generator.py: seed = 2, places = 6, wanting = 3, papers = 4; shortest plan: 9 steps
(define (problem newspapers-6-3-4-2)
  (:domain newspapers)
  (:objects
    place1 place2 place3 place4 place5 place6 - place
    paper1 paper2 paper3 paper4 - paper
  )
  (:init
    (at place1) (home-base place1) (safe place1) (safe place2) (safe place3) (safe place4) (safe place5)
    (safe place6) (wants-paper place2) (wants-paper place5) (wants-paper place6) (unpacked paper1)
    (unpacked paper2) (unpacked paper3) (unpacked paper4)
  )
  (:goal (and
    (satisfied place2) (satisfied place5) (satisfied place6)
  ))
)
