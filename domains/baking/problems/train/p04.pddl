; made by generator.py: seed = 1, cakes = 2, souffles = 0; shortest plan: 13 steps
(define (problem baking-2-0-1-1)
  (:domain baking)
  (:objects
    egg1 egg2 - egg
    flour1 flour2 - flour
    soap1 - soap
    pan1 - pan
    oven1 - oven
    dessert1 dessert2 - dessert
  )
  (:init
    (available egg1) (available egg2) (available flour1) (available flour2) (available soap1) (on-table pan1)
    (empty oven1) (unmade dessert1) (unmade dessert2)
  )
  (:goal (and
    (cake dessert1) (cake dessert2)
  ))
)
