; made by generator.py: seed = 4, places = 3, styles = 2, visits = 2, pairs = 1; shortest plan: 5 steps
(define (problem footwear-3-2-2-1-4)
  (:domain footwear)
  (:objects
    beach mountain office - place
    sandals dress-shoes - style
    left-sandals right-sandals left-dress-shoes right-dress-shoes - shoe
    wool-sock1 wool-sock2 thin-sock1 thin-sock2 - sock
  )
  (:init
    (at home) (shoeless left-foot) (under left-foot barefoot) (shoeless right-foot)
    (under right-foot barefoot) (asks-for beach sandals) (asks-for mountain sandals) (asks-for office sandals)
    (goes-over sandals barefoot) (goes-over dress-shoes thin) (lying left-sandals)
    (fits left-sandals left-foot) (of-style left-sandals sandals) (lying right-sandals)
    (fits right-sandals right-foot) (of-style right-sandals sandals) (lying left-dress-shoes)
    (fits left-dress-shoes left-foot) (of-style left-dress-shoes dress-shoes) (lying right-dress-shoes)
    (fits right-dress-shoes right-foot) (of-style right-dress-shoes dress-shoes) (lying wool-sock1)
    (of-style wool-sock1 wool) (lying wool-sock2) (of-style wool-sock2 wool) (lying thin-sock1)
    (of-style thin-sock1 thin) (lying thin-sock2) (of-style thin-sock2 thin)
  )
  (:goal (and
    (visited beach) (visited mountain) (at home)
  ))
)
