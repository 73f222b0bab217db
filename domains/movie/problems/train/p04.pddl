; made by generator.py: seed = 4, snacks = 8; shortest plan: 6 steps
(define (problem movie-8-4)
  (:domain movie)
  (:objects
    chips1 chips2 - chips
    dip1 dip2 dip3 - dip
    pop1 - pop
    cheese1 - cheese
    crackers1 - crackers
  )
  (:init
    (counter-at-two-hours) (have-chips)
  )
  (:goal (and
    (movie-rewound) (counter-at-zero) (have-chips) (have-dip) (have-pop) (have-cheese) (have-crackers)
  ))
)
