; made by generator.py: seed = 101, places = 10, wanting = 6, papers = 8; a plan: 23 steps
(define (problem newspapers-10-6-8-101)
  (:domain newspapers)
  (:objects
    place1 place2 place3 place4 place5 place6 place7 place8 place9 place10 - place
    paper1 paper2 paper3 paper4 paper5 paper6 paper7 paper8 - paper
  )
  (:init
    (at place10) (home-base place10) (safe place1) (safe place2) (safe place3) (safe place4) (safe place5)
    (safe place6) (safe place7) (safe place8) (safe place9) (safe place10) (wants-paper place1)
    (wants-paper place2) (wants-paper place4) (wants-paper place5) (wants-paper place6) (wants-paper place9)
    (unpacked paper1) (unpacked paper2) (unpacked paper3) (unpacked paper4) (unpacked paper5)
    (unpacked paper6) (unpacked paper7) (unpacked paper8)
  )
  (:goal (and
    (satisfied place1) (satisfied place2) (satisfied place4) (satisfied place5) (satisfied place6)
    (satisfied place9)
  ))
)
