; (total-cost) is not in :init.
(define (problem town) (:domain errands)
  (:objects a b c - place)
  (:init (at a) (road a b) (road b c) 
    (= (length a a) 0) (= (length a b) 5) (= (length a c) 9)
    (= (length b a) 5) (= (length b b) 0) (= (length b c) 7/2)
    (= (length c a) 9) (= (length c b) 4) (= (length c c) 0))
  (:goal (at c))
  (:metric minimize (total-cost)))
