; made by generator.py: seed = 2, snacks = 8; shortest plan: 5 steps
(define (problem movie-8-2)
  (:domain movie)
  (:objects
    chips1 chips2 - chips
    dip1 - dip
    pop1 - pop
    cheese1 - cheese
    crackers1 crackers2 crackers3 - crackers
  )
  (:init
    (counter-at-two-hours) (have-dip) (have-pop)
  )
  (:goal (and
    (movie-rewound) (counter-at-zero) (have-chips) (have-dip) (have-pop) (have-cheese) (have-crackers)
  ))
)
