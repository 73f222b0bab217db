// A tour of six steps: what stands where, and what to try there.

import { fill, h } from "./dom.js";

const GAP = 12;

const STEPS = [
  [".picture", "This is the state of a world, with the goal beside it. Click a thing: the actions that involve it appear. Drag it onto another one: the action that fits both is carried out."],
  [".side", "These are all actions that are valid now. Point at one to see what it changes; press its number to carry it out. Type one that is not valid, and the page says why not."],
  ["#plan", "Plan searches for actions that lead to the goal, and carries them out."],
  [".panel-history", "Every step is kept. Go back, try another action, and the history becomes a tree."],
  ["#files-handle", "The world is made from files. Open them, change a line, and the world changes as you type."],
  [".tools-head", "Ask for reasons, write derived predicates, click through the state space, and let several engines answer the same question."],
];

/** Begin the tour. */
export function tour(app) {
  const text = h("p");
  const count = h("span.count");
  const next = h("button.primary", { type: "button", onclick: () => go(at + 1) });
  const end = h("button", { type: "button", onclick: close }, "End the tour");
  const card = h("div.tour", { role: "dialog", "aria-label": "Tour of the page" }, text, h("div.row", {}, count, h("div.grow"), end, next));
  let at = -1;

  function go(number) {
    document.querySelector(".toured")?.classList.remove("toured");
    at = number;
    if (at >= STEPS.length) return close();
    const [selector, words] = STEPS[at];
    const target = document.querySelector(selector);
    // On a narrow screen only one part is seen: the tour passes over those that are not there.
    if (!target?.offsetParent) return go(at + 1);
    target.classList.add("toured");
    text.textContent = words;
    count.textContent = `${at + 1} of ${STEPS.length}`;
    fill(next, at + 1 < STEPS.length ? "Next" : "Done");
    place(target.getBoundingClientRect());
    next.focus({ preventScroll: true });
    return null;
  }

  /** Stand beside what is spoken of, where there is most room. */
  function place(box) {
    const [width, height] = [card.offsetWidth, card.offsetHeight];
    const [right, below] = [innerWidth - box.right, innerHeight - box.bottom];
    const isBelow = below > height + 2 * GAP;
    const beside = right > width + 2 * GAP ? box.right + GAP : box.left > width + 2 * GAP ? box.left - GAP - width : null;
    const left = beside ?? Math.max(GAP, Math.min(box.left, innerWidth - width - GAP));
    const top = beside === null ? (isBelow ? box.bottom + GAP : box.top > height + 2 * GAP ? box.top - GAP - height : box.top + GAP) : box.top;
    card.style.left = `${left}px`;
    card.style.top = `${Math.max(GAP, Math.min(top, innerHeight - height - GAP))}px`;
  }

  function close() {
    document.querySelector(".toured")?.classList.remove("toured");
    removeEventListener("keydown", leave, true);
    card.remove();
  }

  function leave(event) {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  }

  document.querySelector(".tour")?.remove();
  app.showPlace("play");
  addEventListener("keydown", leave, true);
  document.body.append(card);
  go(0);
}
