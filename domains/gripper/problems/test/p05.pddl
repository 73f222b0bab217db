; made by generator.py: seed = 102, balls = 8, rooms = 5; a plan: 39 steps
(define (problem gripper-8-5-102)
  (:domain gripper)
  (:objects
    room1 room2 room3 room4 room5 - room
    ball1 ball2 ball3 ball4 ball5 ball6 ball7 ball8 - ball
  )
  (:init
    (robot-at room2) (empty left) (empty right) (door room1 room2) (door room2 room1) (door room1 room3)
    (door room3 room1) (door room3 room4) (door room4 room3) (door room2 room5) (door room5 room2)
    (at ball1 room4) (at ball2 room5) (at ball3 room5) (at ball4 room5) (at ball5 room4) (at ball6 room2)
    (at ball7 room1) (at ball8 room2)
  )
  (:goal (and
    (at ball1 room3) (at ball2 room4) (at ball3 room1) (at ball4 room2) (at ball5 room5) (at ball6 room5)
    (at ball7 room5) (at ball8 room4)
  ))
)
