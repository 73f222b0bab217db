; made by generator.py: seed = 4, balls = 2, rooms = 2; shortest plan: 6 steps
(define (problem gripper-2-2-4)
  (:domain gripper)
  (:objects
    room1 room2 - room
    ball1 ball2 - ball
  )
  (:init
    (robot-at room1) (empty left) (empty right) (door room1 room2) (door room2 room1) (at ball1 room1)
    (at ball2 room2)
  )
  (:goal (and
    (at ball1 room2) (at ball2 room1)
  ))
)
