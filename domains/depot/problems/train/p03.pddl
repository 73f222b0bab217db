; made by generator.py: seed = 3, depots = 1, distributors = 1, trucks = 1, crates = 2; shortest plan: 9 steps
(define (problem depot-1-1-1-2-3)
  (:domain depot)
  (:objects
    depot1 - depot
    distributor1 - distributor
    truck1 - truck
    hoist1 hoist2 - hoist
    pallet1 pallet2 - pallet
    crate1 crate2 - crate
  )
  (:init
    (at truck1 distributor1) (at hoist1 depot1) (available hoist1) (at pallet1 depot1) (clear pallet1)
    (at hoist2 distributor1) (available hoist2) (at pallet2 distributor1) (at crate1 distributor1)
    (at crate2 distributor1) (clear crate2) (on crate1 pallet2) (on crate2 crate1)
  )
  (:goal (and
    (on crate2 pallet1) (on crate1 crate2)
  ))
)
