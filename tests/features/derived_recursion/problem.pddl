; a -> b -> c, and d alone.
(define (problem chain) (:domain graph)
  (:objects a b c d)
  (:init (edge a b) (edge b c) (at a))
  (:goal (and (at d) (cyclic))))
