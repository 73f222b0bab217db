(define (problem tidy)
  (:domain shelf)
  (:objects honey - jar crate - box attic - place)
  (:goal (at honey floor)))
