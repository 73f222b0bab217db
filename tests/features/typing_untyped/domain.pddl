; No type anywhere: everything is an object.
(define (domain pebbles)
  (:requirements :strips)
  (:predicates (in ?x ?y) (shiny ?x))
  (:action put
    :parameters (?x ?y)
    :precondition (shiny ?x)
    :effect (in ?x ?y)))
