; made by generator.py: seed = 103, satellites = 2, instruments = 2, modes = 3, directions = 8, images = 6; a plan: 13 steps
(define (problem satellite-2-2-3-8-6-103)
  (:domain satellite)
  (:objects
    satellite1 satellite2 - satellite
    instrument1 instrument2 instrument3 instrument4 - instrument
    mode1 mode2 mode3 - mode
    station1 planet2 station3 station4 station5 star6 station7 star8 - direction
  )
  (:init
    (power-available satellite1) (pointing satellite1 planet2) (power-available satellite2)
    (pointing satellite2 star8) (on-board instrument1 satellite1) (calibration-target instrument1 planet2)
    (supports instrument1 mode3) (on-board instrument2 satellite1) (calibration-target instrument2 station3)
    (supports instrument2 mode3) (on-board instrument3 satellite2) (calibration-target instrument3 station4)
    (supports instrument3 mode1) (supports instrument3 mode3) (on-board instrument4 satellite2)
    (calibration-target instrument4 station1) (supports instrument4 mode1) (supports instrument4 mode2)
    (supports instrument4 mode3)
  )
  (:goal (and
    (have-image station1 mode2) (have-image station3 mode2) (have-image planet2 mode1)
    (have-image planet2 mode2) (have-image station7 mode2) (have-image star6 mode2)
  ))
)
