; Rovers on a planet drive between waypoints, analyse soil and rock, take images of objectives, and send what they find to
; a lander that they must be able to see. A store holds one sample, and an image needs a camera calibrated anew.
(define (domain rovers)
  (:requirements :strips :typing)
  (:types rover store camera mode objective waypoint lander)
  (:predicates
    (at ?r - rover ?w - waypoint)
    (lander-at ?l - lander ?w - waypoint)
    (can-traverse ?r - rover ?from ?to - waypoint)
    (visible ?from ?to - waypoint)
    (equipped-for-soil ?r - rover)
    (equipped-for-rock ?r - rover)
    (equipped-for-imaging ?r - rover)
    (store-of ?s - store ?r - rover)
    (empty ?s - store)
    (full ?s - store)
    (soil-at ?w - waypoint)                       ; a sample lies there
    (rock-at ?w - waypoint)
    (have-soil-analysis ?r - rover ?w - waypoint)
    (have-rock-analysis ?r - rover ?w - waypoint)
    (on-board ?c - camera ?r - rover)
    (supports ?c - camera ?m - mode)
    (calibration-target ?c - camera ?o - objective)
    (visible-from ?o - objective ?w - waypoint)
    (calibrated ?c - camera)
    (have-image ?r - rover ?o - objective ?m - mode)
    (communicated-soil ?w - waypoint)
    (communicated-rock ?w - waypoint)
    (communicated-image ?o - objective ?m - mode))

  (:action navigate
    :parameters (?r - rover ?from ?to - waypoint)
    :precondition (and (at ?r ?from) (can-traverse ?r ?from ?to) (visible ?from ?to))
    :effect (and (at ?r ?to) (not (at ?r ?from))))

  (:action sample-soil
    :parameters (?r - rover ?s - store ?w - waypoint)
    :precondition (and (at ?r ?w) (soil-at ?w) (equipped-for-soil ?r) (store-of ?s ?r) (empty ?s))
    :effect (and (have-soil-analysis ?r ?w) (full ?s) (not (empty ?s)) (not (soil-at ?w))))

  (:action sample-rock
    :parameters (?r - rover ?s - store ?w - waypoint)
    :precondition (and (at ?r ?w) (rock-at ?w) (equipped-for-rock ?r) (store-of ?s ?r) (empty ?s))
    :effect (and (have-rock-analysis ?r ?w) (full ?s) (not (empty ?s)) (not (rock-at ?w))))

  ; The sample is gone, its analysis is not.
  (:action drop
    :parameters (?r - rover ?s - store)
    :precondition (and (store-of ?s ?r) (full ?s))
    :effect (and (empty ?s) (not (full ?s))))

  (:action calibrate
    :parameters (?r - rover ?c - camera ?o - objective ?w - waypoint)
    :precondition (and (at ?r ?w) (equipped-for-imaging ?r) (on-board ?c ?r)
                       (calibration-target ?c ?o) (visible-from ?o ?w))
    :effect (calibrated ?c))

  (:action take-image
    :parameters (?r - rover ?w - waypoint ?o - objective ?c - camera ?m - mode)
    :precondition (and (at ?r ?w) (visible-from ?o ?w) (equipped-for-imaging ?r) (on-board ?c ?r)
                       (calibrated ?c) (supports ?c ?m))
    :effect (and (have-image ?r ?o ?m) (not (calibrated ?c))))

  (:action communicate-soil
    :parameters (?r - rover ?w - waypoint ?here ?there - waypoint ?l - lander)
    :precondition (and (at ?r ?here) (lander-at ?l ?there) (visible ?here ?there) (have-soil-analysis ?r ?w))
    :effect (communicated-soil ?w))

  (:action communicate-rock
    :parameters (?r - rover ?w - waypoint ?here ?there - waypoint ?l - lander)
    :precondition (and (at ?r ?here) (lander-at ?l ?there) (visible ?here ?there) (have-rock-analysis ?r ?w))
    :effect (communicated-rock ?w))

  (:action communicate-image
    :parameters (?r - rover ?o - objective ?m - mode ?here ?there - waypoint ?l - lander)
    :precondition (and (at ?r ?here) (lander-at ?l ?there) (visible ?here ?there) (have-image ?r ?o ?m))
    :effect (communicated-image ?o ?m)))
