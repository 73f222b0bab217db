(define (problem throw) (:domain dice) (:init) (:goal (lucky)))
