; A carrier packs newspapers at the home base and delivers them to the places that want one. A place may be entered only
; if it is safe.
(define (domain newspapers)
  (:requirements :strips :typing)
  (:types place paper)
  (:predicates
    (at ?l - place)
    (home-base ?l - place)
    (safe ?l - place)
    (wants-paper ?l - place)
    (satisfied ?l - place)
    (unpacked ?p - paper)       ; still at the home base
    (carrying ?p - paper))

  (:action move
    :parameters (?from ?to - place)
    :precondition (and (at ?from) (safe ?to))
    :effect (and (at ?to) (not (at ?from))))

  (:action pick-up
    :parameters (?p - paper ?l - place)
    :precondition (and (at ?l) (home-base ?l) (unpacked ?p))
    :effect (and (carrying ?p) (not (unpacked ?p))))

  (:action deliver
    :parameters (?p - paper ?l - place)
    :precondition (and (at ?l) (wants-paper ?l) (carrying ?p))
    :effect (and (satisfied ?l) (not (carrying ?p)) (not (wants-paper ?l)))))
