; Rooms behind locked doors. A key lies somewhere in the open, and picking it up unlocks the room that it is for; one can
; go to every place of an unlocked room.
(define (domain doors)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types room location key)
  (:predicates
    (in-room ?l - location ?r - room)
    (key-for ?k - key ?r - room)
    (at ?l - location)               ; where the agent is
    (key-at ?k - key ?l - location)
    (unlocked ?r - room))

  (:action move-to
    :parameters (?from ?to - location ?r - room)
    :precondition (and (at ?from) (in-room ?to ?r) (unlocked ?r) (not (= ?from ?to)))
    :effect (and (at ?to) (not (at ?from))))

  (:action pick
    :parameters (?k - key ?l - location ?r - room)
    :precondition (and (at ?l) (key-at ?k ?l) (key-for ?k ?r))
    :effect (and (unlocked ?r) (not (key-at ?k ?l)))))
