; One car at first: `blue` is nowhere. The list of actions is how such problems begin.
(define (problem tower) (:domain elevator)
  (:objects f1 f2 - floor ann bob - person)
  (:init (at red f1) (waits ann f1) (waits bob f2) (call f1) (call f2) (board ann) (swap))
  (:goal (inside bob red)))
