; made by generator.py: seed = 103, rovers = 2, waypoints = 6, samples = 3, objectives = 2, images = 2; a plan: 25 steps
(define (problem rovers-2-6-3-2-2-103)
  (:domain rovers)
  (:objects
    rover1 rover2 - rover
    store1 store2 - store
    camera1 camera2 - camera
    colour high-res low-res - mode
    objective1 objective2 - objective
    waypoint1 waypoint2 waypoint3 waypoint4 waypoint5 waypoint6 - waypoint
    lander - lander
  )
  (:init
    (lander-at lander waypoint6) (visible waypoint1 waypoint2) (visible waypoint2 waypoint1)
    (visible waypoint1 waypoint3) (visible waypoint3 waypoint1) (visible waypoint3 waypoint4)
    (visible waypoint4 waypoint3) (visible waypoint1 waypoint5) (visible waypoint5 waypoint1)
    (visible waypoint5 waypoint6) (visible waypoint6 waypoint5) (visible waypoint6 waypoint1)
    (visible waypoint1 waypoint6) (visible waypoint6 waypoint4) (visible waypoint4 waypoint6)
    (visible-from objective1 waypoint4) (visible-from objective2 waypoint2) (at rover1 waypoint2)
    (store-of store1 rover1) (empty store1) (equipped-for-soil rover1) (equipped-for-rock rover1)
    (equipped-for-imaging rover1) (on-board camera1 rover1) (calibration-target camera1 objective1)
    (supports camera1 colour) (supports camera1 high-res) (supports camera1 low-res)
    (can-traverse rover1 waypoint1 waypoint2) (can-traverse rover1 waypoint2 waypoint1)
    (can-traverse rover1 waypoint1 waypoint3) (can-traverse rover1 waypoint3 waypoint1)
    (can-traverse rover1 waypoint3 waypoint4) (can-traverse rover1 waypoint4 waypoint3)
    (can-traverse rover1 waypoint1 waypoint5) (can-traverse rover1 waypoint5 waypoint1)
    (can-traverse rover1 waypoint5 waypoint6) (can-traverse rover1 waypoint6 waypoint5)
    (can-traverse rover1 waypoint6 waypoint1) (can-traverse rover1 waypoint1 waypoint6) (at rover2 waypoint5)
    (store-of store2 rover2) (empty store2) (equipped-for-soil rover2) (equipped-for-rock rover2)
    (equipped-for-imaging rover2) (on-board camera2 rover2) (calibration-target camera2 objective2)
    (supports camera2 colour) (can-traverse rover2 waypoint1 waypoint2)
    (can-traverse rover2 waypoint2 waypoint1) (can-traverse rover2 waypoint1 waypoint3)
    (can-traverse rover2 waypoint3 waypoint1) (can-traverse rover2 waypoint3 waypoint4)
    (can-traverse rover2 waypoint4 waypoint3) (can-traverse rover2 waypoint1 waypoint5)
    (can-traverse rover2 waypoint5 waypoint1) (can-traverse rover2 waypoint5 waypoint6)
    (can-traverse rover2 waypoint6 waypoint5) (can-traverse rover2 waypoint6 waypoint1)
    (can-traverse rover2 waypoint1 waypoint6) (soil-at waypoint4) (rock-at waypoint3) (rock-at waypoint2)
  )
  (:goal (and
    (communicated-soil waypoint4) (communicated-rock waypoint3) (communicated-rock waypoint2)
    (communicated-image objective2 high-res) (communicated-image objective1 high-res)
  ))
)
