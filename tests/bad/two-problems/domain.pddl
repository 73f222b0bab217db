(define (domain lamp) (:predicates (on)) (:action press :parameters () :effect (on)))
