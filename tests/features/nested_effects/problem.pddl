; a - b - c, and d alone.
(define (problem valley) (:domain plague)
  (:objects a b c d - town)
  (:init (ill a) (road a b) (road b c) (road b a) (guarded d))
  (:goal (forall (?t - town) (imply (ill ?t) (= ?t a)))))
