// Keys: what they do, and the dialog that lists them.

import { h } from "./dom.js";
import { openFirst } from "./first.js";
import { icon } from "./icons.js";
import { STEP } from "./panels/zoom.js";
import { toggleTheme } from "./theme.js";
import { tour } from "./tour.js";

const KEYS = [
  ["1 … 9", "carry out the action of this number"],
  ["/", "find an action"],
  ["↓ or ↑", "the next action or object, where one has the focus"],
  ["← or u", "undo: one step back"],
  ["→ or r", "redo: one step forward"],
  ["Home", "to the start"],
  ["Space", "play the line as a film, or stop"],
  ["p", "search for a plan"],
  ["a", "again, with another seed"],
  ["arrows", "where actions have directions: go there; u and r still undo and redo"],
  ["f", "full screen"],
  ["+, - or 0", "zoom in, zoom out, show the whole picture; also by wheel and pinch"],
  ["o", "open a domain"],
  ["e", "edit the files"],
  ["t", "light or dark"],
  ["Esc", "leave the editor or the selection"],
  ["?", "this list"],
];

const WORDS = [
  ["object", "a thing of the world, such as a lamp; its type says of which kind it is"],
  ["predicate", "what can be true or false of objects: (lit ?l)"],
  ["atom", "a predicate of certain objects, such as (lit desk); a state is all atoms that are true"],
  ["action", "what can be done: its precondition says when, its effect what is true or false afterwards"],
  ["goal", "what shall be true in the end"],
  ["derived predicate", "what is true by a rule, an axiom, and not by actions: a lamp is visible if it is lit"],
];

/** Return the dialog with the keys and the first words about the page. */
export function helpDialog(app) {
  const close = h("button.icon-button", { type: "button", "aria-label": "Close", onclick: () => dialog.close() }, icon("close"));
  const dialog = h(
    "dialog.help",
    { "aria-label": "Help" },
    h("div.dialog-head", {}, h("h2", {}, "How this page works"), close),
    h("p", {}, "The files describe a world: which things there are, what is true at the start, and what actions change. Change a file, and the world changes as you type."),
    h("p", {}, "Click an action to carry it out. Click a thing in the picture to see its actions and what is true of it, or drag it onto another one. Every step is kept: go back and try another way, and the history becomes a tree."),
    h("p", {}, "New to this? ", h("button.link", { type: "button", onclick: () => (dialog.close(), tour(app)) }, "Take the tour"), " of six steps, or ", h("button.link", { type: "button", onclick: begin }, "write your first action"), " in a small world with lamps."),
    h("h3", {}, "Words of PDDL"),
    h("dl.keys.words", {}, WORDS.map(([word, what]) => h("div", {}, h("dt", {}, word), h("dd", {}, what)))),
    h("h3", {}, "Keys"),
    h("dl.keys", {}, KEYS.map(([key, what]) => h("div", {}, h("dt", {}, key.split(/( or | … )/).map((part) => (part.startsWith(" ") ? part : h("kbd", {}, part)))), h("dd", {}, what)))),
  );
  function begin() {
    dialog.close();
    openFirst(app);
  }
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  return dialog;
}

/** Carry out what keys mean, where nobody is writing. */
export function listenToKeys(app, help) {
  const does = {
    ArrowLeft: () => app.play.undo(),
    u: () => app.play.undo(),
    ArrowRight: () => app.play.redo(),
    r: () => app.play.redo(),
    Home: () => app.play.reset(),
    a: () => app.play.again(),
    t: () => toggleTheme(),
    o: () => document.getElementById("catalogue").click(),
    f: () => app.fillScreen(),
    "+": () => app.zoom.by(STEP),
    "-": () => app.zoom.by(1 / STEP),
    0: () => app.zoom.whole(),
    p: () => document.getElementById("plan")?.click(),
    " ": () => document.getElementById("film")?.click(),
    "?": () => help.showModal(),
    "/": () => document.getElementById("find-action")?.focus(),
    e: () => app.emit("edit"),
    Escape: () => app.set("select", { selected: null }),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    const target = event.composedPath()[0];
    if (writes(target)) {
      if (event.key === "Escape") target.blur();
      return;
    }
    // These keys move within lists, sliders and tabs, and press buttons.
    const owns = target.closest?.("[role=tablist], [role=listbox], [role=tree], [role=separator], select, input");
    if (owns && (event.key.startsWith("Arrow") || event.key === "Home")) return;
    // A tab is chosen by then: it keeps the focus, and the key plays the film.
    if (event.key === " " && !target.closest?.("[role=tab]") && target.closest?.("button, summary, a, select, input")) return;
    if (/^[1-9]$/.test(event.key)) {
      document.querySelector(`[data-key="${event.key}"]`)?.click();
      return;
    }
    if (event.key.startsWith("Arrow") && app.steer(event.key)) return event.preventDefault();
    const action = does[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

function writes(element) {
  if (!(element instanceof HTMLElement)) return false;
  if (element.isContentEditable || element.tagName === "TEXTAREA") return true;
  return element.tagName === "INPUT" && !["range", "checkbox", "radio", "button"].includes(element.type);
}
