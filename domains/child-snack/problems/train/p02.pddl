; made by generator.py: seed = 2, children = 1, tables = 3, trays = 1, spare = 1; shortest plan: 4 steps
(define (problem child-snack-1-3-1-1-2)
  (:domain child-snack)
  (:objects
    child1 - child
    bread1 bread2 - bread
    content1 content2 - content
    sandwich1 sandwich2 - sandwich
    tray1 - tray
    table1 table2 table3 - place
  )
  (:init
    (tray-at tray1 kitchen) (unmade sandwich1) (unmade sandwich2) (waiting child1 table1)
    (not-allergic child1) (in-kitchen bread1) (in-kitchen bread2) (in-kitchen content1) (in-kitchen content2)
  )
  (:goal (and
    (served child1)
  ))
)
