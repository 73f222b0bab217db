(define (problem tidy)
  (:domain shelf)
  (:objects honey - jar crate - box attic - place)
  (:init (at honey attic) (at crate floor) (free))
  (:goal (at honey floor)))
s end
