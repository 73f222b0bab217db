; Satellites take images of what lies in several directions. An instrument needs the power of its satellite, which is enough
; for one at a time, and must have been calibrated on its own target since it was switched on.
(define (domain satellite)
  (:requirements :strips :typing :equality :negative-preconditions)
  (:types satellite instrument mode direction)
  (:predicates
    (on-board ?i - instrument ?s - satellite)
    (supports ?i - instrument ?m - mode)
    (calibration-target ?i - instrument ?d - direction)
    (pointing ?s - satellite ?d - direction)
    (power-available ?s - satellite)
    (power-on ?i - instrument)
    (calibrated ?i - instrument)
    (have-image ?d - direction ?m - mode))

  (:action turn-to
    :parameters (?s - satellite ?to ?from - direction)
    :precondition (and (pointing ?s ?from) (not (= ?to ?from)))
    :effect (and (pointing ?s ?to) (not (pointing ?s ?from))))

  (:action switch-on
    :parameters (?i - instrument ?s - satellite)
    :precondition (and (on-board ?i ?s) (power-available ?s))
    :effect (and (power-on ?i) (not (calibrated ?i)) (not (power-available ?s))))

  (:action switch-off
    :parameters (?i - instrument ?s - satellite)
    :precondition (and (on-board ?i ?s) (power-on ?i))
    :effect (and (power-available ?s) (not (power-on ?i))))

  (:action calibrate
    :parameters (?s - satellite ?i - instrument ?d - direction)
    :precondition (and (on-board ?i ?s) (power-on ?i) (calibration-target ?i ?d) (pointing ?s ?d))
    :effect (calibrated ?i))

  (:action take-image
    :parameters (?s - satellite ?d - direction ?i - instrument ?m - mode)
    :precondition (and (on-board ?i ?s) (power-on ?i) (calibrated ?i) (supports ?i ?m) (pointing ?s ?d))
    :effect (have-image ?d ?m)))
