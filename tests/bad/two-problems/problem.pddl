(define (domain lamp) (:predicates (on)) (:action press :parameters () :effect (on)))
(define (problem one) (:domain lamp) (:init) (:goal (on)))
(define (problem two) (:domain lamp) (:init (on)) (:goal (on)))
