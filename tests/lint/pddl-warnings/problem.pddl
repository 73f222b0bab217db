(define (problem unusual)
  (:objects a)
  (:init (not (done)) (on a a)))
