; made by generator.py: seed = 1, cakes = 0, souffles = 1, spare = 1; shortest plan: 4 steps
(define (problem baking-0-1-1-1)
  (:domain baking)
  (:objects
    egg1 egg2 - egg
    flour1 - flour
    soap1 - soap
    pan1 - pan
    oven1 - oven
    dessert1 - dessert
  )
  (:init
    (available egg1) (available egg2) (available flour1) (available soap1) (on-table pan1) (empty oven1)
    (hot oven1) (unmade dessert1)
  )
  (:goal (and
    (souffle dessert1)
  ))
)
