; made by generator.py: seed = 3, depots = 1, distributors = 2, trucks = 1, crates = 2; shortest plan: 5 steps
(define (problem depot-1-2-1-2-3)
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
    (at truck1 distributor1) (at hoist1 depot1) (available hoist1) (at pallet1 depot1) (clear pallet1)
    (at hoist2 distributor1) (available hoist2) (at pallet2 distributor1) (at crate1 distributor1)
    (clear crate1) (at hoist3 distributor2) (available hoist3) (at pallet3 distributor2)
    (at crate2 distributor2) (clear crate2) (on crate1 pallet2) (on crate2 pallet3)
  )
  (:goal (and
    (on crate1 pallet1) (on crate2 pallet3)
  ))
)
