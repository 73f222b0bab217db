(define (problem street) (:domain shop)
  (:objects bread cake gift)
  (:init (sells bread) (sells cake) (= (price bread) 2) (= (price cake) 5) (= (money) 3) (= (discount bread) 1))
  (:goal (has cake)))
