(define (domain warnings)
  (:requirements :strips :tiping :preferences)
  (:predicates (on ?x ?x) (done))
  (:action stack :parameters (?x) :precondition (not (done)) :effect (oneof (on ?x ?x) (done))))
