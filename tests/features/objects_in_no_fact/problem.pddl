; Neither `kite` nor `low` is in a fact; `bear` is a constant that no fact of the problem mentions.
(define (problem day) (:domain attic)
  (:objects top low - shelf kite car - toy)
  (:init (on car top))
  (:goal (and (on kite low) (on bear low))))
