; made by generator.py: seed = 103, fridges = 2, screws = 4; a plan: 26 steps
(define (problem fridge-2-4-3-103)
  (:domain fridge)
  (:objects
    fridge1 fridge2 - fridge
    panel1 panel2 - panel
    compressor1 compressor2 compressor3 compressor4 compressor5 - compressor
    screw1-1 screw1-2 screw1-3 screw1-4 screw2-1 screw2-2 screw2-3 screw2-4 - screw
  )
  (:init
    (belongs panel1 fridge1) (inside compressor4 fridge1) (attached panel1) (holds screw1-1 panel1)
    (fastened screw1-1) (holds screw1-2 panel1) (fastened screw1-2) (holds screw1-3 panel1)
    (fastened screw1-3) (holds screw1-4 panel1) (fastened screw1-4) (belongs panel2 fridge2)
    (inside compressor2 fridge2) (attached panel2) (holds screw2-1 panel2) (fastened screw2-1)
    (holds screw2-2 panel2) (fastened screw2-2) (holds screw2-3 panel2) (fastened screw2-3)
    (holds screw2-4 panel2) (fastened screw2-4) (spare compressor1) (spare compressor3) (spare compressor5)
    (sound compressor1) (sound compressor5)
  )
  (:goal (and
    (inside compressor1 fridge1) (running fridge1) (inside compressor5 fridge2) (running fridge2)
  ))
)
