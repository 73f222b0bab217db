; made by generator.py: seed = 5, snacks = 8; shortest plan: 5 steps
(define (problem movie-8-5)
  (:domain movie)
  (:objects
    chips1 - chips
    dip1 - dip
    pop1 - pop
    cheese1 cheese2 cheese3 cheese4 - cheese
    crackers1 - crackers
  )
  (:init
    (counter-at-two-hours) (have-dip) (have-chips)
  )
  (:goal (and
    (movie-rewound) (counter-at-zero) (have-chips) (have-dip) (have-pop) (have-cheese) (have-crackers)
  ))
)
