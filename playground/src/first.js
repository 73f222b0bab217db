// A first domain: small, explained, and with one action left to write before its goal can be reached.

const domain = `; A room with lamps. Change anything here, and the world beside it follows.
(define (domain room)
  (:requirements :strips :typing :negative-preconditions)
  (:types lamp)

  ; What can be true. A word with ? is a variable: it stands for any lamp.
  (:predicates
    (lit ?l - lamp))

  ; What can be done. :precondition says when, and :effect what is true afterwards.
  (:action switch-on
    :parameters (?l - lamp)
    :precondition (not (lit ?l))
    :effect (lit ?l))

  ; Your turn. The goal (see Problem) is that one lamp is lit and the other one is not, but nothing switches a lamp off.
  ; Write the action switch-off below. An effect (not (lit ?l)) makes it false that a lamp is lit.

)
`;

const problem = `; Which things there are, what is true at the start, and what shall be true in the end.
(define (problem evening)
  (:domain room)
  (:objects desk ceiling - lamp)
  (:init (lit ceiling))
  (:goal (and (lit desk) (not (lit ceiling)))))
`;

/** The texts of the first domain. */
export const FIRST = { domain, problem, axioms: [] };

/** Open the first domain. */
export function openFirst(app) {
  return app.play.openTexts(FIRST, { name: "Your first domain" });
}
