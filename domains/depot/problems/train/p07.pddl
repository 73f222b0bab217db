; made by generator.py: seed = 2, depots = 1, distributors = 2, trucks = 1, crates = 2; shortest plan: 10 steps
(define (problem depot-1-2-1-2-2)
  (:domain depot)
  (:objects
    depot1 - depot
    distributor1 distributor2 - distributor
    truck1 - truck
    hoist1 hoist2 hoist3 - hoist
    pallet1 pallet2 pallet3 - pallet
    crate1 crate2 - crate
  )
  (:init
    (at truck1 depot1) (at hoist1 depot1) (available hoist1) (at pallet1 depot1) (at crate1 depot1)
    (clear crate1) (at hoist2 distributor1) (available hoist2) (at pallet2 distributor1)
    (at crate2 distributor1) (clear crate2) (at hoist3 distributor2) (available hoist3)
    (at pallet3 distributor2) (clear pallet3) (on crate1 pallet1) (on crate2 pallet2)
  )
  (:goal (and
    (on crate1 pallet2) (on crate2 pallet3)
  ))
)
