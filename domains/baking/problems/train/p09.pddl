; made by generator.py: seed = 1, cakes = 1, souffles = 1, pans = 2, ovens = 2; shortest plan: 11 steps
(define (problem baking-1-1-2-1)
  (:domain baking)
  (:objects
    egg1 egg2 - egg
    flour1 - flour
    pan1 pan2 - pan
    oven1 oven2 - oven
    dessert1 dessert2 - dessert
  )
  (:init
    (available egg1) (available egg2) (available flour1) (on-table pan1) (on-table pan2) (empty oven1)
    (empty oven2) (unmade dessert1) (unmade dessert2)
  )
  (:goal (and
    (souffle dessert1) (cake dessert2)
  ))
)
