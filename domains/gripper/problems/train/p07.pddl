; made by generator.py: seed = 2, balls = 3, rooms = 3; shortest plan: 10 steps
(define (problem gripper-3-3-2)
  (:domain gripper)
  (:objects
    room1 room2 room3 - room
    ball1 ball2 ball3 - ball
  )
  (:init
    (robot-at room1) (empty left) (empty right) (door room1 room2) (door room2 room1) (door room1 room3)
    (door room3 room1) (at ball1 room2) (at ball2 room3) (at ball3 room2)
  )
  (:goal (and
    (at ball1 room1) (at ball2 room2) (at ball3 room1)
  ))
)
