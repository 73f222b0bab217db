// The picture of the state, the goal below it, and the bar with which one moves along the line of nodes.

import { objectsOf } from "../actions.js";
import { fill, h, picture } from "../dom.js";
import { glide, placesOf } from "../glide.js";
import { icon } from "../icons.js";
import { panel } from "../registry.js";
import { stopOnce, walk } from "../roving.js";
import { goalList } from "./goal.js";
import { moveBar } from "./moves.js";

// Below this part of its own size, the words of a picture are hard to read.
const SMALL = 0.65;

panel({ id: "stage", title: "Picture", area: "stage", order: 0, mount });

function mount(element, app) {
  const frame = h("div.picture", { role: "group", "aria-label": "Picture of the state" });
  const enlarge = h("button.icon-button", { type: "button", id: "enlarge", hidden: true, onclick: change });
  const badge = h("p.badge", { role: "status" });
  const title = h("h2.stage-title");
  const stale = h("p.stale", { hidden: true }, "The files have errors: this is the world before them.");
  let pictures = new Map();
  let shown = null;

  element.append(h("div.stage-head", {}, title, badge, enlarge), stale, frame, moveBar(app), goalList(app));

  async function draw() {
    const { node, session } = app.state;
    if (!node) return;
    const key = node.node;
    try {
      if (!pictures.has(key)) pictures.set(key, app.ask("picture", null, { goal: true }));
      const { svg } = await pictures.get(key);
      if (app.state.session !== session || app.state.node?.node !== key) return;
      const before = shown?.isConnected ? placesOf(shown) : null;
      const held = frame.contains(document.activeElement) ? document.activeElement.dataset.names : null;
      shown = picture(svg);
      prepare(shown);
      const isBlank = !shown.querySelector("text, .thing");
      fill(frame, shown, isBlank && h("p.empty.nothing", {}, "Nothing to draw: there are no objects, and nothing is true."));
      resize();
      if (held) parts().find((each) => each.dataset.names === held)?.focus({ preventScroll: true });
      if (before) glide(before, shown);
      mark();
    } catch (problem) {
      pictures.delete(key);
      if (app.state.node?.node === key) fill(frame, h("p.empty", {}, `No picture of this state: ${problem.detail ?? problem.message}`));
    }
  }

  /** The objects in the picture that are buttons. */
  function parts(svg = frame) {
    return [...svg.querySelectorAll(".thing[role=button]")];
  }

  /** Show the whole picture, or in its own size where the frame would make it small. */
  function resize(isLarge = frame.classList.contains("large")) {
    if (!shown) return;
    const { width, height } = shown.viewBox.baseVal;
    const isSmall = Math.min(frame.clientWidth / width, frame.clientHeight / height) < SMALL;
    const large = isLarge && isSmall;
    frame.classList.toggle("large", large);
    for (const [name, value] of Object.entries({ width, height })) {
      if (large) shown.setAttribute(name, value);
      else shown.removeAttribute(name);
    }
    enlarge.hidden = !isSmall;
    const title = large ? "Show the whole picture" : "Show the picture in its own size";
    enlarge.title = title;
    enlarge.setAttribute("aria-label", title);
    fill(enlarge, icon(large ? "smaller" : "larger"));
  }

  function change() {
    resize(!frame.classList.contains("large"));
    if (!frame.classList.contains("large")) return;
    // A corner of a picture may be empty: what is chosen comes into view, or the first object.
    const found = frame.querySelector(".selected, .involved, .highlighted") ?? parts()[0];
    if (!found) return;
    const [box, around] = [found.getBoundingClientRect(), frame.getBoundingClientRect()];
    frame.scrollBy(box.x + box.width / 2 - around.x - around.width / 2, box.y + box.height / 2 - around.y - around.height / 2);
  }

  /** Make the objects of a picture buttons. */
  function prepare(svg) {
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    const seen = new Set();
    for (const group of svg.querySelectorAll("[data-objects]")) {
      const names = group.dataset.objects.split(" ").filter(Boolean);
      if (!names.length) continue;
      group.dataset.names = names.join(" ");
      group.classList.add("thing");
      if (seen.has(names[0])) continue;
      // Outlines of the goal and lines between objects can be clicked, but keys need one stop for each object.
      if (!group.classList.contains("object")) continue;
      seen.add(names[0]);
      group.setAttribute("role", "button");
      group.setAttribute("aria-label", `Show what is true of ${names[0]}`);
    }
    stopOnce(parts(svg));
  }

  function choose(target) {
    const group = target.closest?.(".thing");
    const name = group?.dataset.names.split(" ")[0] ?? null;
    app.set("select", { selected: name === app.state.selected ? null : name });
  }

  frame.addEventListener("click", (event) => choose(event.target));
  frame.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && event.target.closest(".thing")) {
      event.preventDefault();
      choose(event.target);
    }
  });

  walk(frame, parts);
  new ResizeObserver(() => resize()).observe(frame);

  /** Mark what is selected, what an action that is pointed at involves, and what a panel wants to show. */
  function mark() {
    const { selected, hovered, highlight } = app.state;
    const involved = new Set(hovered === null ? [] : objectsOf(hovered));
    for (const group of frame.querySelectorAll(".thing")) {
      const names = group.dataset.names.split(" ");
      group.classList.toggle("selected", selected !== null && names[0] === selected);
      // A line between two objects shines with both.
      const shines = (marked) => (group.dataset.goal || group.classList.contains("object") ? names.some((name) => marked.has(name)) : names.every((name) => marked.has(name)));
      group.classList.toggle("involved", !group.dataset.goal && shines(involved));
      group.classList.toggle("highlighted", shines(highlight));
      if (group.hasAttribute("role")) group.setAttribute("aria-pressed", String(names[0] === selected));
    }
    frame.classList.toggle("marking", involved.size > 0 || highlight.size > 0);
  }

  function tell() {
    const { node, task } = app.state;
    title.textContent = task ? `${task.domain} · ${task.name}` : "No world yet";
    badge.className = "badge";
    const isReached = Boolean(node?.goal) && task?.language === "pddl";
    frame.classList.toggle("reached", isReached);
    if (!node) {
      badge.textContent = "";
    } else if (isReached) {
      badge.textContent = `Goal reached in ${steps(node.steps)}`;
      badge.classList.add("good");
    } else if (node.terminated || node.truncated) {
      badge.textContent = `The episode has ended after ${steps(node.steps)}`;
      badge.classList.add("ended");
    } else {
      badge.textContent = steps(node.steps);
    }
    if (node?.reward) badge.textContent += ` · reward ${Number(node.reward.toFixed(4))}`;
  }

  app.on("session", () => {
    pictures = new Map();
  });
  app.on("node", () => {
    tell();
    draw();
  });
  app.on("task", ({ task }) => {
    tell();
    if (!task) {
      shown = null;
      enlarge.hidden = true;
      fill(frame, h("div.empty", {}, h("p", {}, "The files have errors. Mend them, and the world appears here."), h("button", { type: "button", onclick: () => app.emit("show-error") }, "Show the first error")));
    }
  });
  function warn() {
    stale.hidden = !app.state.diagnostics.some((each) => each.severity === "error") || !app.state.node;
  }
  for (const event of ["checked", "task", "node"]) app.on(event, warn);
  for (const event of ["select", "hover", "highlight"]) app.on(event, mark);
  fill(frame, h("p.empty", {}, "Loading …"));
}

function steps(count) {
  return count === 1 ? "1 step" : `${count ?? 0} steps`;
}
