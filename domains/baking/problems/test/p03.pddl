; made by generator.py: seed = 103, cakes = 3, souffles = 2, pans = 2, ovens = 2, spare = 1; a plan: 31 steps
(define (problem baking-3-2-2-103)
  (:domain baking)
  (:objects
    egg1 egg2 egg3 egg4 egg5 egg6 - egg
    flour1 flour2 flour3 flour4 - flour
    soap1 soap2 soap3 soap4 - soap
    pan1 pan2 - pan
    oven1 oven2 - oven
    dessert1 dessert2 dessert3 dessert4 dessert5 - dessert
  )
  (:init
    (available egg1) (available egg2) (available egg3) (available egg4) (available egg5) (available egg6)
    (available flour1) (available flour2) (available flour3) (available flour4) (available soap1)
    (available soap2) (available soap3) (available soap4) (on-table pan1) (on-table pan2) (empty oven1)
    (empty oven2) (unmade dessert1) (unmade dessert2) (unmade dessert3) (unmade dessert4) (unmade dessert5)
  )
  (:goal (and
    (souffle dessert1) (cake dessert2) (cake dessert3) (cake dessert4) (souffle dessert5)
  ))
)
