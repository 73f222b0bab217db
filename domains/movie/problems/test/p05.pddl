; made by generator.py: seed = 102, snacks = 80; shortest plan: 6 steps
(define (problem movie-80-102)
  (:domain movie)
  (:objects
    chips1 chips2 chips3 chips4 chips5 chips6 chips7 chips8 chips9 chips10 - chips
    dip1 dip2 dip3 dip4 dip5 dip6 dip7 dip8 dip9 dip10 dip11 dip12 dip13 dip14 - dip
    pop1 pop2 pop3 pop4 pop5 pop6 pop7 pop8 pop9 pop10 pop11 pop12 pop13 pop14 pop15 pop16 pop17 pop18 - pop
    cheese1 cheese2 cheese3 cheese4 cheese5 cheese6 cheese7 cheese8 cheese9 cheese10 cheese11 cheese12
    cheese13 cheese14 cheese15 cheese16 cheese17 cheese18 cheese19 cheese20 cheese21 cheese22 cheese23 -
    cheese
    crackers1 crackers2 crackers3 crackers4 crackers5 crackers6 crackers7 crackers8 crackers9 crackers10
    crackers11 crackers12 crackers13 crackers14 crackers15 - crackers
  )
  (:init
    (counter-at-two-hours) (have-crackers)
  )
  (:goal (and
    (movie-rewound) (counter-at-zero) (have-chips) (have-dip) (have-pop) (have-cheese) (have-crackers)
  ))
)
