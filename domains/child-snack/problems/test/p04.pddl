; made by generator.py: seed = 101, children = 8, tables = 4, trays = 2, spare = 2; a plan: 46 steps
(define (problem child-snack-8-4-2-2-101)
  (:domain child-snack)
  (:objects
    child1 child2 child3 child4 child5 child6 child7 child8 - child
    bread1 bread2 bread3 bread4 bread5 bread6 bread7 bread8 bread9 bread10 - bread
    content1 content2 content3 content4 content5 content6 content7 content8 content9 content10 - content
    sandwich1 sandwich2 sandwich3 sandwich4 sandwich5 sandwich6 sandwich7 sandwich8 sandwich9 sandwich10 -
    sandwich
    tray1 tray2 - tray
    table1 table2 table3 table4 - place
  )
  (:init
    (tray-at tray1 kitchen) (tray-at tray2 kitchen) (unmade sandwich1) (unmade sandwich2) (unmade sandwich3)
    (unmade sandwich4) (unmade sandwich5) (unmade sandwich6) (unmade sandwich7) (unmade sandwich8)
    (unmade sandwich9) (unmade sandwich10) (waiting child1 table3) (not-allergic child1)
    (waiting child2 table4) (allergic child2) (waiting child3 table2) (not-allergic child3)
    (waiting child4 table3) (not-allergic child4) (waiting child5 table4) (not-allergic child5)
    (waiting child6 table1) (not-allergic child6) (waiting child7 table3) (allergic child7)
    (waiting child8 table2) (allergic child8) (in-kitchen bread1) (in-kitchen bread2) (in-kitchen bread3)
    (in-kitchen bread4) (in-kitchen bread5) (in-kitchen bread6) (in-kitchen bread7) (in-kitchen bread8)
    (in-kitchen bread9) (in-kitchen bread10) (gluten-free bread2) (gluten-free bread3) (gluten-free bread8)
    (in-kitchen content1) (in-kitchen content2) (in-kitchen content3) (in-kitchen content4)
    (in-kitchen content5) (in-kitchen content6) (in-kitchen content7) (in-kitchen content8)
    (in-kitchen content9) (in-kitchen content10) (gluten-free content4) (gluten-free content6)
    (gluten-free content9)
  )
  (:goal (and
    (served child1) (served child2) (served child3) (served child4) (served child5) (served child6)
    (served child7) (served child8)
  ))
)
