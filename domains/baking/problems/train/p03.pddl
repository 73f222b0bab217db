; made by generator.py: seed = 1, cakes = 0, souffles = 2; shortest plan: 11 steps
(define (problem baking-0-2-1-1)
  (:domain baking)
  (:objects
    egg1 egg2 - egg
    soap1 - soap
    pan1 - pan
    oven1 - oven
    dessert1 dessert2 - dessert
  )
  (:init
    (available egg1) (available egg2) (available soap1) (on-table pan1) (empty oven1) (unmade dessert1)
    (unmade dessert2)
  )
  (:goal (and
    (souffle dessert1) (souffle dessert2)
  ))
)
