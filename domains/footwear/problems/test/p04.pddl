; made by generator.py: seed = 101, places = 10, styles = 4, visits = 8, pairs = 3; a plan: 32 steps
(define (problem footwear-10-4-8-3-101)
  (:domain footwear)
  (:objects
    bank beach meadow theatre pool forest bay mountain office gym - place
    dress-shoes sandals sneakers boots - style
    left-dress-shoes right-dress-shoes left-sandals right-sandals left-sneakers right-sneakers left-boots
    right-boots - shoe
    wool-sock1 wool-sock2 wool-sock3 wool-sock4 wool-sock5 wool-sock6 thin-sock1 thin-sock2 thin-sock3
    thin-sock4 thin-sock5 thin-sock6 - sock
  )
  (:init
    (at home) (shoeless left-foot) (under left-foot barefoot) (shoeless right-foot)
    (under right-foot barefoot) (asks-for bank sneakers) (asks-for beach boots) (asks-for meadow dress-shoes)
    (asks-for theatre sneakers) (asks-for pool sandals) (asks-for forest sandals) (asks-for bay dress-shoes)
    (asks-for mountain boots) (asks-for office sneakers) (asks-for gym sandals) (goes-over dress-shoes thin)
    (goes-over sandals barefoot) (goes-over sneakers thin) (goes-over boots wool) (lying left-dress-shoes)
    (fits left-dress-shoes left-foot) (of-style left-dress-shoes dress-shoes) (lying right-dress-shoes)
    (fits right-dress-shoes right-foot) (of-style right-dress-shoes dress-shoes) (lying left-sandals)
    (fits left-sandals left-foot) (of-style left-sandals sandals) (lying right-sandals)
    (fits right-sandals right-foot) (of-style right-sandals sandals) (lying left-sneakers)
    (fits left-sneakers left-foot) (of-style left-sneakers sneakers) (lying right-sneakers)
    (fits right-sneakers right-foot) (of-style right-sneakers sneakers) (lying left-boots)
    (fits left-boots left-foot) (of-style left-boots boots) (lying right-boots) (fits right-boots right-foot)
    (of-style right-boots boots) (lying wool-sock1) (of-style wool-sock1 wool) (lying wool-sock2)
    (of-style wool-sock2 wool) (lying wool-sock3) (of-style wool-sock3 wool) (lying wool-sock4)
    (of-style wool-sock4 wool) (lying wool-sock5) (of-style wool-sock5 wool) (lying wool-sock6)
    (of-style wool-sock6 wool) (lying thin-sock1) (of-style thin-sock1 thin) (lying thin-sock2)
    (of-style thin-sock2 thin) (lying thin-sock3) (of-style thin-sock3 thin) (lying thin-sock4)
    (of-style thin-sock4 thin) (lying thin-sock5) (of-style thin-sock5 thin) (lying thin-sock6)
    (of-style thin-sock6 thin)
  )
  (:goal (and
    (visited bank) (visited beach) (visited meadow) (visited theatre) (visited pool) (visited forest)
    (visited bay) (visited mountain) (at home)
  ))
)
