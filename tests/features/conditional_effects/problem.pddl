(define (problem row) (:domain lamps)
  (:objects b c)
  (:init (lit a) (next a b) (next b c))
  (:goal (and (lit c) (not (lit b)))))
