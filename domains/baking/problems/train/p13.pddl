; made by generator.py: seed = 2, cakes = 2, souffles = 1; shortest plan: 18 steps
(define (problem baking-2-1-1-2)
  (:domain baking)
  (:objects
    egg1 egg2 egg3 - egg
    flour1 flour2 - flour
    soap1 soap2 - soap
    pan1 - pan
    oven1 - oven
    dessert1 dessert2 dessert3 - dessert
  )
  (:init
    (available egg1) (available egg2) (available egg3) (available flour1) (available flour2) (available soap1)
    (available soap2) (on-table pan1) (empty oven1) (hot oven1) (unmade dessert1) (unmade dessert2)
    (unmade dessert3)
  )
  (:goal (and
    (cake dessert1) (souffle dessert2) (cake dessert3)
  ))
)
