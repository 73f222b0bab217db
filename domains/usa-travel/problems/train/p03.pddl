; made by generator.py: seed = 3, states = 12, visits = 1; shortest plan: 5 steps
(define (problem usa-travel-12-1-3)
  (:domain usa-travel)
  (:objects
    alabama arizona colorado idaho louisiana mississippi montana new-mexico north-dakota oklahoma texas
    wyoming - state
  )
  (:init
    (at idaho) (visited idaho) (adjacent alabama mississippi) (adjacent arizona new-mexico)
    (adjacent colorado new-mexico) (adjacent colorado oklahoma) (adjacent colorado wyoming)
    (adjacent idaho montana) (adjacent idaho wyoming) (adjacent louisiana mississippi)
    (adjacent louisiana texas) (adjacent mississippi alabama) (adjacent mississippi louisiana)
    (adjacent montana idaho) (adjacent montana north-dakota) (adjacent montana wyoming)
    (adjacent new-mexico arizona) (adjacent new-mexico colorado) (adjacent new-mexico oklahoma)
    (adjacent new-mexico texas) (adjacent north-dakota montana) (adjacent oklahoma colorado)
    (adjacent oklahoma new-mexico) (adjacent oklahoma texas) (adjacent texas louisiana)
    (adjacent texas new-mexico) (adjacent texas oklahoma) (adjacent wyoming colorado) (adjacent wyoming idaho)
    (adjacent wyoming montana)
  )
  (:goal (and
    (visited new-mexico) (at wyoming)
  ))
)
