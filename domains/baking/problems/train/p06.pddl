; made by generator.py: seed = 2, cakes = 1, souffles = 1; shortest plan: 11 steps
(define (problem baking-1-1-1-2)
  (:domain baking)
  (:objects
    egg1 egg2 - egg
    flour1 - flour
    soap1 - soap
    pan1 - pan
    oven1 - oven
    dessert1 dessert2 - dessert
  )
  (:init
    (available egg1) (available egg2) (available flour1) (available soap1) (on-table pan1) (empty oven1)
    (hot oven1) (unmade dessert1) (unmade dessert2)
  )
  (:goal (and
    (souffle dessert1) (cake dessert2)
  ))
)
