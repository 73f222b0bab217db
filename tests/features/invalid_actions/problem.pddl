(define (problem house) (:domain gate)
  (:objects front back - door gold iron - key)
  (:init (fits iron front))
  (:goal (open front)))
