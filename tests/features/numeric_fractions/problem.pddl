(define (problem cake) (:domain recipe)
  (:init (= (sugar) 1/4) (= (spoon) 0.1))
  (:goal (and (sweet) (>= (* (sugar) 4/3) 1.0))))
