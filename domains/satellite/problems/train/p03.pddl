; made by generator.py: seed = 3, satellites = 1, instruments = 1, modes = 2, directions = 4, images = 2; shortest plan: 6 steps
(define (problem satellite-1-1-2-4-2-3)
  (:domain satellite)
  (:objects
    satellite1 - satellite
    instrument1 - instrument
    mode1 mode2 - mode
    star1 station2 station3 star4 - direction
  )
  (:init
    (power-available satellite1) (pointing satellite1 star1) (on-board instrument1 satellite1)
    (calibration-target instrument1 star4) (supports instrument1 mode1) (supports instrument1 mode2)
  )
  (:goal (and
    (have-image station3 mode1) (have-image star4 mode2)
  ))
)
