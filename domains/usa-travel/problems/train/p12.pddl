; made by generator.py: seed = 6, states = 14, visits = 2; shortest plan: 5 steps
(define (problem usa-travel-14-2-6)
  (:domain usa-travel)
  (:objects
    connecticut delaware kentucky maine maryland massachusetts new-hampshire new-jersey new-york ohio
    pennsylvania rhode-island vermont west-virginia - state
  )
  (:init
    (at vermont) (visited vermont) (adjacent connecticut massachusetts) (adjacent connecticut new-york)
    (adjacent connecticut rhode-island) (adjacent delaware maryland) (adjacent delaware new-jersey)
    (adjacent delaware pennsylvania) (adjacent kentucky ohio) (adjacent kentucky west-virginia)
    (adjacent maine new-hampshire) (adjacent maryland delaware) (adjacent maryland pennsylvania)
    (adjacent maryland west-virginia) (adjacent massachusetts connecticut)
    (adjacent massachusetts new-hampshire) (adjacent massachusetts new-york)
    (adjacent massachusetts rhode-island) (adjacent massachusetts vermont) (adjacent new-hampshire maine)
    (adjacent new-hampshire massachusetts) (adjacent new-hampshire vermont) (adjacent new-jersey delaware)
    (adjacent new-jersey new-york) (adjacent new-jersey pennsylvania) (adjacent new-york connecticut)
    (adjacent new-york massachusetts) (adjacent new-york new-jersey) (adjacent new-york pennsylvania)
    (adjacent new-york vermont) (adjacent ohio kentucky) (adjacent ohio pennsylvania)
    (adjacent ohio west-virginia) (adjacent pennsylvania delaware) (adjacent pennsylvania maryland)
    (adjacent pennsylvania new-jersey) (adjacent pennsylvania new-york) (adjacent pennsylvania ohio)
    (adjacent pennsylvania west-virginia) (adjacent rhode-island connecticut)
    (adjacent rhode-island massachusetts) (adjacent vermont massachusetts) (adjacent vermont new-hampshire)
    (adjacent vermont new-york) (adjacent west-virginia kentucky) (adjacent west-virginia maryland)
    (adjacent west-virginia ohio) (adjacent west-virginia pennsylvania)
  )
  (:goal (and
    (visited rhode-island) (visited new-hampshire) (at maine)
  ))
)
