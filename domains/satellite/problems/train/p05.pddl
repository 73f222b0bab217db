; made by generator.py: seed = 5, satellites = 1, instruments = 1, modes = 2, directions = 4, images = 2; shortest plan: 6 steps
(define (problem satellite-1-1-2-4-2-5)
  (:domain satellite)
  (:objects
    satellite1 - satellite
    instrument1 - instrument
    mode1 mode2 - mode
    station1 planet2 station3 planet4 - direction
  )
  (:init
    (power-available satellite1) (pointing satellite1 station1) (on-board instrument1 satellite1)
    (calibration-target instrument1 planet2) (supports instrument1 mode1) (supports instrument1 mode2)
  )
  (:goal (and
    (have-image station1 mode2) (have-image planet2 mode1)
  ))
)
