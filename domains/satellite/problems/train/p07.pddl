; made by generator.py: seed = 2, satellites = 1, instruments = 2, modes = 2, directions = 5, images = 3; shortest plan: 9 steps
(define (problem satellite-1-2-2-5-3-2)
  (:domain satellite)
  (:objects
    satellite1 - satellite
    instrument1 instrument2 - instrument
    mode1 mode2 - mode
    star1 star2 star3 planet4 star5 - direction
  )
  (:init
    (power-available satellite1) (pointing satellite1 star5) (on-board instrument1 satellite1)
    (calibration-target instrument1 star2) (supports instrument1 mode1) (supports instrument1 mode2)
    (on-board instrument2 satellite1) (calibration-target instrument2 planet4) (supports instrument2 mode2)
  )
  (:goal (and
    (have-image planet4 mode1) (have-image star5 mode1) (have-image star3 mode2)
  ))
)
