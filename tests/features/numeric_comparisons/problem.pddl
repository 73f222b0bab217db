(define (problem three) (:domain tanks)
  (:objects a b c - tank)
  (:init (= (level a) 2) (= (level b) 3) (= (level c) 4) (= (size a) 7) (= (size b) 8) (= (size c) 5) (= (limit) 0))
  (:goal (exists (?t - tank) (> (level ?t) (* 2 (limit) (size ?t))))))
