; made by generator.py: seed = 101, satellites = 2, instruments = 2, modes = 3, directions = 8, images = 6; a plan: 15 steps
(define (problem satellite-2-2-3-8-6-101)
  (:domain satellite)
  (:objects
    satellite1 satellite2 - satellite
    instrument1 instrument2 instrument3 instrument4 - instrument
    mode1 mode2 mode3 - mode
    station1 star2 station3 planet4 planet5 star6 station7 station8 - direction
  )
  (:init
    (power-available satellite1) (pointing satellite1 station8) (power-available satellite2)
    (pointing satellite2 star2) (on-board instrument1 satellite1) (calibration-target instrument1 planet5)
    (supports instrument1 mode1) (on-board instrument2 satellite1) (calibration-target instrument2 planet4)
    (supports instrument2 mode2) (supports instrument2 mode3) (on-board instrument3 satellite2)
    (calibration-target instrument3 station3) (supports instrument3 mode1) (supports instrument3 mode3)
    (on-board instrument4 satellite2) (calibration-target instrument4 star2) (supports instrument4 mode1)
    (supports instrument4 mode2)
  )
  (:goal (and
    (have-image planet5 mode3) (have-image star6 mode3) (have-image planet4 mode3) (have-image station3 mode1)
    (have-image star6 mode1) (have-image planet4 mode2)
  ))
)
