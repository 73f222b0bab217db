// The history as a tree below the picture: each step a node, branches side by side; a click goes there.

import { label, words } from "../actions.js";
import { fill, h, s } from "../dom.js";
import { panel } from "../registry.js";

// In pixels: from branch to branch, a knot, its middle below the upper edge, a letter, and a gap between labels.
const [HIGH, RADIUS, TOP, LETTER, GAP] = [40, 7, 13, 6, 22];
// Labels are cut off beyond so many letters.
const LETTERS = 30;
const SHOWN = 1500;

panel({ id: "history", title: "History", area: "stage", order: 10, mount });

function mount(element, app) {
  const box = h("div.tree-box");
  const note = h("p.note");
  let place = { x: 0, y: 0 };
  // From step to step, in pixels.
  let wide = 0;
  element.append(box, note);
  // On narrow screens steps are made while the tree is hidden.
  new ResizeObserver(center).observe(box);

  function show() {
    const { nodes, node } = app.state;
    if (!node) {
      fill(box);
      note.textContent = "";
      return;
    }
    const views = [...nodes.values()].slice(-SHOWN);
    const places = layout(views);
    wide = Math.max(...views.map((view) => shortened(view).length), 6) * LETTER + GAP;
    const width = (Math.max(...[...places.values()].map((place) => place.x)) + 1) * wide;
    const height = (Math.max(...[...places.values()].map((place) => place.y)) + 1) * HIGH;
    const onLine = new Set(app.play.whole().map((view) => view.node));
    const svg = s("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Tree of the steps" });
    for (const view of views) {
      const here = places.get(view.node);
      const above = places.get(view.parent);
      if (above) svg.append(edge(above, here, wide, onLine.has(view.node)));
    }
    for (const view of views) svg.append(knot(view, places.get(view.node), view.node === node.node, onLine.has(view.node)));
    const hadFocus = box.contains(document.activeElement);
    fill(box, svg);
    const branches = views.length - new Set(views.map((view) => view.parent)).size;
    note.textContent = views.length === 1 ? "Every step is kept here. Go back and try another one: the history branches." : branches ? `${branches} ${branches === 1 ? "branch" : "branches"}` : "";
    const current = svg.querySelector(".current");
    if (hadFocus) current?.focus({ preventScroll: true });
    place = places.get(node.node) ?? place;
    center();
  }

  /** Bring the step where one stands into view. */
  function center() {
    box.scrollTo({ left: (place.x + 0.5) * wide - box.clientWidth / 2, top: TOP + place.y * HIGH - box.clientHeight / 2 });
  }

  function knot(view, place, current, onLine) {
    const name = view.action === null || view.action === undefined ? "start" : label(view.action);
    const classes = ["knot", current && "current", onLine && "on-line", view.goal && "goal", view.actions?.length === 0 && !view.goal && "dead"].filter(Boolean).join(" ");
    const group = s(
      "g",
      { class: classes, role: "button", tabindex: current ? 0 : -1, "data-node": view.node, "aria-label": `${name}, step ${view.steps}${current ? ", you are here" : ""}${view.goal ? ", goal reached" : ""}`, "aria-current": current ? "step" : null, transform: `translate(${(place.x + 0.5) * wide} ${TOP + place.y * HIGH})` },
      s("title", {}, name),
      s("circle", { r: RADIUS }),
      s("text", { y: 20, "text-anchor": "middle" }, shortened(view)),
    );
    group.addEventListener("click", () => app.play.goTo(view.node));
    return group;
  }

  box.addEventListener("keydown", (event) => {
    const group = event.target.closest(".knot");
    if (!group) return;
    const every = [...box.querySelectorAll(".knot")];
    const at = every.indexOf(group);
    const moves = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: every.length - 1 };
    if (event.key === "Enter" || event.key === " ") app.play.goTo(Number(group.dataset.node));
    else if (event.key in moves) every[moves[event.key]]?.focus();
    else return;
    event.preventDefault();
  });

  for (const event of ["history", "session", "task"]) app.on(event, show);
  show();
}

/** Return the label of a node: the action that led there, with its arguments. */
function shortened({ action, parent }) {
  if (parent === null || parent === undefined || action === null || action === undefined) return "start";
  const text = words(label(action)).join(" ") || label(action);
  return text.length > LETTERS ? `${text.slice(0, LETTERS - 1)}…` : text;
}

function edge(from, to, wide, onLine) {
  const [x1, y1, x2, y2] = [(from.x + 0.5) * wide, TOP + from.y * HIGH, (to.x + 0.5) * wide, TOP + to.y * HIGH];
  const bend = x1 + wide * 0.5;
  const d = y1 === y2 ? `M${x1} ${y1}H${x2}` : `M${x1} ${y1}C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}`;
  return s("path", { d, class: onLine ? "edge on-line" : "edge" });
}

/** Place nodes: a step further is a column further; the first child stands beside its parent, others below. */
function layout(views) {
  const children = new Map();
  const known = new Set(views.map((view) => view.node));
  const roots = [];
  for (const view of views) {
    if (!known.has(view.parent)) roots.push(view.node);
    else children.set(view.parent, [...(children.get(view.parent) ?? []), view.node]);
  }
  const places = new Map();
  let row = 0;
  // A stack of its own: a line may be longer than calls can nest.
  const stack = roots.reverse().map((node) => ({ node, x: 0, isNewRow: true }));
  while (stack.length) {
    const { node, x, isNewRow } = stack.pop();
    if (isNewRow && places.size) row += 1;
    places.set(node, { x, y: row });
    const own = children.get(node) ?? [];
    for (let index = own.length - 1; index >= 0; index -= 1) stack.push({ node: own[index], x: x + 1, isNewRow: index > 0 });
  }
  return places;
}
