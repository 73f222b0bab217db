; made by generator.py: seed = 1, states = 12, visits = 1; shortest plan: 4 steps
(define (problem usa-travel-12-1-1)
  (:domain usa-travel)
  (:objects
    arkansas delaware florida georgia maryland mississippi north-carolina pennsylvania south-carolina
    tennessee texas virginia - state
  )
  (:init
    (at arkansas) (visited arkansas) (adjacent arkansas mississippi) (adjacent arkansas tennessee)
    (adjacent arkansas texas) (adjacent delaware maryland) (adjacent delaware pennsylvania)
    (adjacent florida georgia) (adjacent georgia florida) (adjacent georgia north-carolina)
    (adjacent georgia south-carolina) (adjacent georgia tennessee) (adjacent maryland delaware)
    (adjacent maryland pennsylvania) (adjacent maryland virginia) (adjacent mississippi arkansas)
    (adjacent mississippi tennessee) (adjacent north-carolina georgia)
    (adjacent north-carolina south-carolina) (adjacent north-carolina tennessee)
    (adjacent north-carolina virginia) (adjacent pennsylvania delaware) (adjacent pennsylvania maryland)
    (adjacent south-carolina georgia) (adjacent south-carolina north-carolina) (adjacent tennessee arkansas)
    (adjacent tennessee georgia) (adjacent tennessee mississippi) (adjacent tennessee north-carolina)
    (adjacent tennessee virginia) (adjacent texas arkansas) (adjacent virginia maryland)
    (adjacent virginia north-carolina) (adjacent virginia tennessee)
  )
  (:goal (and
    (visited texas) (at north-carolina)
  ))
)
