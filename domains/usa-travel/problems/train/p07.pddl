; made by generator.py: seed = 1, states = 14, visits = 2; shortest plan: 6 steps
(define (problem usa-travel-14-2-1)
  (:domain usa-travel)
  (:objects
    alabama arkansas delaware florida georgia maryland mississippi north-carolina ohio pennsylvania
    south-carolina tennessee texas virginia - state
  )
  (:init
    (at mississippi) (visited mississippi) (adjacent alabama florida) (adjacent alabama georgia)
    (adjacent alabama mississippi) (adjacent alabama tennessee) (adjacent arkansas mississippi)
    (adjacent arkansas tennessee) (adjacent arkansas texas) (adjacent delaware maryland)
    (adjacent delaware pennsylvania) (adjacent florida alabama) (adjacent florida georgia)
    (adjacent georgia alabama) (adjacent georgia florida) (adjacent georgia north-carolina)
    (adjacent georgia south-carolina) (adjacent georgia tennessee) (adjacent maryland delaware)
    (adjacent maryland pennsylvania) (adjacent maryland virginia) (adjacent mississippi alabama)
    (adjacent mississippi arkansas) (adjacent mississippi tennessee) (adjacent north-carolina georgia)
    (adjacent north-carolina south-carolina) (adjacent north-carolina tennessee)
    (adjacent north-carolina virginia) (adjacent ohio pennsylvania) (adjacent pennsylvania delaware)
    (adjacent pennsylvania maryland) (adjacent pennsylvania ohio) (adjacent south-carolina georgia)
    (adjacent south-carolina north-carolina) (adjacent tennessee alabama) (adjacent tennessee arkansas)
    (adjacent tennessee georgia) (adjacent tennessee mississippi) (adjacent tennessee north-carolina)
    (adjacent tennessee virginia) (adjacent texas arkansas) (adjacent virginia maryland)
    (adjacent virginia north-carolina) (adjacent virginia tennessee)
  )
  (:goal (and
    (visited alabama) (visited north-carolina) (at pennsylvania)
  ))
)
