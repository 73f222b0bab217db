(define (problem evening) (:domain workshop)
  (:objects s - saw d - drill g - glue both - saw both - drill)
  (:init)
  (:goal (exists (?x - (either glue saw)) (used ?x))))
