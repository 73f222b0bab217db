; made by generator.py: seed = 1, fridges = 1, screws = 3; shortest plan: 11 steps
(define (problem fridge-1-3-3-1)
  (:domain fridge)
  (:objects
    fridge1 - fridge
    panel1 - panel
    compressor1 compressor2 compressor3 compressor4 - compressor
    screw1-1 screw1-2 screw1-3 - screw
  )
  (:init
    (belongs panel1 fridge1) (inside compressor2 fridge1) (attached panel1) (holds screw1-1 panel1)
    (fastened screw1-1) (holds screw1-2 panel1) (fastened screw1-2) (holds screw1-3 panel1)
    (fastened screw1-3) (spare compressor1) (spare compressor3) (spare compressor4) (sound compressor1)
  )
  (:goal (and
    (inside compressor1 fridge1) (running fridge1)
  ))
)
