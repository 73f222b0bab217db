; Nobody at all: no object of any type.
(define (problem nobody) (:domain castle)
  (:objects)
  (:init)
  (:goal (exists (?h - being) (and))))
