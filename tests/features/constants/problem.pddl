; `low` is a constant that the problem declares once more.
(define (problem dinner) (:domain pantry)
  (:objects low - shelf rice - food)
  (:init (on salt low) (on rice top))
  (:goal (and (seasoned rice) (on salt top))))
