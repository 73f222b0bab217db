; A car on one-way roads: every drive may end with a flat tire. It is changed where a spare lies, or with a spare that the
; car has taken along. The short way is without spares; the safe one goes round.
(define (domain tireworld)
  (:requirements :strips :typing :negative-preconditions :probabilistic-effects)
  (:types location)
  (:predicates
    (car-at ?l - location)
    (road ?from ?to - location)
    (spare-at ?l - location)
    (spare-aboard)
    (flat-tire))

  (:action drive
    :parameters (?from ?to - location)
    :precondition (and (car-at ?from) (road ?from ?to) (not (flat-tire)))
    :effect (and (car-at ?to) (not (car-at ?from))
                 (probabilistic 1/2 (flat-tire))))

  (:action load-spare
    :parameters (?l - location)
    :precondition (and (car-at ?l) (spare-at ?l) (not (spare-aboard)))
    :effect (and (spare-aboard) (not (spare-at ?l))))

  (:action change-tire
    :parameters ()
    :precondition (and (spare-aboard) (flat-tire))
    :effect (and (not (spare-aboard)) (not (flat-tire)))))
