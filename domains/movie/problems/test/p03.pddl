; made by generator.py: seed = 103, snacks = 30; shortest plan: 6 steps
(define (problem movie-30-103)
  (:domain movie)
  (:objects
    chips1 chips2 chips3 chips4 chips5 chips6 chips7 chips8 chips9 - chips
    dip1 dip2 dip3 dip4 dip5 - dip
    pop1 pop2 pop3 pop4 pop5 - pop
    cheese1 cheese2 cheese3 cheese4 cheese5 cheese6 - cheese
    crackers1 crackers2 crackers3 crackers4 crackers5 - crackers
  )
  (:init
    (counter-at-two-hours) (have-pop)
  )
  (:goal (and
    (movie-rewound) (counter-at-zero) (have-chips) (have-dip) (have-pop) (have-cheese) (have-crackers)
  ))
)
