; Cakes and souffles. What is mixed of an egg and flour bakes to a cake; an egg that is beaten alone bakes to a souffle.
; What is in a pan leaves it only baked or washed away; ingredients and soap are used up.
(define (domain baking)
  (:requirements :strips :typing :negative-preconditions :disjunctive-preconditions)
  (:types
    ingredient pan oven soap dessert - object
    egg flour - ingredient)
  (:predicates
    (available ?x - (either ingredient soap))
    (has-egg ?p - pan)
    (has-flour ?p - pan)
    (mixed ?p - pan)
    (dirty ?p - pan)          ; from baking
    (on-table ?p - pan)
    (in-oven ?p - pan ?o - oven)
    (empty ?o - oven)
    (hot ?o - oven)
    (unmade ?d - dessert)
    (cake ?d - dessert)
    (souffle ?d - dessert))

  (:action put-egg-in-pan
    :parameters (?e - egg ?p - pan)
    :precondition (and (available ?e) (not (dirty ?p)) (not (has-egg ?p)) (not (mixed ?p)))
    :effect (and (has-egg ?p) (not (available ?e))))

  (:action put-flour-in-pan
    :parameters (?f - flour ?p - pan)
    :precondition (and (available ?f) (not (dirty ?p)) (not (has-flour ?p)) (not (mixed ?p)))
    :effect (and (has-flour ?p) (not (available ?f))))

  (:action mix
    :parameters (?p - pan)
    :precondition (and (has-egg ?p) (not (mixed ?p)))
    :effect (mixed ?p))

  (:action heat
    :parameters (?o - oven)
    :precondition (not (hot ?o))
    :effect (hot ?o))

  (:action put-pan-in-oven
    :parameters (?p - pan ?o - oven)
    :precondition (and (mixed ?p) (on-table ?p) (empty ?o))
    :effect (and (in-oven ?p ?o) (not (on-table ?p)) (not (empty ?o))))

  (:action take-pan-out
    :parameters (?p - pan ?o - oven)
    :precondition (in-oven ?p ?o)
    :effect (and (on-table ?p) (empty ?o) (not (in-oven ?p ?o))))

  (:action bake-cake
    :parameters (?d - dessert ?p - pan ?o - oven)
    :precondition (and (unmade ?d) (in-oven ?p ?o) (hot ?o) (mixed ?p) (has-flour ?p))
    :effect (and (cake ?d) (dirty ?p) (not (unmade ?d)) (not (mixed ?p)) (not (has-egg ?p)) (not (has-flour ?p))))

  (:action bake-souffle
    :parameters (?d - dessert ?p - pan ?o - oven)
    :precondition (and (unmade ?d) (in-oven ?p ?o) (hot ?o) (mixed ?p) (not (has-flour ?p)))
    :effect (and (souffle ?d) (dirty ?p) (not (unmade ?d)) (not (mixed ?p)) (not (has-egg ?p))))

  (:action wash
    :parameters (?p - pan ?s - soap)
    :precondition (and (available ?s) (on-table ?p) (or (dirty ?p) (has-egg ?p) (has-flour ?p)))
    :effect (and (not (available ?s)) (not (dirty ?p)) (not (mixed ?p)) (not (has-egg ?p)) (not (has-flour ?p)))))
