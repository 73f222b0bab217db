; made by generator.py: seed = 3, states = 14, visits = 2; shortest plan: 9 steps
(define (problem usa-travel-14-2-3)
  (:domain usa-travel)
  (:objects
    alabama arizona colorado georgia idaho kansas louisiana mississippi montana new-mexico north-dakota
    oklahoma texas wyoming - state
  )
  (:init
    (at oklahoma) (visited oklahoma) (adjacent alabama georgia) (adjacent alabama mississippi)
    (adjacent arizona new-mexico) (adjacent colorado kansas) (adjacent colorado new-mexico)
    (adjacent colorado oklahoma) (adjacent colorado wyoming) (adjacent georgia alabama)
    (adjacent idaho montana) (adjacent idaho wyoming) (adjacent kansas colorado) (adjacent kansas oklahoma)
    (adjacent louisiana mississippi) (adjacent louisiana texas) (adjacent mississippi alabama)
    (adjacent mississippi louisiana) (adjacent montana idaho) (adjacent montana north-dakota)
    (adjacent montana wyoming) (adjacent new-mexico arizona) (adjacent new-mexico colorado)
    (adjacent new-mexico oklahoma) (adjacent new-mexico texas) (adjacent north-dakota montana)
    (adjacent oklahoma colorado) (adjacent oklahoma kansas) (adjacent oklahoma new-mexico)
    (adjacent oklahoma texas) (adjacent texas louisiana) (adjacent texas new-mexico) (adjacent texas oklahoma)
    (adjacent wyoming colorado) (adjacent wyoming idaho) (adjacent wyoming montana)
  )
  (:goal (and
    (visited montana) (visited wyoming) (at mississippi)
  ))
)
