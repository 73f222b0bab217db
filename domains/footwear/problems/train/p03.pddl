; made by generator.py: seed = 3, places = 1, styles = 2, visits = 1, pairs = 1; shortest plan: 4 steps
(define (problem footwear-1-2-1-1-3)
  (:domain footwear)
  (:objects
    beach - place
    dress-shoes sandals - style
    left-dress-shoes right-dress-shoes left-sandals right-sandals - shoe
    wool-sock1 wool-sock2 thin-sock1 thin-sock2 - sock
  )
  (:init
    (at home) (shoeless left-foot) (under left-foot barefoot) (shoeless right-foot)
    (under right-foot barefoot) (asks-for beach sandals) (goes-over dress-shoes thin)
    (goes-over sandals barefoot) (lying left-dress-shoes) (fits left-dress-shoes left-foot)
    (of-style left-dress-shoes dress-shoes) (lying right-dress-shoes) (fits right-dress-shoes right-foot)
    (of-style right-dress-shoes dress-shoes) (lying left-sandals) (fits left-sandals left-foot)
    (of-style left-sandals sandals) (lying right-sandals) (fits right-sandals right-foot)
    (of-style right-sandals sandals) (lying wool-sock1) (of-style wool-sock1 wool) (lying wool-sock2)
    (of-style wool-sock2 wool) (lying thin-sock1) (of-style thin-sock1 thin) (lying thin-sock2)
    (of-style thin-sock2 thin)
  )
  (:goal (and
    (visited beach) (at home)
  ))
)
