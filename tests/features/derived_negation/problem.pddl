; a -> b -> c
(define (problem pipe) (:domain strata)
  (:objects a b c)
  (:init (source a) (edge a b) (edge b c))
  (:goal (and (some-isolated) (not (won c)))))
