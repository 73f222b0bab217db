; made by generator.py: seed = 2, states = 12, visits = 1; shortest plan: 3 steps
(define (problem usa-travel-12-1-2)
  (:domain usa-travel)
  (:objects
    arizona arkansas california idaho missouri nevada new-mexico oklahoma oregon tennessee texas washington -
    state
  )
  (:init
    (at texas) (visited texas) (adjacent arizona california) (adjacent arizona nevada)
    (adjacent arizona new-mexico) (adjacent arkansas missouri) (adjacent arkansas oklahoma)
    (adjacent arkansas tennessee) (adjacent arkansas texas) (adjacent california arizona)
    (adjacent california nevada) (adjacent california oregon) (adjacent idaho nevada) (adjacent idaho oregon)
    (adjacent idaho washington) (adjacent missouri arkansas) (adjacent missouri oklahoma)
    (adjacent missouri tennessee) (adjacent nevada arizona) (adjacent nevada california)
    (adjacent nevada idaho) (adjacent nevada oregon) (adjacent new-mexico arizona)
    (adjacent new-mexico oklahoma) (adjacent new-mexico texas) (adjacent oklahoma arkansas)
    (adjacent oklahoma missouri) (adjacent oklahoma new-mexico) (adjacent oklahoma texas)
    (adjacent oregon california) (adjacent oregon idaho) (adjacent oregon nevada) (adjacent oregon washington)
    (adjacent tennessee arkansas) (adjacent tennessee missouri) (adjacent texas arkansas)
    (adjacent texas new-mexico) (adjacent texas oklahoma) (adjacent washington idaho)
    (adjacent washington oregon)
  )
  (:goal (and
    (visited new-mexico) (at california)
  ))
)
