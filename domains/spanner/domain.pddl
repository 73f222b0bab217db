; Nuts at a gate are to be tightened, each with a spanner of its own, for a spanner breaks at its first nut. Spanners lie on
; the way from the shed to the gate, which is one-way: what was left behind is out of reach.
(define (domain spanner)
  (:requirements :strips :typing)
  (:types
    location locatable - object
    man nut spanner - locatable)
  (:predicates
    (at ?x - locatable ?l - location)
    (link ?from ?to - location)
    (carrying ?m - man ?s - spanner)
    (usable ?s - spanner)
    (loose ?n - nut)
    (tightened ?n - nut))

  (:action walk
    :parameters (?from ?to - location ?m - man)
    :precondition (and (at ?m ?from) (link ?from ?to))
    :effect (and (at ?m ?to) (not (at ?m ?from))))

  (:action pickup-spanner
    :parameters (?l - location ?s - spanner ?m - man)
    :precondition (and (at ?m ?l) (at ?s ?l))
    :effect (and (carrying ?m ?s) (not (at ?s ?l))))

  (:action tighten-nut
    :parameters (?l - location ?s - spanner ?m - man ?n - nut)
    :precondition (and (at ?m ?l) (at ?n ?l) (carrying ?m ?s) (usable ?s) (loose ?n))
    :effect (and (tightened ?n) (not (loose ?n)) (not (usable ?s)))))
