; made by generator.py: seed = 5, states = 14, visits = 2; shortest plan: 5 steps
(define (problem usa-travel-14-2-5)
  (:domain usa-travel)
  (:objects
    alabama colorado illinois iowa kentucky mississippi missouri nebraska oklahoma pennsylvania tennessee
    texas virginia west-virginia - state
  )
  (:init
    (at west-virginia) (visited west-virginia) (adjacent alabama mississippi) (adjacent alabama tennessee)
    (adjacent colorado nebraska) (adjacent colorado oklahoma) (adjacent illinois iowa)
    (adjacent illinois kentucky) (adjacent illinois missouri) (adjacent iowa illinois)
    (adjacent iowa missouri) (adjacent iowa nebraska) (adjacent kentucky illinois)
    (adjacent kentucky missouri) (adjacent kentucky tennessee) (adjacent kentucky virginia)
    (adjacent kentucky west-virginia) (adjacent mississippi alabama) (adjacent mississippi tennessee)
    (adjacent missouri illinois) (adjacent missouri iowa) (adjacent missouri kentucky)
    (adjacent missouri nebraska) (adjacent missouri oklahoma) (adjacent missouri tennessee)
    (adjacent nebraska colorado) (adjacent nebraska iowa) (adjacent nebraska missouri)
    (adjacent oklahoma colorado) (adjacent oklahoma missouri) (adjacent oklahoma texas)
    (adjacent pennsylvania west-virginia) (adjacent tennessee alabama) (adjacent tennessee kentucky)
    (adjacent tennessee mississippi) (adjacent tennessee missouri) (adjacent tennessee virginia)
    (adjacent texas oklahoma) (adjacent virginia kentucky) (adjacent virginia tennessee)
    (adjacent virginia west-virginia) (adjacent west-virginia kentucky) (adjacent west-virginia pennsylvania)
    (adjacent west-virginia virginia)
  )
  (:goal (and
    (visited missouri) (visited oklahoma) (at iowa)
  ))
)
