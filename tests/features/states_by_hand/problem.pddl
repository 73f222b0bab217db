(define (problem street) (:domain shop)
  (:objects bread cake)
  (:init (sells bread) (sells cake) (= (price bread) 2) (= (price cake) 5) (= (money) 3))
  (:goal (has cake)))
