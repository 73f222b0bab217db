// The picture of the state after an action, laid over the present one: what would go is pale, what would come is outlined.

import { shown as said } from "../actions.js";
import { h, picture, s } from "../dom.js";
import { percent } from "./preview.js";

// A part that covers so much of another one stands in its place.
const SAME_PLACE = 0.5;

/**
 * Make what shows the effect of an action in a picture.
 *
 * @param {HTMLElement} frame - what holds the picture
 * @returns {{drawn: (svg: SVGElement) => void, show: (preview: object | null) => void}} `drawn` takes a new picture, before
 *   anything in it is changed; `show` lays an answer to `preview` over it, or takes away the one that is there
 */
export function aheadOf(frame) {
  const note = h("p.ahead-note", { "aria-hidden": "true", hidden: true });
  let present = null;
  let size = null;
  let keys = new Map();
  let over = null;

  function drawn(svg) {
    present = svg;
    size = svg.getAttribute("viewBox");
    over = null;
    note.hidden = true;
    keys = new Map(partsOf(svg).map((part) => [part, part.outerHTML]));
  }

  function clear() {
    note.hidden = true;
    over?.remove();
    over = null;
    for (const part of keys.keys()) part.classList.remove("going", "replaced");
  }

  function show(preview) {
    clear();
    if (!preview?.svg || !present?.isConnected) return;
    const next = picture(preview.svg);
    // Frames of a task have one size; in another one, places would say nothing.
    if (next.getAttribute("viewBox") !== size) return;
    const left = countOf(keys.values());
    const coming = partsOf(next).filter((part) => !take(left, part.outerHTML));
    const going = [...keys].reverse().filter(([, key]) => take(left, key)).map(([part]) => part);
    over = s("g", { class: "ahead", "aria-hidden": "true" }, missing(next, present), ...coming);
    for (const part of over.querySelectorAll(":not(defs *)[id]")) part.removeAttribute("id");
    present.append(over);
    const boxes = coming.map((part) => part.getBBox());
    for (const part of going) part.classList.add(boxes.some((box) => covers(box, part.getBBox())) ? "replaced" : "going");
    note.textContent = captionOf(preview);
    note.hidden = false;
    frame.append(note);
  }

  return { drawn, show };
}

function captionOf({ action, outcomes, samples }) {
  const after = `After ${said(action).replace(/^\((.*)\)$/, "$1")}`;
  if (outcomes.length === 1) return after;
  if (samples) return `${after}: one of ${outcomes.length} outcomes that were drawn`;
  const [first, second] = outcomes.map((each) => each.probability);
  return `${after}: ${first > second ? "the likeliest" : "one"} of ${outcomes.length} outcomes, ${percent(first)}`;
}

/** The parts of a picture that are compared, those behind first; ghosts of beliefs are those of the present state alone. */
function partsOf(svg) {
  return [...svg.children].filter((part) => part.localName !== "defs" && !part.dataset.possible);
}

/** The definitions of a picture that another one lacks. */
function missing(next, present) {
  const known = new Set([...present.querySelectorAll("defs > [id]")].map((each) => each.id));
  return s("defs", {}, ...[...next.querySelectorAll("defs > [id]")].filter((each) => !known.has(each.id)));
}

function countOf(texts) {
  const counts = new Map();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** Take one of some equal texts; tells whether there was one. */
function take(counts, text) {
  const count = counts.get(text) ?? 0;
  if (count > 0) counts.set(text, count - 1);
  return count > 0;
}

function covers(one, other) {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  if (width <= 0 || height <= 0) return false;
  const larger = Math.max(one.width * one.height, other.width * other.height);
  return width * height >= SAME_PLACE * larger;
}
