; Aircraft carry people between cities. Zooming is for few people on board, and burns more fuel than flying does.
(define (domain zenotravel)
  (:requirements :typing :equality :negative-preconditions :numeric-fluents)
  (:types
    city thing - object
    person aircraft - thing)
  (:predicates
    (at ?x - thing ?c - city)
    (in ?p - person ?a - aircraft))
  (:functions
    (fuel ?a - aircraft)
    (capacity ?a - aircraft)
    (slow-burn ?a - aircraft)     ; for each unit of distance
    (fast-burn ?a - aircraft)
    (onboard ?a - aircraft)       ; how many people
    (zoom-limit ?a - aircraft)    ; up to how many of them it may zoom
    (distance ?from ?to - city)
    (total-fuel-used))

  (:action board
    :parameters (?p - person ?a - aircraft ?c - city)
    :precondition (and (at ?p ?c) (at ?a ?c))
    :effect (and (in ?p ?a) (not (at ?p ?c)) (increase (onboard ?a) 1)))

  (:action debark
    :parameters (?p - person ?a - aircraft ?c - city)
    :precondition (and (in ?p ?a) (at ?a ?c))
    :effect (and (at ?p ?c) (not (in ?p ?a)) (decrease (onboard ?a) 1)))

  (:action fly
    :parameters (?a - aircraft ?from ?to - city)
    :precondition (and (at ?a ?from) (not (= ?from ?to))
                       (>= (fuel ?a) (* (distance ?from ?to) (slow-burn ?a))))
    :effect (and (at ?a ?to) (not (at ?a ?from))
                 (decrease (fuel ?a) (* (distance ?from ?to) (slow-burn ?a)))
                 (increase (total-fuel-used) (* (distance ?from ?to) (slow-burn ?a)))))

  (:action zoom
    :parameters (?a - aircraft ?from ?to - city)
    :precondition (and (at ?a ?from) (not (= ?from ?to))
                       (<= (onboard ?a) (zoom-limit ?a))
                       (>= (fuel ?a) (* (distance ?from ?to) (fast-burn ?a))))
    :effect (and (at ?a ?to) (not (at ?a ?from))
                 (decrease (fuel ?a) (* (distance ?from ?to) (fast-burn ?a)))
                 (increase (total-fuel-used) (* (distance ?from ?to) (fast-burn ?a)))))

  (:action refuel
    :parameters (?a - aircraft ?c - city)
    :precondition (and (at ?a ?c) (< (fuel ?a) (capacity ?a)))
    :effect (assign (fuel ?a) (capacity ?a))))
