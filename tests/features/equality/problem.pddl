(define (problem hall) (:domain mirrors)
  (:objects them)
  (:init (likes me me))
  (:goal (exists (?x ?y) (and (likes ?x ?y) (not (= ?x ?y))))))
