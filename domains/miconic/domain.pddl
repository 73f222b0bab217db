; A lift that lets passengers in and out one by one.
(define (domain miconic)
  (:requirements :strips :typing :negative-preconditions)
  (:types passenger floor)
  (:predicates
    (above ?f ?g - floor)                  ; ?f lies above ?g, anywhere
    (origin ?p - passenger ?f - floor)
    (destin ?p - passenger ?f - floor)
    (lift-at ?f - floor)
    (boarded ?p - passenger)
    (served ?p - passenger))

  (:action up
    :parameters (?from ?to - floor)
    :precondition (and (lift-at ?from) (above ?to ?from))
    :effect (and (lift-at ?to) (not (lift-at ?from))))

  (:action down
    :parameters (?from ?to - floor)
    :precondition (and (lift-at ?from) (above ?from ?to))
    :effect (and (lift-at ?to) (not (lift-at ?from))))

  (:action board
    :parameters (?f - floor ?p - passenger)
    :precondition (and (lift-at ?f) (origin ?p ?f) (not (boarded ?p)) (not (served ?p)))
    :effect (boarded ?p))

  (:action depart
    :parameters (?f - floor ?p - passenger)
    :precondition (and (lift-at ?f) (destin ?p ?f) (boarded ?p))
    :effect (and (served ?p) (not (boarded ?p)))))
