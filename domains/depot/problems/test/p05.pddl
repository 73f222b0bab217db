; made by generator.py: seed = 102, depots = 2, distributors = 3, trucks = 2, crates = 10; a plan: 79 steps
(define (problem depot-2-3-2-10-102)
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
    (at truck1 depot2) (at truck2 distributor3) (at hoist1 depot1) (available hoist1) (at pallet1 depot1)
    (at crate10 depot1) (clear crate10) (at hoist2 depot2) (available hoist2) (at pallet2 depot2)
    (at crate4 depot2) (clear crate4) (at hoist3 distributor1) (available hoist3) (at pallet3 distributor1)
    (clear pallet3) (at hoist4 distributor2) (available hoist4) (at pallet4 distributor2)
    (at crate8 distributor2) (at crate1 distributor2) (clear crate1) (at hoist5 distributor3)
    (available hoist5) (at pallet5 distributor3) (at crate3 distributor3) (at crate6 distributor3)
    (at crate5 distributor3) (at crate9 distributor3) (at crate7 distributor3) (at crate2 distributor3)
    (clear crate2) (on crate10 pallet1) (on crate4 pallet2) (on crate8 pallet4) (on crate1 crate8)
    (on crate3 pallet5) (on crate6 crate3) (on crate5 crate6) (on crate9 crate5) (on crate7 crate9)
    (on crate2 crate7)
  )
  (:goal (and
    (on crate7 pallet1) (on crate8 crate7) (on crate2 pallet2) (on crate6 pallet3) (on crate4 pallet4)
    (on crate3 crate4) (on crate1 crate3) (on crate5 crate1) (on crate9 pallet5) (on crate10 crate9)
  ))
)
