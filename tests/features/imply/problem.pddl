(define (problem towns) (:domain rules)
  (:objects a b c)
  (:init (rain a) (umbrella a) (rain b) (near a b) (near b a) (near c c))
  (:goal (forall (?x) (imply (rain ?x) (dry ?x)))))
