; made by generator.py: seed = 1, satellites = 1, instruments = 1, modes = 2, directions = 4, images = 2; shortest plan: 6 steps
(define (problem satellite-1-1-2-4-2-1)
  (:domain satellite)
  (:objects
    satellite1 - satellite
    instrument1 - instrument
    mode1 mode2 - mode
    star1 station2 star3 planet4 - direction
  )
  (:init
    (power-available satellite1) (pointing satellite1 planet4) (on-board instrument1 satellite1)
    (calibration-target instrument1 planet4) (supports instrument1 mode1) (supports instrument1 mode2)
  )
  (:goal (and
    (have-image station2 mode2) (have-image star1 mode1)
  ))
)
