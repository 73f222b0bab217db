; made by generator.py: seed = 102, depots = 1, distributors = 2, trucks = 2, crates = 5; a plan: 35 steps
(define (problem depot-1-2-2-5-102)
  (:domain depot)
  (:objects
    depot1 - depot
    distributor1 distributor2 - distributor
    truck1 truck2 - truck
    hoist1 hoist2 hoist3 - hoist
    pallet1 pallet2 pallet3 - pallet
    crate1 crate2 crate3 crate4 crate5 - crate
  )
  (:init
    (at truck1 distributor2) (at truck2 depot1) (at hoist1 depot1) (available hoist1) (at pallet1 depot1)
    (clear pallet1) (at hoist2 distributor1) (available hoist2) (at pallet2 distributor1)
    (at crate2 distributor1) (at crate1 distributor1) (clear crate1) (at hoist3 distributor2)
    (available hoist3) (at pallet3 distributor2) (at crate3 distributor2) (at crate4 distributor2)
    (at crate5 distributor2) (clear crate5) (on crate2 pallet2) (on crate1 crate2) (on crate3 pallet3)
    (on crate4 crate3) (on crate5 crate4)
  )
  (:goal (and
    (on crate1 pallet1) (on crate3 crate1) (on crate4 crate3) (on crate5 crate4) (on crate2 pallet3)
  ))
)
