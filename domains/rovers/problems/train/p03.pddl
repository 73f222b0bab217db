; made by generator.py: seed = 3, rovers = 1, waypoints = 4, samples = 2, objectives = 1, images = 0; shortest plan: 9 steps
(define (problem rovers-1-4-2-1-0-3)
  (:domain rovers)
  (:objects
    rover1 - rover
    store1 - store
    camera1 - camera
    colour high-res low-res - mode
    objective1 - objective
    waypoint1 waypoint2 waypoint3 waypoint4 - waypoint
    lander - lander
  )
  (:init
    (lander-at lander waypoint1) (visible waypoint1 waypoint2) (visible waypoint2 waypoint1)
    (visible waypoint1 waypoint3) (visible waypoint3 waypoint1) (visible waypoint2 waypoint4)
    (visible waypoint4 waypoint2) (visible waypoint4 waypoint3) (visible waypoint3 waypoint4)
    (visible-from objective1 waypoint3) (at rover1 waypoint2) (store-of store1 rover1) (empty store1)
    (equipped-for-soil rover1) (equipped-for-rock rover1) (equipped-for-imaging rover1)
    (on-board camera1 rover1) (calibration-target camera1 objective1) (supports camera1 colour)
    (supports camera1 high-res) (supports camera1 low-res) (can-traverse rover1 waypoint1 waypoint2)
    (can-traverse rover1 waypoint2 waypoint1) (can-traverse rover1 waypoint1 waypoint3)
    (can-traverse rover1 waypoint3 waypoint1) (can-traverse rover1 waypoint2 waypoint4)
    (can-traverse rover1 waypoint4 waypoint2) (rock-at waypoint4) (rock-at waypoint1)
  )
  (:goal (and
    (communicated-rock waypoint4) (communicated-rock waypoint1)
  ))
)
