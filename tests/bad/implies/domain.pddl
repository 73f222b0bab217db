(define (domain shelf)
  (:requirements :adl)
  (:predicates (open ?j) (full ?j))
  (:action close
    :parameters (?j)
    :precondition (implies (full ?j) (open ?j))
    :effect (not (open ?j))))
