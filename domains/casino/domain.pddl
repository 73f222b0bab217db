; A town with few casinos, which have prizes of three kinds, one game for each kind. All places are within reach of each
; other, so almost all steps are possible and almost none of them useful.
(define (domain casino)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types
    location prize - object
    prize1 prize2 prize3 - prize)
  (:predicates
    (at ?l - location)
    (is-casino ?l - location)
    (prize-at ?p - prize ?l - location)    ; a casino
    (have ?p - prize))

  (:action move-to
    :parameters (?from ?to - location)
    :precondition (and (at ?from) (not (= ?from ?to)))
    :effect (and (at ?to) (not (at ?from))))

  (:action get-prize1
    :parameters (?p - prize1 ?l - location)
    :precondition (and (at ?l) (is-casino ?l) (prize-at ?p ?l))
    :effect (and (have ?p) (not (prize-at ?p ?l))))

  (:action get-prize2
    :parameters (?p - prize2 ?l - location)
    :precondition (and (at ?l) (is-casino ?l) (prize-at ?p ?l))
    :effect (and (have ?p) (not (prize-at ?p ?l))))

  (:action get-prize3
    :parameters (?p - prize3 ?l - location)
    :precondition (and (at ?l) (is-casino ?l) (prize-at ?p ?l))
    :effect (and (have ?p) (not (prize-at ?p ?l)))))
