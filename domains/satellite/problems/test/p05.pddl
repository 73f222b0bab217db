; made by generator.py: seed = 102, satellites = 4, instruments = 2, modes = 4, directions = 14, images = 10; a plan: 29 steps
(define (problem satellite-4-2-4-14-10-102)
  (:domain satellite)
  (:objects
    satellite1 satellite2 satellite3 satellite4 - satellite
    instrument1 instrument2 instrument3 instrument4 instrument5 instrument6 instrument7 instrument8 -
    instrument
    mode1 mode2 mode3 mode4 - mode
    star1 station2 station3 planet4 star5 station6 station7 station8 station9 star10 planet11 planet12
    station13 planet14 - direction
  )
  (:init
    (power-available satellite1) (pointing satellite1 station8) (power-available satellite2)
    (pointing satellite2 star10) (power-available satellite3) (pointing satellite3 station7)
    (power-available satellite4) (pointing satellite4 planet11) (on-board instrument1 satellite1)
    (calibration-target instrument1 station8) (supports instrument1 mode1) (on-board instrument2 satellite1)
    (calibration-target instrument2 planet11) (supports instrument2 mode2) (on-board instrument3 satellite2)
    (calibration-target instrument3 station2) (supports instrument3 mode1) (supports instrument3 mode4)
    (on-board instrument4 satellite2) (calibration-target instrument4 planet4) (supports instrument4 mode3)
    (supports instrument4 mode4) (on-board instrument5 satellite3) (calibration-target instrument5 star10)
    (supports instrument5 mode2) (on-board instrument6 satellite3) (calibration-target instrument6 station2)
    (supports instrument6 mode2) (on-board instrument7 satellite4) (calibration-target instrument7 planet14)
    (supports instrument7 mode1) (on-board instrument8 satellite4) (calibration-target instrument8 station6)
    (supports instrument8 mode1) (supports instrument8 mode2)
  )
  (:goal (and
    (have-image station7 mode1) (have-image planet12 mode1) (have-image planet4 mode1)
    (have-image station9 mode1) (have-image station7 mode4) (have-image planet12 mode4)
    (have-image star10 mode3) (have-image station13 mode4) (have-image station7 mode2)
    (have-image station3 mode1)
  ))
)
