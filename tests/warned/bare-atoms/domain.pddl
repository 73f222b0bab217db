(define (domain bomb)
  (:requirements :strips :conditional-effects :negative-preconditions :probabilistic-effects)
  (:predicates (dead) (wet) (armed ?b))
  (:action dunk
    :parameters (?b)
    :precondition (armed ?b)
    :effect (and wet (not dead) (probabilistic 1/4 dead 3/4 (not (armed ?b))) (when (wet) dead))))
