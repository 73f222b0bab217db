// A first domain: small, explained, and with one action left to write before its goal can be reached.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { say } from "./messages.js";
import { tour } from "./tour.js";

const KEY = "relgym.invited";
// The line that waits for an action.
const GAP = "  ";

// Lines are short, since those of an editor on a small screen are.
const domain = `; A room with lamps. Change anything here,
; and the world beside it follows.
(define (domain room)
  (:requirements :strips :typing
    :negative-preconditions)
  (:types lamp)

  ; What can be true. A word with ? is a
  ; variable: it stands for any lamp.
  (:predicates
    (lit ?l - lamp))

  ; What can be done. :precondition says
  ; when, :effect what is true afterwards.
  (:action switch-on
    :parameters (?l - lamp)
    :precondition (not (lit ?l))
    :effect (lit ?l))

  ; Your turn. The goal (see Problem): the
  ; desk lamp is lit, and the ceiling lamp
  ; is not. But nothing switches a lamp off.
  ;
  ; Write the action switch-off below: copy
  ; switch-on, and change its name; when it
  ; can be done: the lamp is lit; and what
  ; it changes: (not (lit ?l)) says that the
  ; lamp is no longer lit.
  ;
  ; A button for it appears beside the
  ; picture. Then press Plan below the
  ; picture, and see the goal reached.

${GAP}
)
`;

const problem = `; Which things there are, what is true at
; the start, and what shall be true in the
; end. Add a lamp, or change the goal.
(define (problem evening)
  (:domain room)
  (:objects desk ceiling - lamp)
  (:init (lit ceiling))
  (:goal (and (lit desk) (not (lit ceiling)))))
`;

const NAME = "Your first domain";
let praised = false;

/** Open the first domain, and the editor where the action is to be written. */
export function openFirst(app) {
  app.play.openTexts({ domain, problem, axioms: [] }, { name: NAME });
  const line = domain.split("\n").findLastIndex((each) => each === GAP) + 1;
  app.set("reveal", { reveal: { file: "domain", line, column: GAP.length + 1, isCaret: true } });
}

/** Say what comes next, once, when the goal of the first domain is reached. */
export function praise(app) {
  app.on("node", ({ source, node }) => {
    if (source?.name !== NAME || !node?.goal || praised) return;
    praised = true;
    say("Your own action reaches the goal. Next, add a lamp in Problem, ask Why? below the picture, or open a domain above.");
  });
}

/** Return the line that invites those who have not been here before; it goes for good when it is closed or followed. */
export function invitation(app) {
  if (wasInvited()) return null;
  const close = h("button.icon-button", { type: "button", "aria-label": "Close the invitation", onclick: () => leave() }, icon("close"));
  const begin = h("button.link", { type: "button", onclick: () => openFirst(app) }, "write your first action");
  const guided = h("button.link", { type: "button", onclick: () => (leave(), tour(app)) }, "Take the tour");
  const line = h("aside.invitation", { "aria-label": "Invitation" }, h("p", {}, h("span", {}, "New here? "), guided, h("span", {}, " or "), begin), close);

  function leave() {
    line.remove();
    try {
      localStorage.setItem(KEY, "yes");
    } catch {
      // Private windows may keep nothing: the line comes again.
    }
  }
  app.on("texts", ({ source }) => source?.name === NAME && leave());
  return line;
}

function wasInvited() {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
