; A power network after a fault. Breakers connect generators to sections of the network, switches connect sections to
; each other. A breaker trips when it powers a faulty section; then the faults are to be isolated, and all sections that
; can have power again are to get it. Who has power is derived: it flows through closed devices.
(define (domain power)
  (:requirements :adl :typing :derived-predicates)
  (:types
    section device - object
    breaker switch - device)
  (:predicates
    (feeds ?b - breaker ?x - section)        ; the generator behind ?b stands at ?x
    (links ?w - switch ?x ?y - section)      ; given in both directions
    (closed ?d - device)
    (stuck ?d - device)                      ; can be neither opened nor closed by hand
    (faulty ?x - section)
    (powers ?b - breaker ?x - section)       ; derived, and so are all that follow
    (fed ?x - section)
    (tripping ?b - breaker)
    (alarm))

  (:derived (powers ?b - breaker ?x - section)
    (and (closed ?b)
         (or (feeds ?b ?x)
             (exists (?y - section ?w - switch)
               (and (powers ?b ?y) (links ?w ?y ?x) (closed ?w))))))

  (:derived (fed ?x - section)
    (exists (?b - breaker) (powers ?b ?x)))

  (:derived (tripping ?b - breaker)
    (exists (?x - section) (and (powers ?b ?x) (faulty ?x))))

  (:derived (alarm)
    (exists (?b - breaker) (tripping ?b)))

  ; The protection works by itself before anybody can do anything else.
  (:action trip
    :parameters ()
    :precondition (alarm)
    :effect (forall (?b - breaker) (when (tripping ?b) (not (closed ?b)))))

  (:action open
    :parameters (?d - device)
    :precondition (and (not (alarm)) (closed ?d) (not (stuck ?d)))
    :effect (not (closed ?d)))

  ; Two sections that both have power must not be linked: their generators would not be in step.
  (:action close-switch
    :parameters (?w - switch)
    :precondition (and (not (alarm)) (not (closed ?w)) (not (stuck ?w))
                       (forall (?x ?y - section)
                         (imply (links ?w ?x ?y) (not (and (fed ?x) (fed ?y))))))
    :effect (closed ?w))

  (:action close-breaker
    :parameters (?b - breaker)
    :precondition (and (not (alarm)) (not (closed ?b))
                       (forall (?x - section) (imply (feeds ?b ?x) (not (fed ?x)))))
    :effect (closed ?b)))
