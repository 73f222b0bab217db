; made by generator.py: seed = 103, cakes = 5, souffles = 5, pans = 3, ovens = 2; a plan: 61 steps
(define (problem baking-5-5-3-103)
  (:domain baking)
  (:objects
    egg1 egg2 egg3 egg4 egg5 egg6 egg7 egg8 egg9 egg10 - egg
    flour1 flour2 flour3 flour4 flour5 - flour
    soap1 soap2 soap3 soap4 soap5 soap6 soap7 - soap
    pan1 pan2 pan3 - pan
    oven1 oven2 - oven
    dessert1 dessert2 dessert3 dessert4 dessert5 dessert6 dessert7 dessert8 dessert9 dessert10 - dessert
  )
  (:init
    (available egg1) (available egg2) (available egg3) (available egg4) (available egg5) (available egg6)
    (available egg7) (available egg8) (available egg9) (available egg10) (available flour1) (available flour2)
    (available flour3) (available flour4) (available flour5) (available soap1) (available soap2)
    (available soap3) (available soap4) (available soap5) (available soap6) (available soap7) (on-table pan1)
    (on-table pan2) (on-table pan3) (empty oven1) (empty oven2) (hot oven2) (unmade dessert1)
    (unmade dessert2) (unmade dessert3) (unmade dessert4) (unmade dessert5) (unmade dessert6)
    (unmade dessert7) (unmade dessert8) (unmade dessert9) (unmade dessert10)
  )
  (:goal (and
    (souffle dessert1) (cake dessert2) (souffle dessert3) (souffle dessert4) (cake dessert5)
    (souffle dessert6) (cake dessert7) (cake dessert8) (cake dessert9) (souffle dessert10)
  ))
)
