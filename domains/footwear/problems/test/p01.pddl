; made by generator.py: seed = 101, places = 6, styles = 3, visits = 4; a plan: 23 steps
(define (problem footwear-6-3-4-2-101)
  (:domain footwear)
  (:objects
    bank beach meadow theatre pool forest - place
    dress-shoes sneakers boots - style
    left-dress-shoes right-dress-shoes left-sneakers right-sneakers left-boots right-boots - shoe
    wool-sock1 wool-sock2 wool-sock3 wool-sock4 thin-sock1 thin-sock2 thin-sock3 thin-sock4 - sock
  )
  (:init
    (at home) (shoeless left-foot) (under left-foot barefoot) (shoeless right-foot)
    (under right-foot barefoot) (asks-for bank sneakers) (asks-for beach sneakers) (asks-for meadow boots)
    (asks-for theatre dress-shoes) (asks-for pool sneakers) (asks-for forest sneakers)
    (goes-over dress-shoes thin) (goes-over sneakers thin) (goes-over boots wool) (lying left-dress-shoes)
    (fits left-dress-shoes left-foot) (of-style left-dress-shoes dress-shoes) (lying right-dress-shoes)
    (fits right-dress-shoes right-foot) (of-style right-dress-shoes dress-shoes) (lying left-sneakers)
    (fits left-sneakers left-foot) (of-style left-sneakers sneakers) (lying right-sneakers)
    (fits right-sneakers right-foot) (of-style right-sneakers sneakers) (lying left-boots)
    (fits left-boots left-foot) (of-style left-boots boots) (lying right-boots) (fits right-boots right-foot)
    (of-style right-boots boots) (lying wool-sock1) (of-style wool-sock1 wool) (lying wool-sock2)
    (of-style wool-sock2 wool) (lying wool-sock3) (of-style wool-sock3 wool) (lying wool-sock4)
    (of-style wool-sock4 wool) (lying thin-sock1) (of-style thin-sock1 thin) (lying thin-sock2)
    (of-style thin-sock2 thin) (lying thin-sock3) (of-style thin-sock3 thin) (lying thin-sock4)
    (of-style thin-sock4 thin)
  )
  (:goal (and
    (visited bank) (visited beach) (visited meadow) (visited theatre) (at home)
  ))
)
