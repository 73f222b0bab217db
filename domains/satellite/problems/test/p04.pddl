; made by generator.py: seed = 101, satellites = 4, instruments = 2, modes = 4, directions = 14, images = 10; a plan: 31 steps
(define (problem satellite-4-2-4-14-10-101)
  (:domain satellite)
  (:objects
    satellite1 satellite2 satellite3 satellite4 - satellite
    instrument1 instrument2 instrument3 instrument4 instrument5 instrument6 instrument7 instrument8 -
    instrument
    mode1 mode2 mode3 mode4 - mode
    station1 star2 station3 planet4 planet5 star6 station7 station8 star9 station10 star11 planet12 planet13
    station14 - direction
  )
  (:init
    (power-available satellite1) (pointing satellite1 planet13) (power-available satellite2)
    (pointing satellite2 star6) (power-available satellite3) (pointing satellite3 planet4)
    (power-available satellite4) (pointing satellite4 star11) (on-board instrument1 satellite1)
    (calibration-target instrument1 planet13) (supports instrument1 mode2) (on-board instrument2 satellite1)
    (calibration-target instrument2 station7) (supports instrument2 mode3) (on-board instrument3 satellite2)
    (calibration-target instrument3 station7) (supports instrument3 mode4) (on-board instrument4 satellite2)
    (calibration-target instrument4 planet4) (supports instrument4 mode1) (supports instrument4 mode3)
    (on-board instrument5 satellite3) (calibration-target instrument5 star2) (supports instrument5 mode3)
    (on-board instrument6 satellite3) (calibration-target instrument6 station7) (supports instrument6 mode2)
    (on-board instrument7 satellite4) (calibration-target instrument7 station8) (supports instrument7 mode2)
    (on-board instrument8 satellite4) (calibration-target instrument8 planet5) (supports instrument8 mode1)
    (supports instrument8 mode4)
  )
  (:goal (and
    (have-image planet4 mode2) (have-image star2 mode4) (have-image star11 mode2) (have-image station14 mode1)
    (have-image station10 mode4) (have-image star11 mode4) (have-image star6 mode2) (have-image star11 mode3)
    (have-image planet5 mode2) (have-image station7 mode2)
  ))
)
