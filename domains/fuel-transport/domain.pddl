; Trucks with a tank and a limited payload carry parcels over roads. A truck burns its rate times the length of the road,
; and a quarter of a unit of fuel for each unit of weight that it carries.
(define (domain fuel-transport)
  (:requirements :typing :numeric-fluents)
  (:types place truck parcel)
  (:predicates
    (at ?t - truck ?p - place)
    (waits ?x - parcel ?p - place)
    (in ?x - parcel ?t - truck)
    (road ?p ?q - place)
    (station ?p - place))
  (:functions
    (length ?p ?q - place)
    (weight ?x - parcel)
    (capacity ?t - truck)
    (payload ?t - truck)
    (tank ?t - truck)
    (fuel ?t - truck)
    (rate ?t - truck)
    (burnt))

  (:action drive
    :parameters (?t - truck ?p ?q - place)
    :precondition (and (at ?t ?p) (road ?p ?q)
                       (>= (fuel ?t) (+ (* (rate ?t) (length ?p ?q)) (/ (payload ?t) 4))))
    :effect (and (at ?t ?q) (not (at ?t ?p))
                 (decrease (fuel ?t) (+ (* (rate ?t) (length ?p ?q)) (/ (payload ?t) 4)))
                 (increase (burnt) (+ (* (rate ?t) (length ?p ?q)) (/ (payload ?t) 4)))))

  (:action load
    :parameters (?x - parcel ?t - truck ?p - place)
    :precondition (and (waits ?x ?p) (at ?t ?p) (<= (+ (payload ?t) (weight ?x)) (capacity ?t)))
    :effect (and (in ?x ?t) (not (waits ?x ?p)) (increase (payload ?t) (weight ?x))))

  (:action unload
    :parameters (?x - parcel ?t - truck ?p - place)
    :precondition (and (in ?x ?t) (at ?t ?p))
    :effect (and (waits ?x ?p) (not (in ?x ?t)) (decrease (payload ?t) (weight ?x))))

  (:action refuel
    :parameters (?t - truck ?p - place)
    :precondition (and (at ?t ?p) (station ?p) (< (fuel ?t) (tank ?t)))
    :effect (assign (fuel ?t) (tank ?t))))
