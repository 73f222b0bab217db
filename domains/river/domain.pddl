; A traveller crosses rivers. Between two rivers lies a strip of land with a path along it. Swimming is quick but may end
; badly, stepping stones lead to islands from which the rest of the way is short, and somewhere there is a bridge.
(define (domain river)
  (:requirements :strips :typing :probabilistic-effects)
  (:types spot)
  (:predicates
    (at ?s - spot)
    (path ?from ?to - spot)      ; along a bank
    (bridge ?from ?to - spot)
    (water ?from ?to - spot)     ; from bank to bank
    (rocks ?from ?to - spot)     ; between a bank and an island
    (narrow ?from ?to - spot)    ; between an island and a bank
    (drowned))

  (:action walk
    :parameters (?from ?to - spot)
    :precondition (and (at ?from) (path ?from ?to))
    :effect (and (at ?to) (not (at ?from))))

  (:action cross-bridge
    :parameters (?from ?to - spot)
    :precondition (and (at ?from) (bridge ?from ?to))
    :effect (and (at ?to) (not (at ?from))))

  ; A quarter of all swimmers are driven back to where they came from.
  (:action swim-river
    :parameters (?from ?to - spot)
    :precondition (and (at ?from) (water ?from ?to))
    :effect (probabilistic
      1/2 (and (at ?to) (not (at ?from)))
      1/4 (and (drowned) (not (at ?from)))))

  ; Who does not slip may shrink back from the jump.
  (:action traverse-rocks
    :parameters (?from ?to - spot)
    :precondition (and (at ?from) (rocks ?from ?to))
    :effect (probabilistic
      3/5 (and (at ?to) (not (at ?from)))
      1/5 (and (drowned) (not (at ?from)))))

  (:action swim-island
    :parameters (?from ?to - spot)
    :precondition (and (at ?from) (narrow ?from ?to))
    :effect (probabilistic
      4/5 (and (at ?to) (not (at ?from)))
      1/10 (and (drowned) (not (at ?from))))))
