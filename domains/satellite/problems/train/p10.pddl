; made by generator.py: seed = 5, satellites = 1, instruments = 2, modes = 2, directions = 5, images = 3; shortest plan: 8 steps
(define (problem satellite-1-2-2-5-3-5)
  (:domain satellite)
  (:objects
    satellite1 - satellite
    instrument1 instrument2 - instrument
    mode1 mode2 - mode
    station1 planet2 station3 planet4 station5 - direction
  )
  (:init
    (power-available satellite1) (pointing satellite1 planet2) (on-board instrument1 satellite1)
    (calibration-target instrument1 station1) (supports instrument1 mode1) (supports instrument1 mode2)
    (on-board instrument2 satellite1) (calibration-target instrument2 station3) (supports instrument2 mode2)
  )
  (:goal (and
    (have-image planet4 mode2) (have-image planet2 mode2) (have-image planet4 mode1)
  ))
)
