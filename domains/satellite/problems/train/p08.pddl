; made by generator.py: seed = 3, satellites = 1, instruments = 2, modes = 2, directions = 5, images = 3; shortest plan: 8 steps
(define (problem satellite-1-2-2-5-3-3)
  (:domain satellite)
  (:objects
    satellite1 - satellite
    instrument1 instrument2 - instrument
    mode1 mode2 - mode
    star1 station2 station3 star4 planet5 - direction
  )
  (:init
    (power-available satellite1) (pointing satellite1 station3) (on-board instrument1 satellite1)
    (calibration-target instrument1 planet5) (supports instrument1 mode1) (supports instrument1 mode2)
    (on-board instrument2 satellite1) (calibration-target instrument2 station2) (supports instrument2 mode1)
    (supports instrument2 mode2)
  )
  (:goal (and
    (have-image station2 mode2) (have-image star4 mode2) (have-image planet5 mode1)
  ))
)
