; Reachability on a graph whose edges have a direction.
;
; needs (connected ?x ?y): an edge leads from ?x to ?y
; defines (reachable ?x ?y): a path of one or more edges leads from ?x to ?y
; defines (mutual ?x ?y): paths lead both ways
; defines (on-cycle ?x): a path leads from ?x back to ?x
; defines (dead-end ?x): an edge leads to ?x, and none leads on
(define (axioms reachability)
  (:requirements :disjunctive-preconditions :negative-preconditions :existential-preconditions :derived-predicates)
  (:derived (reachable ?x ?y)
    (or (connected ?x ?y)
        (exists (?z) (and (connected ?x ?z) (reachable ?z ?y)))))
  (:derived (mutual ?x ?y) (and (reachable ?x ?y) (reachable ?y ?x)))
  (:derived (on-cycle ?x) (reachable ?x ?x))
  (:derived (dead-end ?x)
    (and (exists (?y) (connected ?y ?x))
         (not (exists (?y) (connected ?x ?y))))))
