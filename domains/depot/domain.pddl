; Crates in piles on pallets. Hoists lift them, one at a time, and trucks take them from place to place.
(define (domain depot)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types
    place locatable - object
    depot distributor - place
    truck hoist surface - locatable
    pallet crate - surface)
  (:predicates
    (at ?x - locatable ?p - place)      ; not for crates that hang on a hoist or lie in a truck
    (on ?c - crate ?s - surface)        ; directly
    (in ?c - crate ?t - truck)
    (lifting ?h - hoist ?c - crate)
    (available ?h - hoist)              ; nothing hangs on it
    (clear ?s - surface))               ; nothing lies on it, and it is at a place

  (:action drive
    :parameters (?t - truck ?from ?to - place)
    :precondition (and (at ?t ?from) (not (= ?from ?to)))
    :effect (and (at ?t ?to) (not (at ?t ?from))))

  (:action lift
    :parameters (?h - hoist ?c - crate ?s - surface ?p - place)
    :precondition (and (at ?h ?p) (available ?h) (at ?c ?p) (on ?c ?s) (clear ?c))
    :effect (and (lifting ?h ?c) (clear ?s)
                 (not (available ?h)) (not (at ?c ?p)) (not (on ?c ?s)) (not (clear ?c))))

  (:action drop
    :parameters (?h - hoist ?c - crate ?s - surface ?p - place)
    :precondition (and (at ?h ?p) (lifting ?h ?c) (at ?s ?p) (clear ?s))
    :effect (and (available ?h) (at ?c ?p) (on ?c ?s) (clear ?c)
                 (not (lifting ?h ?c)) (not (clear ?s))))

  (:action load
    :parameters (?h - hoist ?c - crate ?t - truck ?p - place)
    :precondition (and (at ?h ?p) (lifting ?h ?c) (at ?t ?p))
    :effect (and (available ?h) (in ?c ?t) (not (lifting ?h ?c))))

  (:action unload
    :parameters (?h - hoist ?c - crate ?t - truck ?p - place)
    :precondition (and (at ?h ?p) (available ?h) (at ?t ?p) (in ?c ?t))
    :effect (and (lifting ?h ?c) (not (available ?h)) (not (in ?c ?t)))))
