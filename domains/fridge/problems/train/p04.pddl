; made by generator.py: seed = 2, fridges = 1, screws = 3; shortest plan: 12 steps
(define (problem fridge-1-3-3-2)
  (:domain fridge)
  (:objects
    fridge1 - fridge
    panel1 - panel
    compressor1 compressor2 compressor3 compressor4 - compressor
    screw1-1 screw1-2 screw1-3 - screw
  )
  (:init
    (belongs panel1 fridge1) (inside compressor1 fridge1) (attached panel1) (holds screw1-1 panel1)
    (fastened screw1-1) (holds screw1-2 panel1) (fastened screw1-2) (holds screw1-3 panel1)
    (fastened screw1-3) (running fridge1) (spare compressor2) (spare compressor3) (spare compressor4)
    (sound compressor1) (sound compressor2) (sound compressor3)
  )
  (:goal (and
    (inside compressor3 fridge1) (running fridge1)
  ))
)
