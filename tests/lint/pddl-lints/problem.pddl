(define (problem one) (:domain lints)
  (:objects a b c island - place red - colour box - thing)
  (:init (at box a) (road a b) (road b a) (marked a) (road b c) (= (fuel) 5) (= (steps) 0))
  (:goal (and (at box c) (at box island))))
