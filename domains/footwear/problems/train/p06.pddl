; made by generator.py: seed = 1, places = 3, styles = 2, visits = 2, pairs = 1; shortest plan: 7 steps
(define (problem footwear-3-2-2-1-1)
  (:domain footwear)
  (:objects
    gym bank office - place
    sneakers boots - style
    left-sneakers right-sneakers left-boots right-boots - shoe
    wool-sock1 wool-sock2 thin-sock1 thin-sock2 - sock
  )
  (:init
    (at home) (shoeless left-foot) (under left-foot barefoot) (shoeless right-foot)
    (under right-foot barefoot) (asks-for gym boots) (asks-for bank boots) (asks-for office boots)
    (goes-over sneakers thin) (goes-over boots wool) (lying left-sneakers) (fits left-sneakers left-foot)
    (of-style left-sneakers sneakers) (lying right-sneakers) (fits right-sneakers right-foot)
    (of-style right-sneakers sneakers) (lying left-boots) (fits left-boots left-foot)
    (of-style left-boots boots) (lying right-boots) (fits right-boots right-foot) (of-style right-boots boots)
    (lying wool-sock1) (of-style wool-sock1 wool) (lying wool-sock2) (of-style wool-sock2 wool)
    (lying thin-sock1) (of-style thin-sock1 thin) (lying thin-sock2) (of-style thin-sock2 thin)
  )
  (:goal (and
    (visited gym) (visited bank) (at home)
  ))
)
