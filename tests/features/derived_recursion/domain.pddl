(define (domain graph)
  (:requirements :adl :derived-predicates)
  (:predicates (edge ?x ?y) (at ?x) (path ?x ?y) (joined ?x ?y) (even ?x) (odd ?x) (visited ?x) (cyclic))
  ; Several rules for one predicate.
  (:derived (path ?x ?y) (edge ?x ?y))
  (:derived (path ?x ?y) (exists (?z) (and (edge ?x ?z) (path ?z ?y))))
  ; Both sides recursive, and reflexive over all objects.
  (:derived (joined ?x ?y) (or (= ?x ?y) (edge ?x ?y) (joined ?y ?x) (exists (?z) (and (joined ?x ?z) (joined ?z ?y)))))
  ; Two predicates that define each other.
  (:derived (even ?x) (at ?x))
  (:derived (even ?x) (exists (?y) (and (odd ?y) (edge ?y ?x))))
  (:derived (odd ?x) (exists (?y) (and (even ?y) (edge ?y ?x))))
  (:derived (cyclic) (exists (?x) (path ?x ?x)))
  (:action go :parameters (?x ?y)
    :precondition (and (at ?x) (path ?x ?y))
    :effect (and (not (at ?x)) (at ?y) (forall (?z) (when (and (path ?x ?z) (path ?z ?y)) (visited ?z)))))
  (:action build :parameters (?x ?y) :precondition (not (path ?x ?y)) :effect (edge ?x ?y))
  (:action break :parameters (?x ?y) :precondition (edge ?x ?y) :effect (not (edge ?x ?y))))
