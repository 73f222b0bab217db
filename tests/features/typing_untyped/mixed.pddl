; `object` written and unwritten, and even declared, is one and the same root.
(define (domain pebbles)
  (:requirements :strips :typing)
  (:types stone - object object - thing box)
  (:predicates (in ?x ?y - object) (shiny ?x))
  (:action put
    :parameters (?x - stone ?y)
    :precondition (shiny ?x)
    :effect (in ?x ?y)))
