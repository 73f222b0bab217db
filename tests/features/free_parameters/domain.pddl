; The dialect of PDDLGym: an atom of an action predicate says which parameters the agent chooses.
(define (domain elevator)
  (:requirements :adl :typing)
  (:types car floor person)
  (:constants red blue - car)
  (:predicates (at ?c - car ?f - floor) (waits ?p - person ?f - floor) (inside ?p - person ?c - car)
               (call ?f - floor) (board ?p - person) (swap) (doors ?c - car))
  ; (:actions call board swap)
  (:action call
    :parameters (?c - car ?from ?to - floor)
    :precondition (and (call ?to) (at ?c ?from) (not (= ?from ?to)))
    :effect (and (not (at ?c ?from)) (at ?c ?to)))
  (:action board
    :parameters (?c - car ?f - floor ?p - person)
    :precondition (and (at ?c ?f) (board ?p) (waits ?p ?f))
    :effect (and (inside ?p ?c) (not (waits ?p ?f)) (forall (?d - car) (when (not (= ?d ?c)) (doors ?d)))))
  (:action swap
    :parameters (?p ?q - person)
    :precondition (and (swap) (inside ?p red) (inside ?q blue))
    :effect (and (inside ?p blue) (inside ?q red) (not (inside ?p red)) (not (inside ?q blue)))))
