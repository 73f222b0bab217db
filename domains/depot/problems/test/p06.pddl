; made by generator.py: seed = 103, depots = 2, distributors = 3, trucks = 2, crates = 10; a plan: 62 steps
(define (problem depot-2-3-2-10-103)
  (:domain depot)
  (:objects
    depot1 depot2 - depot
    distributor1 distributor2 distributor3 - distributor
    truck1 truck2 - truck
    hoist1 hoist2 hoist3 hoist4 hoist5 - hoist
    pallet1 pallet2 pallet3 pallet4 pallet5 - pallet
    crate1 crate2 crate3 crate4 crate5 crate6 crate7 crate8 crate9 crate10 - crate
  )
  (:init
    (at truck1 distributor3) (at truck2 distributor2) (at hoist1 depot1) (available hoist1)
    (at pallet1 depot1) (at crate4 depot1) (at crate1 depot1) (at crate9 depot1) (at crate3 depot1)
    (clear crate3) (at hoist2 depot2) (available hoist2) (at pallet2 depot2) (at crate2 depot2)
    (at crate5 depot2) (at crate10 depot2) (at crate7 depot2) (clear crate7) (at hoist3 distributor1)
    (available hoist3) (at pallet3 distributor1) (clear pallet3) (at hoist4 distributor2) (available hoist4)
    (at pallet4 distributor2) (at crate8 distributor2) (clear crate8) (at hoist5 distributor3)
    (available hoist5) (at pallet5 distributor3) (at crate6 distributor3) (clear crate6) (on crate4 pallet1)
    (on crate1 crate4) (on crate9 crate1) (on crate3 crate9) (on crate2 pallet2) (on crate5 crate2)
    (on crate10 crate5) (on crate7 crate10) (on crate8 pallet4) (on crate6 pallet5)
  )
  (:goal (and
    (on crate9 pallet2) (on crate2 crate9) (on crate7 crate2) (on crate10 pallet3) (on crate1 crate10)
    (on crate3 crate1) (on crate8 pallet4) (on crate5 pallet5) (on crate6 crate5) (on crate4 crate6)
  ))
)
