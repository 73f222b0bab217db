; The road a - c has no length.
(define (problem country) (:domain errands)
  (:objects a b c - place)
  (:init (at a) (road a b) (road a c) (= (length a b) 5))
  (:goal (at c))
  (:metric minimize (total-cost)))
