(define (problem corridor) (:domain doors)
  (:objects a b - door)
  (:init (open a) (not (open b)) (painted b) (not (touched a)))
  (:goal (and (not (open a)) (not (exists (?d - door) (touched ?d))))))
