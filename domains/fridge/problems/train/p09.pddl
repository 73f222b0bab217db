; made by generator.py: seed = 3, fridges = 2, screws = 1; shortest plan: 14 steps
(define (problem fridge-2-1-3-3)
  (:domain fridge)
  (:objects
    fridge1 fridge2 - fridge
    panel1 panel2 - panel
    compressor1 compressor2 compressor3 compressor4 compressor5 - compressor
    screw1-1 screw2-1 - screw
  )
  (:init
    (belongs panel1 fridge1) (inside compressor2 fridge1) (attached panel1) (holds screw1-1 panel1)
    (fastened screw1-1) (belongs panel2 fridge2) (inside compressor5 fridge2) (attached panel2)
    (holds screw2-1 panel2) (fastened screw2-1) (spare compressor1) (spare compressor3) (spare compressor4)
    (sound compressor3) (sound compressor4)
  )
  (:goal (and
    (inside compressor3 fridge1) (running fridge1) (inside compressor4 fridge2) (running fridge2)
  ))
)
