; a needs b and c, b needs d; c and d need nothing; e needs itself.
(define (problem work) (:domain tasks)
  (:objects a b c d e - task)
  (:init (needs a b) (needs a c) (needs b d) (needs e e))
  (:goal (all-ready)))
