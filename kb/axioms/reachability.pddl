; Reachability on a graph.
;
; Expects of the domain: (connected ?x ?y), an edge from ?x to ?y. A domain whose edges have another name, say
; (road ?x ?y), gets it from a further file of axioms: (:derived (connected ?x ?y) (road ?x ?y)), named before this one.
;
; (reachable ?x ?y)       a path of one or more edges leads from ?x to ?y
; (mutual ?x ?y)          paths lead both ways
; (on-cycle ?x)           a path leads from ?x back to ?x
(define (axioms reachability)
  (:requirements :disjunctive-preconditions :existential-preconditions :derived-predicates)
  (:derived (reachable ?x ?y)
    (or (connected ?x ?y)
        (exists (?z) (and (connected ?x ?z) (reachable ?z ?y)))))
  (:derived (mutual ?x ?y) (and (reachable ?x ?y) (reachable ?y ?x)))
  (:derived (on-cycle ?x) (reachable ?x ?x)))
