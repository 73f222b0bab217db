; made by generator.py: seed = 4, states = 12, visits = 1; shortest plan: 6 steps
(define (problem usa-travel-12-1-4)
  (:domain usa-travel)
  (:objects
    alabama arkansas florida georgia kentucky louisiana maryland mississippi ohio oklahoma tennessee virginia
    - state
  )
  (:init
    (at alabama) (visited alabama) (adjacent alabama florida) (adjacent alabama georgia)
    (adjacent alabama mississippi) (adjacent alabama tennessee) (adjacent arkansas louisiana)
    (adjacent arkansas mississippi) (adjacent arkansas oklahoma) (adjacent arkansas tennessee)
    (adjacent florida alabama) (adjacent florida georgia) (adjacent georgia alabama)
    (adjacent georgia florida) (adjacent georgia tennessee) (adjacent kentucky ohio)
    (adjacent kentucky tennessee) (adjacent kentucky virginia) (adjacent louisiana arkansas)
    (adjacent louisiana mississippi) (adjacent maryland virginia) (adjacent mississippi alabama)
    (adjacent mississippi arkansas) (adjacent mississippi louisiana) (adjacent mississippi tennessee)
    (adjacent ohio kentucky) (adjacent oklahoma arkansas) (adjacent tennessee alabama)
    (adjacent tennessee arkansas) (adjacent tennessee georgia) (adjacent tennessee kentucky)
    (adjacent tennessee mississippi) (adjacent tennessee virginia) (adjacent virginia kentucky)
    (adjacent virginia maryland) (adjacent virginia tennessee)
  )
  (:goal (and
    (visited ohio) (at georgia)
  ))
)
