; made by generator.py: seed = 103, satellites = 4, instruments = 2, modes = 4, directions = 14, images = 10; a plan: 23 steps
(define (problem satellite-4-2-4-14-10-103)
  (:domain satellite)
  (:objects
    satellite1 satellite2 satellite3 satellite4 - satellite
    instrument1 instrument2 instrument3 instrument4 instrument5 instrument6 instrument7 instrument8 -
    instrument
    mode1 mode2 mode3 mode4 - mode
    station1 planet2 station3 station4 station5 star6 station7 star8 station9 station10 star11 station12
    planet13 planet14 - direction
  )
  (:init
    (power-available satellite1) (pointing satellite1 station3) (power-available satellite2)
    (pointing satellite2 station12) (power-available satellite3) (pointing satellite3 station7)
    (power-available satellite4) (pointing satellite4 planet14) (on-board instrument1 satellite1)
    (calibration-target instrument1 station12) (supports instrument1 mode3) (on-board instrument2 satellite1)
    (calibration-target instrument2 station10) (supports instrument2 mode1) (supports instrument2 mode2)
    (on-board instrument3 satellite2) (calibration-target instrument3 station12) (supports instrument3 mode3)
    (supports instrument3 mode4) (on-board instrument4 satellite2) (calibration-target instrument4 star11)
    (supports instrument4 mode1) (on-board instrument5 satellite3) (calibration-target instrument5 station7)
    (supports instrument5 mode2) (supports instrument5 mode4) (on-board instrument6 satellite3)
    (calibration-target instrument6 station4) (supports instrument6 mode2) (on-board instrument7 satellite4)
    (calibration-target instrument7 planet13) (supports instrument7 mode1) (on-board instrument8 satellite4)
    (calibration-target instrument8 star11) (supports instrument8 mode1)
  )
  (:goal (and
    (have-image station10 mode1) (have-image planet13 mode2) (have-image planet14 mode1)
    (have-image station10 mode4) (have-image station4 mode4) (have-image planet2 mode2)
    (have-image star6 mode4) (have-image station4 mode1) (have-image station10 mode2)
    (have-image station4 mode2)
  ))
)
