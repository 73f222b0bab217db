; Parcels travel by truck within a city and by aeroplane between the airports of cities.
(define (domain logistics)
  (:requirements :strips :typing)
  (:types
    city place thing - object
    airport - place
    vehicle parcel - thing
    truck aeroplane - vehicle)
  (:predicates
    (at ?x - thing ?p - place)
    (in ?x - parcel ?v - vehicle)
    (part-of ?p - place ?c - city))

  (:action load
    :parameters (?x - parcel ?v - vehicle ?p - place)
    :precondition (and (at ?x ?p) (at ?v ?p))
    :effect (and (in ?x ?v) (not (at ?x ?p))))

  (:action unload
    :parameters (?x - parcel ?v - vehicle ?p - place)
    :precondition (and (in ?x ?v) (at ?v ?p))
    :effect (and (at ?x ?p) (not (in ?x ?v))))

  (:action drive
    :parameters (?t - truck ?from ?to - place ?c - city)
    :precondition (and (at ?t ?from) (part-of ?from ?c) (part-of ?to ?c))
    :effect (and (not (at ?t ?from)) (at ?t ?to)))

  (:action fly
    :parameters (?a - aeroplane ?from ?to - airport)
    :precondition (at ?a ?from)
    :effect (and (not (at ?a ?from)) (at ?a ?to))))
