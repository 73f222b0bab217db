; Closures of a relation, whatever its name: closure:related=NAME.
;
; needs (related ?x ?y): the relation
; defines (closure ?x ?y): ?x is related to ?y in one or more steps
; defines (closure-or-same ?x ?y): in any number of steps, or none
; defines (closure-both-ways ?x ?y): in one or more steps in any direction
(define (axioms closure)
  (:requirements :disjunctive-preconditions :equality :existential-preconditions :derived-predicates)
  (:derived (closure ?x ?y)
    (or (related ?x ?y)
        (exists (?z) (and (related ?x ?z) (closure ?z ?y)))))
  (:derived (closure-or-same ?x ?y) (or (= ?x ?y) (closure ?x ?y)))
  (:derived (closure-both-ways ?x ?y)
    (or (related ?x ?y)
        (related ?y ?x)
        (exists (?z) (and (closure-both-ways ?x ?z) (related ?z ?y)))
        (exists (?z) (and (closure-both-ways ?x ?z) (related ?y ?z))))))
