; made by generator.py: seed = 101, balls = 6, rooms = 3; a plan: 28 steps
(define (problem gripper-6-3-101)
  (:domain gripper)
  (:objects
    room1 room2 room3 - room
    ball1 ball2 ball3 ball4 ball5 ball6 - ball
  )
  (:init
    (robot-at room3) (empty left) (empty right) (door room1 room2) (door room2 room1) (door room2 room3)
    (door room3 room2) (at ball1 room2) (at ball2 room3) (at ball3 room3) (at ball4 room2) (at ball5 room3)
    (at ball6 room2)
  )
  (:goal (and
    (at ball1 room1) (at ball2 room1) (at ball3 room1) (at ball4 room3) (at ball5 room1) (at ball6 room3)
  ))
)
