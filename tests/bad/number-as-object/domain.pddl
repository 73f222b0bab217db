(define (domain floors)
  (:requirements :adl)
  (:predicates (at ?f))
  (:action leave
    :parameters (?x)
    :precondition (and (at ?x) (not (= ?x 2)))
    :effect (not (at ?x))))
