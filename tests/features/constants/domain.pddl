; Constants in every place where a term may stand.
(define (domain pantry)
  (:requirements :adl :typing :derived-predicates)
  (:types shelf food)
  (:constants top low - shelf salt - food)
  (:predicates (on ?f - food ?s - shelf) (seasoned ?f - food) (reachable ?f - food) (safe))
  (:derived (reachable ?f - food) (and (exists (?s - shelf) (on ?f ?s)) (not (on ?f top))))
  (:action raise
    :parameters (?f - food ?s - shelf)
    :precondition (and (on ?f ?s) (not (= ?s top)))
    :effect (and (on ?f top) (not (on ?f ?s))))
  (:action season
    :parameters (?f - food)
    :precondition (and (reachable salt) (not (= ?f salt)))
    :effect (and (seasoned ?f) (when (on ?f top) (on salt top))))
  (:action tidy
    :parameters ()
    :precondition (on salt low)
    :effect (on salt top)))
