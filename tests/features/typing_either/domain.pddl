; `either` in declarations, parameters and quantifiers; a type declared twice; an object declared twice.
(define (domain workshop)
  (:requirements :adl :typing)
  (:types saw drill glue - item
          sharp - object
          saw - sharp)
  (:predicates (oiled ?x - (either saw drill)) (used ?x - item) (kept))
  (:action oil
    :parameters (?x - (either saw drill))
    :precondition (not (oiled ?x))
    :effect (oiled ?x))
  (:action lock-away
    :parameters (?x - sharp)
    :precondition (not (kept))
    :effect (kept))
  (:action all-oiled
    :parameters ()
    :precondition (forall (?x - (either saw drill)) (oiled ?x))
    :effect (forall (?x - (either glue drill)) (used ?x))))
