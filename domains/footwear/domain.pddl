; Dressing the feet for where one goes. Every place asks for shoes of a style, one on each foot; some styles want a sock
; of a certain kind under them, others a bare foot. Feet are dressed and undressed at home.
(define (domain footwear)
  (:requirements :adl :typing)
  (:types
    place foot style garment - object
    sock shoe - garment)
  (:constants
    left-foot right-foot - foot
    home - place
    barefoot wool thin - style)        ; of what is right under a shoe
  (:predicates
    (at ?p - place)
    (asks-for ?p - place ?s - style)   ; in its shoes one may come in
    (visited ?p - place)
    (of-style ?x - garment ?s - style)
    (fits ?x - shoe ?f - foot)
    (goes-over ?shoe ?under - style)
    (under ?f - foot ?s - style)       ; what a shoe would be put on over
    (lying ?x - garment)
    (worn ?x - garment ?f - foot)
    (shoeless ?f - foot))

  (:action put-on-sock
    :parameters (?x - sock ?f - foot ?s - style)
    :precondition (and (at home) (lying ?x) (shoeless ?f) (under ?f barefoot) (of-style ?x ?s))
    :effect (and (worn ?x ?f) (under ?f ?s) (not (lying ?x)) (not (under ?f barefoot))))

  (:action take-off-sock
    :parameters (?x - sock ?f - foot ?s - style)
    :precondition (and (at home) (worn ?x ?f) (shoeless ?f) (of-style ?x ?s))
    :effect (and (lying ?x) (under ?f barefoot) (not (worn ?x ?f)) (not (under ?f ?s))))

  (:action put-on-shoe
    :parameters (?x - shoe ?f - foot ?s ?u - style)
    :precondition (and (at home) (lying ?x) (fits ?x ?f) (shoeless ?f)
                       (of-style ?x ?s) (under ?f ?u) (goes-over ?s ?u))
    :effect (and (worn ?x ?f) (not (lying ?x)) (not (shoeless ?f))))

  (:action take-off-shoe
    :parameters (?x - shoe ?f - foot)
    :precondition (and (at home) (worn ?x ?f))
    :effect (and (lying ?x) (shoeless ?f) (not (worn ?x ?f))))

  (:action go
    :parameters (?from ?to - place ?s - style)
    :precondition (and (at ?from) (asks-for ?to ?s) (not (= ?from ?to))
                       (forall (?f - foot) (exists (?x - shoe) (and (worn ?x ?f) (of-style ?x ?s)))))
    :effect (and (at ?to) (visited ?to) (not (at ?from))))

  ; At home everything is allowed.
  (:action go-home
    :parameters (?from - place)
    :precondition (and (at ?from) (not (= ?from home)))
    :effect (and (at home) (not (at ?from)))))
