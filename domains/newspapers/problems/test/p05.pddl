; made by generator.py: seed = 102, places = 20, wanting = 12, papers = 15; a plan: 47 steps
(define (problem newspapers-20-12-15-102)
  (:domain newspapers)
  (:objects
    place1 place2 place3 place4 place5 place6 place7 place8 place9 place10 place11 place12 place13 place14
    place15 place16 place17 place18 place19 place20 - place
    paper1 paper2 paper3 paper4 paper5 paper6 paper7 paper8 paper9 paper10 paper11 paper12 paper13 paper14
    paper15 - paper
  )
  (:init
    (at place5) (home-base place5) (safe place1) (safe place2) (safe place3) (safe place4) (safe place5)
    (safe place6) (safe place7) (safe place9) (safe place10) (safe place12) (safe place13) (safe place14)
    (safe place15) (safe place16) (safe place17) (safe place18) (safe place19) (safe place20)
    (wants-paper place1) (wants-paper place3) (wants-paper place6) (wants-paper place7) (wants-paper place9)
    (wants-paper place10) (wants-paper place12) (wants-paper place13) (wants-paper place14)
    (wants-paper place18) (wants-paper place19) (wants-paper place20) (unpacked paper1) (unpacked paper2)
    (unpacked paper3) (unpacked paper4) (unpacked paper5) (unpacked paper6) (unpacked paper7)
    (unpacked paper8) (unpacked paper9) (unpacked paper10) (unpacked paper11) (unpacked paper12)
    (unpacked paper13) (unpacked paper14) (unpacked paper15)
  )
  (:goal (and
    (satisfied place1) (satisfied place3) (satisfied place6) (satisfied place7) (satisfied place9)
    (satisfied place10) (satisfied place12) (satisfied place13) (satisfied place14) (satisfied place18)
    (satisfied place19) (satisfied place20)
  ))
)
