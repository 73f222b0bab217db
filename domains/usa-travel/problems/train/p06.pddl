; made by generator.py: seed = 6, states = 12, visits = 1; shortest plan: 5 steps
(define (problem usa-travel-12-1-6)
  (:domain usa-travel)
  (:objects
    connecticut delaware kentucky maryland massachusetts new-hampshire new-jersey new-york pennsylvania
    rhode-island vermont west-virginia - state
  )
  (:init
    (at massachusetts) (visited massachusetts) (adjacent connecticut massachusetts)
    (adjacent connecticut new-york) (adjacent connecticut rhode-island) (adjacent delaware maryland)
    (adjacent delaware new-jersey) (adjacent delaware pennsylvania) (adjacent kentucky west-virginia)
    (adjacent maryland delaware) (adjacent maryland pennsylvania) (adjacent maryland west-virginia)
    (adjacent massachusetts connecticut) (adjacent massachusetts new-hampshire)
    (adjacent massachusetts new-york) (adjacent massachusetts rhode-island) (adjacent massachusetts vermont)
    (adjacent new-hampshire massachusetts) (adjacent new-hampshire vermont) (adjacent new-jersey delaware)
    (adjacent new-jersey new-york) (adjacent new-jersey pennsylvania) (adjacent new-york connecticut)
    (adjacent new-york massachusetts) (adjacent new-york new-jersey) (adjacent new-york pennsylvania)
    (adjacent new-york vermont) (adjacent pennsylvania delaware) (adjacent pennsylvania maryland)
    (adjacent pennsylvania new-jersey) (adjacent pennsylvania new-york) (adjacent pennsylvania west-virginia)
    (adjacent rhode-island connecticut) (adjacent rhode-island massachusetts) (adjacent vermont massachusetts)
    (adjacent vermont new-hampshire) (adjacent vermont new-york) (adjacent west-virginia kentucky)
    (adjacent west-virginia maryland) (adjacent west-virginia pennsylvania)
  )
  (:goal (and
    (visited maryland) (at new-york)
  ))
)
