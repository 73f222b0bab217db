; made by generator.py: seed = 102, satellites = 2, instruments = 2, modes = 3, directions = 8, images = 6; a plan: 17 steps
(define (problem satellite-2-2-3-8-6-102)
  (:domain satellite)
  (:objects
    satellite1 satellite2 - satellite
    instrument1 instrument2 instrument3 instrument4 - instrument
    mode1 mode2 mode3 - mode
    star1 station2 station3 planet4 star5 station6 station7 station8 - direction
  )
  (:init
    (power-available satellite1) (pointing satellite1 station7) (power-available satellite2)
    (pointing satellite2 station8) (on-board instrument1 satellite1) (calibration-target instrument1 planet4)
    (supports instrument1 mode2) (supports instrument1 mode3) (on-board instrument2 satellite1)
    (calibration-target instrument2 station3) (supports instrument2 mode1) (supports instrument2 mode3)
    (on-board instrument3 satellite2) (calibration-target instrument3 station2) (supports instrument3 mode2)
    (on-board instrument4 satellite2) (calibration-target instrument4 star1) (supports instrument4 mode1)
    (supports instrument4 mode2)
  )
  (:goal (and
    (have-image station8 mode2) (have-image station2 mode3) (have-image station7 mode2)
    (have-image station7 mode1) (have-image star5 mode3) (have-image station6 mode2)
  ))
)
