; made by generator.py: seed = 1, snacks = 8; shortest plan: 6 steps
(define (problem movie-8-1)
  (:domain movie)
  (:objects
    chips1 chips2 - chips
    dip1 - dip
    pop1 - pop
    cheese1 cheese2 - cheese
    crackers1 crackers2 - crackers
  )
  (:init
    (counter-at-other-than-two-hours) (have-cheese)
  )
  (:goal (and
    (movie-rewound) (counter-at-zero) (have-chips) (have-dip) (have-pop) (have-cheese) (have-crackers)
  ))
)
