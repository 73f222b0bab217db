; made by generator.py: seed = 1, rovers = 1, waypoints = 4, samples = 2, objectives = 1, images = 1; shortest plan: 13 steps
(define (problem rovers-1-4-2-1-1-1)
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
    (lander-at lander waypoint4) (visible waypoint1 waypoint2) (visible waypoint2 waypoint1)
    (visible waypoint1 waypoint3) (visible waypoint3 waypoint1) (visible waypoint2 waypoint4)
    (visible waypoint4 waypoint2) (visible-from objective1 waypoint1) (at rover1 waypoint4)
    (store-of store1 rover1) (empty store1) (equipped-for-soil rover1) (equipped-for-rock rover1)
    (equipped-for-imaging rover1) (on-board camera1 rover1) (calibration-target camera1 objective1)
    (supports camera1 colour) (supports camera1 high-res) (supports camera1 low-res)
    (can-traverse rover1 waypoint1 waypoint2) (can-traverse rover1 waypoint2 waypoint1)
    (can-traverse rover1 waypoint1 waypoint3) (can-traverse rover1 waypoint3 waypoint1)
    (can-traverse rover1 waypoint2 waypoint4) (can-traverse rover1 waypoint4 waypoint2) (rock-at waypoint3)
    (soil-at waypoint4)
  )
  (:goal (and
    (communicated-rock waypoint3) (communicated-soil waypoint4) (communicated-image objective1 low-res)
  ))
)
