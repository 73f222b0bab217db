; Three strata: reached; isolated rests on its negation; safe on the negation of isolated.
(define (domain strata)
  (:requirements :adl :derived-predicates)
  (:predicates (edge ?x ?y) (source ?x) (reached ?x) (isolated ?x) (some-isolated) (safe ?x) (won ?x) (moved))
  (:derived (safe ?x) (and (not (isolated ?x)) (not (source ?x))))
  (:derived (isolated ?x) (not (reached ?x)))
  (:derived (reached ?x) (or (source ?x) (exists (?y) (and (reached ?y) (edge ?y ?x)))))
  (:derived (some-isolated) (exists (?x) (isolated ?x)))
  ; Recursion above a negated predicate: from a safe one over unsafe ones.
  (:derived (won ?x) (safe ?x))
  (:derived (won ?x) (exists (?y) (and (won ?y) (edge ?x ?y) (not (safe ?x)))))
  (:action cut :parameters (?x ?y) :precondition (and (edge ?x ?y) (not (some-isolated))) :effect (not (edge ?x ?y)))
  (:action tap :parameters (?x) :precondition (isolated ?x) :effect (and (source ?x) (when (won ?x) (moved)))))
