; made by generator.py: seed = 4, satellites = 1, instruments = 2, modes = 2, directions = 5, images = 3; shortest plan: 9 steps
(define (problem satellite-1-2-2-5-3-4)
  (:domain satellite)
  (:objects
    satellite1 - satellite
    instrument1 instrument2 - instrument
    mode1 mode2 - mode
    star1 planet2 star3 station4 planet5 - direction
  )
  (:init
    (power-available satellite1) (pointing satellite1 star1) (on-board instrument1 satellite1)
    (calibration-target instrument1 station4) (supports instrument1 mode1) (supports instrument1 mode2)
    (on-board instrument2 satellite1) (calibration-target instrument2 planet5) (supports instrument2 mode1)
  )
  (:goal (and
    (have-image star3 mode1) (have-image star1 mode1) (have-image planet2 mode2)
  ))
)
