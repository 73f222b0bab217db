; made by generator.py: seed = 2, snacks = 12; shortest plan: 5 steps
(define (problem movie-12-2)
  (:domain movie)
  (:objects
    chips1 chips2 chips3 - chips
    dip1 - dip
    pop1 - pop
    cheese1 cheese2 cheese3 - cheese
    crackers1 crackers2 crackers3 crackers4 - crackers
  )
  (:init
    (counter-at-other-than-two-hours) (have-crackers) (have-dip)
  )
  (:goal (and
    (movie-rewound) (counter-at-zero) (have-chips) (have-dip) (have-pop) (have-cheese) (have-crackers)
  ))
)
