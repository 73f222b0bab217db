(define (problem basket) (:domain eggs)
  (:objects a b c - egg)
  (:init (fresh a) (fresh b))
  (:goal (broken a)))
