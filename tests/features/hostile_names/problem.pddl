(define (problem a_b) (:domain a-b)
  (:objects a-b x.1 - a-b a_b über - a_b is X{0} 0 42 - 1st)
  (:init (a-b a-b) (a-b a_b) (a_b a_b) (a_b is) (a-b 42) (is 42 0))
  (:goal (and (true) (count 0) (it's 42))))
