(define (problem couple) (:domain purse)
  (:objects ann bob - person)
  (:init (rich bob) (= (gold ann) 4) (= (gold bob) 10) (= (bank) 100) (= (rate) 3))
  (:goal (> (gold ann) (gold bob))))
