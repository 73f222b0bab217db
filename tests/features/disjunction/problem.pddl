(define (problem ring) (:domain keys)
  (:objects b c)
  (:init (has a) (forged a) (forged b) (lent a b) (lent c b))
  (:goal (or (opened c) (and (opened a) (opened b)))))
