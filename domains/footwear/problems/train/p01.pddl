; made by generator.py: seed = 1, places = 1, styles = 2, visits = 1, pairs = 1; shortest plan: 6 steps
(define (problem footwear-1-2-1-1-1)
  (:domain footwear)
  (:objects
    gym - place
    boots dress-shoes - style
    left-boots right-boots left-dress-shoes right-dress-shoes - shoe
    wool-sock1 wool-sock2 thin-sock1 thin-sock2 - sock
  )
  (:init
    (at home) (shoeless left-foot) (under left-foot barefoot) (shoeless right-foot)
    (under right-foot barefoot) (asks-for gym boots) (goes-over boots wool) (goes-over dress-shoes thin)
    (lying left-boots) (fits left-boots left-foot) (of-style left-boots boots) (lying right-boots)
    (fits right-boots right-foot) (of-style right-boots boots) (lying left-dress-shoes)
    (fits left-dress-shoes left-foot) (of-style left-dress-shoes dress-shoes) (lying right-dress-shoes)
    (fits right-dress-shoes right-foot) (of-style right-dress-shoes dress-shoes) (lying wool-sock1)
    (of-style wool-sock1 wool) (lying wool-sock2) (of-style wool-sock2 wool) (lying thin-sock1)
    (of-style thin-sock1 thin) (lying thin-sock2) (of-style thin-sock2 thin)
  )
  (:goal (and
    (visited gym) (at home)
  ))
)
