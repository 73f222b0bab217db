; made by generator.py: seed = 1, fridges = 2, screws = 1; shortest plan: 7 steps
(define (problem fridge-2-1-3-1)
  (:domain fridge)
  (:objects
    fridge1 fridge2 - fridge
    panel1 panel2 - panel
    compressor1 compressor2 compressor3 compressor4 compressor5 - compressor
    screw1-1 screw2-1 - screw
  )
  (:init
    (belongs panel1 fridge1) (inside compressor2 fridge1) (attached panel1) (holds screw1-1 panel1)
    (fastened screw1-1) (belongs panel2 fridge2) (inside compressor1 fridge2) (attached panel2)
    (holds screw2-1 panel2) (fastened screw2-1) (running fridge2) (spare compressor3) (spare compressor4)
    (spare compressor5) (sound compressor1) (sound compressor3)
  )
  (:goal (and
    (inside compressor3 fridge1) (running fridge1) (inside compressor1 fridge2) (running fridge2)
  ))
)
