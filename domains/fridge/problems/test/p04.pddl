; made by generator.py: seed = 101, fridges = 4, screws = 4; a plan: 54 steps
(define (problem fridge-4-4-3-101)
  (:domain fridge)
  (:objects
    fridge1 fridge2 fridge3 fridge4 - fridge
    panel1 panel2 panel3 panel4 - panel
    compressor1 compressor2 compressor3 compressor4 compressor5 compressor6 compressor7 - compressor
    screw1-1 screw1-2 screw1-3 screw1-4 screw2-1 screw2-2 screw2-3 screw2-4 screw3-1 screw3-2 screw3-3
    screw3-4 screw4-1 screw4-2 screw4-3 screw4-4 - screw
  )
  (:init
    (belongs panel1 fridge1) (inside compressor5 fridge1) (attached panel1) (holds screw1-1 panel1)
    (fastened screw1-1) (holds screw1-2 panel1) (fastened screw1-2) (holds screw1-3 panel1)
    (fastened screw1-3) (holds screw1-4 panel1) (fastened screw1-4) (running fridge1) (belongs panel2 fridge2)
    (inside compressor2 fridge2) (attached panel2) (holds screw2-1 panel2) (fastened screw2-1)
    (holds screw2-2 panel2) (fastened screw2-2) (holds screw2-3 panel2) (fastened screw2-3)
    (holds screw2-4 panel2) (fastened screw2-4) (running fridge2) (belongs panel3 fridge3)
    (inside compressor7 fridge3) (attached panel3) (holds screw3-1 panel3) (fastened screw3-1)
    (holds screw3-2 panel3) (fastened screw3-2) (holds screw3-3 panel3) (fastened screw3-3)
    (holds screw3-4 panel3) (fastened screw3-4) (belongs panel4 fridge4) (inside compressor3 fridge4)
    (attached panel4) (holds screw4-1 panel4) (fastened screw4-1) (holds screw4-2 panel4) (fastened screw4-2)
    (holds screw4-3 panel4) (fastened screw4-3) (holds screw4-4 panel4) (fastened screw4-4)
    (spare compressor1) (spare compressor4) (spare compressor6) (sound compressor1) (sound compressor2)
    (sound compressor4) (sound compressor5) (sound compressor6)
  )
  (:goal (and
    (inside compressor4 fridge1) (running fridge1) (inside compressor1 fridge2) (running fridge2)
    (inside compressor5 fridge3) (running fridge3) (inside compressor2 fridge4) (running fridge4)
  ))
)
