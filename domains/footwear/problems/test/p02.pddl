; made by generator.py: seed = 102, places = 6, styles = 3, visits = 4; a plan: 14 steps
(define (problem footwear-6-3-4-2-102)
  (:domain footwear)
  (:objects
    gym track bank theatre bay mountain - place
    dress-shoes sandals sneakers - style
    left-dress-shoes right-dress-shoes left-sandals right-sandals left-sneakers right-sneakers - shoe
    wool-sock1 wool-sock2 wool-sock3 wool-sock4 thin-sock1 thin-sock2 thin-sock3 thin-sock4 - sock
  )
  (:init
    (at home) (shoeless left-foot) (under left-foot barefoot) (shoeless right-foot)
    (under right-foot barefoot) (asks-for gym sneakers) (asks-for track sandals) (asks-for bank sneakers)
    (asks-for theatre sneakers) (asks-for bay dress-shoes) (asks-for mountain sneakers)
    (goes-over dress-shoes thin) (goes-over sandals barefoot) (goes-over sneakers thin)
    (lying left-dress-shoes) (fits left-dress-shoes left-foot) (of-style left-dress-shoes dress-shoes)
    (lying right-dress-shoes) (fits right-dress-shoes right-foot) (of-style right-dress-shoes dress-shoes)
    (lying left-sandals) (fits left-sandals left-foot) (of-style left-sandals sandals) (lying right-sandals)
    (fits right-sandals right-foot) (of-style right-sandals sandals) (lying left-sneakers)
    (fits left-sneakers left-foot) (of-style left-sneakers sneakers) (lying right-sneakers)
    (fits right-sneakers right-foot) (of-style right-sneakers sneakers) (lying wool-sock1)
    (of-style wool-sock1 wool) (lying wool-sock2) (of-style wool-sock2 wool) (lying wool-sock3)
    (of-style wool-sock3 wool) (lying wool-sock4) (of-style wool-sock4 wool) (lying thin-sock1)
    (of-style thin-sock1 thin) (lying thin-sock2) (of-style thin-sock2 thin) (lying thin-sock3)
    (of-style thin-sock3 thin) (lying thin-sock4) (of-style thin-sock4 thin)
  )
  (:goal (and
    (visited gym) (visited track) (visited bank) (visited theatre) (at home)
  ))
)
