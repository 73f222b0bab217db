(define (problem tidy)
  (:domain shelf)
  (:objects - place honey - jar
     - box
   crate - (either box jar)
    - (either box jar)
 attic - place)
  (:init (at honey attic) (at crate floor) (free))
  (:goal (at honey floor)))
