; A courier takes parcels along roads: write your own types, predicates and actions in place of these.
(define (domain delivery)
  (:requirements :typing :negative-preconditions)
  (:types place parcel)

  (:predicates
    (at ?p - place)                 ; where the courier is
    (road ?p ?q - place)
    (lies ?x - parcel ?p - place)
    (carried ?x - parcel))

  (:action go
    :parameters (?p ?q - place)
    :precondition (and (at ?p) (road ?p ?q))
    :effect (and (not (at ?p)) (at ?q)))

  (:action take
    :parameters (?x - parcel ?p - place)
    :precondition (and (at ?p) (lies ?x ?p))
    :effect (and (not (lies ?x ?p)) (carried ?x)))

  (:action leave
    :parameters (?x - parcel ?p - place)
    :precondition (and (at ?p) (carried ?x))
    :effect (and (not (carried ?x)) (lies ?x ?p))))
