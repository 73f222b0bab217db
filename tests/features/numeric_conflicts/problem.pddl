(define (problem meeting) (:domain votes)
  (:objects a b c - voter)
  (:init (for a) (for b) (= (weight a) 2) (= (weight b) 3) (= (weight c) 2) (= (count) 10))
  (:goal (= (count) 15)))
