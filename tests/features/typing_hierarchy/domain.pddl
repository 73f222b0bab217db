; Two roots, `thing` and `quay`, and types below types.
(define (domain harbour)
  (:requirements :strips :typing)
  (:types tug ferry - boat
          boat crane - machine
          machine - thing
          quay)
  (:predicates (at ?t - thing ?q - quay) (idle ?m - machine))
  (:action sail
    :parameters (?b - boat ?from ?to - quay)
    :precondition (at ?b ?from)
    :effect (and (not (at ?b ?from)) (at ?b ?to)))
  (:action lift
    :parameters (?c - crane ?t - thing ?q - quay)
    :precondition (and (at ?c ?q) (at ?t ?q))
    :effect (idle ?c))
  (:action rest
    :parameters (?m - machine)
    :precondition ()
    :effect (idle ?m)))
