; Repairing fridges. The compressor is behind a panel that screws hold. It may be worked on only while the fridge is
; switched off, and the fridge runs only with a sound compressor and all screws of its panel in.
(define (domain fridge)
  (:requirements :adl :typing)
  (:types fridge panel compressor screw)
  (:predicates
    (belongs ?p - panel ?f - fridge)
    (holds ?s - screw ?p - panel)        ; the panel has a hole for this screw
    (fastened ?s - screw)
    (attached ?p - panel)
    (inside ?c - compressor ?f - fridge)
    (empty ?f - fridge)                  ; there is no compressor in it
    (spare ?c - compressor)              ; it is in no fridge
    (sound ?c - compressor)
    (running ?f - fridge))

  (:action stop
    :parameters (?f - fridge)
    :precondition (running ?f)
    :effect (not (running ?f)))

  (:action start
    :parameters (?f - fridge ?p - panel ?c - compressor)
    :precondition (and (not (running ?f)) (inside ?c ?f) (sound ?c) (belongs ?p ?f) (attached ?p)
                       (forall (?s - screw) (imply (holds ?s ?p) (fastened ?s))))
    :effect (running ?f))

  (:action unfasten
    :parameters (?s - screw ?p - panel ?f - fridge)
    :precondition (and (fastened ?s) (holds ?s ?p) (belongs ?p ?f) (not (running ?f)))
    :effect (not (fastened ?s)))

  (:action fasten
    :parameters (?s - screw ?p - panel)
    :precondition (and (holds ?s ?p) (attached ?p) (not (fastened ?s)))
    :effect (fastened ?s))

  (:action remove-panel
    :parameters (?p - panel ?f - fridge)
    :precondition (and (attached ?p) (belongs ?p ?f) (not (running ?f))
                       (forall (?s - screw) (imply (holds ?s ?p) (not (fastened ?s)))))
    :effect (not (attached ?p)))

  (:action attach-panel
    :parameters (?p - panel)
    :precondition (not (attached ?p))
    :effect (attached ?p))

  (:action remove-compressor
    :parameters (?c - compressor ?f - fridge ?p - panel)
    :precondition (and (inside ?c ?f) (belongs ?p ?f) (not (attached ?p)))
    :effect (and (spare ?c) (empty ?f) (not (inside ?c ?f))))

  (:action fit-compressor
    :parameters (?c - compressor ?f - fridge ?p - panel)
    :precondition (and (spare ?c) (empty ?f) (belongs ?p ?f) (not (attached ?p)))
    :effect (and (inside ?c ?f) (not (spare ?c)) (not (empty ?f)))))
