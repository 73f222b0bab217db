(define (domain coin)
  (:requirements :strips :probabilistic-effects)
  (:predicates (heads) (tails))
  (:action toss
    :parameters ()
    :effect (probabilistic 0.50000001 (heads) 0.5 (tails))))
