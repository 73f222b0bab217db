; made by generator.py: seed = 5, snacks = 12; shortest plan: 6 steps
(define (problem movie-12-5)
  (:domain movie)
  (:objects
    chips1 chips2 - chips
    dip1 - dip
    pop1 - pop
    cheese1 cheese2 cheese3 cheese4 cheese5 - cheese
    crackers1 crackers2 crackers3 - crackers
  )
  (:init
    (counter-at-other-than-two-hours) (have-chips)
  )
  (:goal (and
    (movie-rewound) (counter-at-zero) (have-chips) (have-dip) (have-pop) (have-cheese) (have-crackers)
  ))
)
