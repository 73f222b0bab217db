; made by generator.py: seed = 4, states = 14, visits = 2; shortest plan: 6 steps
(define (problem usa-travel-14-2-4)
  (:domain usa-travel)
  (:objects
    alabama arkansas colorado florida georgia kentucky louisiana maryland mississippi ohio oklahoma tennessee
    virginia west-virginia - state
  )
  (:init
    (at florida) (visited florida) (adjacent alabama florida) (adjacent alabama georgia)
    (adjacent alabama mississippi) (adjacent alabama tennessee) (adjacent arkansas louisiana)
    (adjacent arkansas mississippi) (adjacent arkansas oklahoma) (adjacent arkansas tennessee)
    (adjacent colorado oklahoma) (adjacent florida alabama) (adjacent florida georgia)
    (adjacent georgia alabama) (adjacent georgia florida) (adjacent georgia tennessee)
    (adjacent kentucky ohio) (adjacent kentucky tennessee) (adjacent kentucky virginia)
    (adjacent kentucky west-virginia) (adjacent louisiana arkansas) (adjacent louisiana mississippi)
    (adjacent maryland virginia) (adjacent maryland west-virginia) (adjacent mississippi alabama)
    (adjacent mississippi arkansas) (adjacent mississippi louisiana) (adjacent mississippi tennessee)
    (adjacent ohio kentucky) (adjacent ohio west-virginia) (adjacent oklahoma arkansas)
    (adjacent oklahoma colorado) (adjacent tennessee alabama) (adjacent tennessee arkansas)
    (adjacent tennessee georgia) (adjacent tennessee kentucky) (adjacent tennessee mississippi)
    (adjacent tennessee virginia) (adjacent virginia kentucky) (adjacent virginia maryland)
    (adjacent virginia tennessee) (adjacent virginia west-virginia) (adjacent west-virginia kentucky)
    (adjacent west-virginia maryland) (adjacent west-virginia ohio) (adjacent west-virginia virginia)
  )
  (:goal (and
    (visited virginia) (visited kentucky) (at mississippi)
  ))
)
