; Sandwiches are made in the kitchen, put on trays, and served to children who wait at tables. A child who is allergic to
; gluten may be served only a sandwich without it; the others eat any. Bread and content are used up.
(define (domain child-snack)
  (:requirements :strips :typing)
  (:types child portion sandwich tray place - object
    bread content - portion)
  (:constants kitchen - place)
  (:predicates
    (in-kitchen ?x - portion)
    (ready ?s - sandwich)              ; it lies in the kitchen
    (on-tray ?s - sandwich ?t - tray)
    (tray-at ?t - tray ?p - place)
    (gluten-free ?x - portion)
    (harmless ?s - sandwich)           ; it is without gluten
    (unmade ?s - sandwich)
    (allergic ?c - child)
    (not-allergic ?c - child)
    (waiting ?c - child ?p - place)
    (served ?c - child))

  (:action make-sandwich-without-gluten
    :parameters (?s - sandwich ?b - bread ?c - content)
    :precondition (and (unmade ?s) (in-kitchen ?b) (in-kitchen ?c) (gluten-free ?b) (gluten-free ?c))
    :effect (and (ready ?s) (harmless ?s) (not (unmade ?s)) (not (in-kitchen ?b)) (not (in-kitchen ?c))))

  ; Of whatever there is; nobody looks whether it is without gluten.
  (:action make-sandwich
    :parameters (?s - sandwich ?b - bread ?c - content)
    :precondition (and (unmade ?s) (in-kitchen ?b) (in-kitchen ?c))
    :effect (and (ready ?s) (not (unmade ?s)) (not (in-kitchen ?b)) (not (in-kitchen ?c))))

  (:action put-on-tray
    :parameters (?s - sandwich ?t - tray)
    :precondition (and (ready ?s) (tray-at ?t kitchen))
    :effect (and (on-tray ?s ?t) (not (ready ?s))))

  (:action move-tray
    :parameters (?t - tray ?from ?to - place)
    :precondition (tray-at ?t ?from)
    :effect (and (not (tray-at ?t ?from)) (tray-at ?t ?to)))

  (:action serve-without-gluten
    :parameters (?c - child ?s - sandwich ?t - tray ?p - place)
    :precondition (and (allergic ?c) (waiting ?c ?p) (tray-at ?t ?p) (on-tray ?s ?t) (harmless ?s))
    :effect (and (served ?c) (not (waiting ?c ?p)) (not (on-tray ?s ?t))))

  (:action serve
    :parameters (?c - child ?s - sandwich ?t - tray ?p - place)
    :precondition (and (not-allergic ?c) (waiting ?c ?p) (tray-at ?t ?p) (on-tray ?s ?t))
    :effect (and (served ?c) (not (waiting ?c ?p)) (not (on-tray ?s ?t)))))
