; Trains on a single line with sidings, where they meet and pass. A track holds one train at a time.
(define (domain meet-pass)
  (:requirements :strips :typing)
  (:types train track)
  (:predicates
    (connected ?x ?y - track)
    (at ?t - train ?x - track)
    (clear ?x - track))       ; no train is there

  (:action move-train
    :parameters (?t - train ?from ?to - track)
    :precondition (and (at ?t ?from) (connected ?from ?to) (clear ?to))
    :effect (and (at ?t ?to) (clear ?from) (not (at ?t ?from)) (not (clear ?to)))))
