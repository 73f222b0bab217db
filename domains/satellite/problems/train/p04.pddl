; made by generator.py: seed = 4, satellites = 1, instruments = 1, modes = 2, directions = 4, images = 2; shortest plan: 5 steps
(define (problem satellite-1-1-2-4-2-4)
  (:domain satellite)
  (:objects
    satellite1 - satellite
    instrument1 - instrument
    mode1 mode2 - mode
    star1 planet2 star3 station4 - direction
  )
  (:init
    (power-available satellite1) (pointing satellite1 star1) (on-board instrument1 satellite1)
    (calibration-target instrument1 star1) (supports instrument1 mode1) (supports instrument1 mode2)
  )
  (:goal (and
    (have-image star1 mode1) (have-image planet2 mode2)
  ))
)
