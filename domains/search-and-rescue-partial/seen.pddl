; What the robot sees: where it is and what it carries, and of the bodies those in its cell and in the cells beside it.
(define (axioms sight)
  (:requirements :typing :disjunctive-preconditions :existential-preconditions :derived-predicates)
  (:derived (seen-robot-at ?c - cell) (and))
  (:derived (seen-carrying ?b - body) (and))
  (:derived (seen-hands-free) (and))
  (:derived (seen-at ?b - body ?c - cell)
    (or (robot-at ?c)
        (exists (?from - cell ?way - direction) (and (robot-at ?from) (next ?from ?c ?way))))))
