; made by generator.py: seed = 5, places = 1, styles = 2, visits = 1, pairs = 1; shortest plan: 4 steps
(define (problem footwear-1-2-1-1-5)
  (:domain footwear)
  (:objects
    bank - place
    sneakers sandals - style
    left-sneakers right-sneakers left-sandals right-sandals - shoe
    wool-sock1 wool-sock2 thin-sock1 thin-sock2 - sock
  )
  (:init
    (at home) (shoeless left-foot) (under left-foot barefoot) (shoeless right-foot)
    (under right-foot barefoot) (asks-for bank sandals) (goes-over sneakers thin) (goes-over sandals barefoot)
    (lying left-sneakers) (fits left-sneakers left-foot) (of-style left-sneakers sneakers)
    (lying right-sneakers) (fits right-sneakers right-foot) (of-style right-sneakers sneakers)
    (lying left-sandals) (fits left-sandals left-foot) (of-style left-sandals sandals) (lying right-sandals)
    (fits right-sandals right-foot) (of-style right-sandals sandals) (lying wool-sock1)
    (of-style wool-sock1 wool) (lying wool-sock2) (of-style wool-sock2 wool) (lying thin-sock1)
    (of-style thin-sock1 thin) (lying thin-sock2) (of-style thin-sock2 thin)
  )
  (:goal (and
    (visited bank) (at home)
  ))
)
