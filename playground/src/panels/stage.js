// The picture of the state, the goal below it, and the bar with which one moves along the line of nodes.

import { label, objectsOf } from "../actions.js";
import { directed, hasDirections } from "../directions.js";
import { fill, h, picture } from "../dom.js";
import { glide, placesOf } from "../glide.js";
import { icon } from "../icons.js";
import { say } from "../messages.js";
import { panel } from "../registry.js";
import { stopOnce, walk } from "../roving.js";
import { aheadOf } from "./ahead.js";
import { menuAround, naming } from "./around.js";
import { dragged } from "./dragging.js";
import { goalList } from "./goal.js";
import { moveBar } from "./moves.js";
import { drawOverlay } from "./overlay.js";
import { zoomed } from "./zoom.js";

// Below this part of its own size, the words of a picture are hard to read.
const SMALL = 0.65;

panel({ id: "stage", title: "Picture", area: "stage", order: 0, mount });

function mount(element, app) {
  const frame = h("div.picture", { role: "group", "aria-label": "Picture of the state" });
  const enlarge = h("button.icon-button", { type: "button", id: "enlarge", title: "Show the picture in its own size", "aria-label": "Show the picture in its own size", hidden: true, onclick: () => zoom.own(frame.querySelector(".selected, .involved, .highlighted") ?? parts()[0]) }, icon("larger"));
  const full = h("button.icon-button", { type: "button", id: "full", title: "Full screen (f)", "aria-label": "Full screen", onclick: fillScreen }, icon("full"));
  const title = h("h2.stage-title.hidden");
  const zoom = zoomed(frame, (isZoomed) => (enlarge.hidden = isZoomed || !isSmall()));
  const menu = menuAround(frame, app);
  const ahead = aheadOf(frame);
  const stale = h("p.stale", { hidden: true }, "The files have errors: this is the world before them.");
  const answers = h("p.answers-note", { hidden: true });
  let pictures = new Map();
  let shown = null;
  let drawnKey = null;
  let turn = 0;
  let size = { width: 1, height: 1 };

  const tools = h("div.picture-tools", { role: "group", "aria-label": "View of the picture" }, enlarge, zoom.buttons, full);
  element.append(title, stale, h("div.picture-box", {}, frame, answers, tools), goalList(app), moveBar(app));

  async function draw() {
    const { node, session } = app.state;
    if (!node) return;
    const ghosts = app.state.ghosts?.node === node.node ? app.state.ghosts.atoms : [];
    const key = [node.node, ...ghosts].join(" ");
    const own = ++turn;
    try {
      if (!pictures.has(key)) pictures.set(key, app.ask("picture", null, { goal: true, ...(ghosts.length && { possible: ghosts }) }));
      const { svg } = await pictures.get(key);
      if (app.state.session !== session || own !== turn) return;
      const before = shown?.isConnected ? placesOf(shown) : null;
      const held = frame.contains(document.activeElement) ? document.activeElement.dataset.names : null;
      shown = picture(svg);
      drawnKey = node.node;
      size = { width: shown.viewBox.baseVal.width, height: shown.viewBox.baseVal.height };
      ahead.drawn(shown);
      prepare(shown);
      const isBlank = !shown.querySelector("text, .thing");
      fill(frame, shown, isBlank && h("p.empty.nothing", {}, "Nothing to draw: there are no objects, and nothing is true."));
      resize();
      if (held) parts().find((each) => each.dataset.names === held)?.focus({ preventScroll: true });
      if (before) glide(before, shown);
      mark();
      overlay();
      offer();
      ahead.show(app.state.preview);
    } catch (problem) {
      pictures.delete(key);
      if (own === turn) fill(frame, h("p.empty", {}, `No picture of this state: ${problem.detail ?? problem.message}`));
    }
  }

  /** The objects in the picture that are buttons. */
  function parts(svg = frame) {
    return [...svg.querySelectorAll(".thing[role=button]")];
  }

  /** Tell whether the words of the whole picture are hard to read. */
  function isSmall() {
    if (!shown) return false;
    const { width, height } = size;
    return Math.min(frame.clientWidth / width, frame.clientHeight / height) < SMALL;
  }

  function resize() {
    zoom.show(shown, size);
    menu.hide();
  }

  function fillScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else element.parentElement.requestFullscreen?.();
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

  /** Carry out the one action that fits what was dragged, or offer several. */
  function dropped(actions, place, objects) {
    if (actions.length === 1) return app.play.step(actions[0]);
    if (actions.length > 1) return menu.show(actions, place);
    return say(`No action that is valid now fits ${objects.join(" and ")}. Ask Why? below about the one that you had in mind.`);
  }

  const wasDragged = dragged(frame, app, dropped);
  frame.addEventListener("click", (event) => !wasDragged() && !event.target.closest(".around") && choose(event.target));
  frame.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && event.target.closest(".thing")) {
      event.preventDefault();
      choose(event.target);
    }
  });

  walk(frame, parts);
  new ResizeObserver(() => {
    resize();
    // Things have places only in a picture that can be seen.
    overlay();
  }).observe(frame);

  /** Show the actions of what is chosen beside it. */
  function offer() {
    const { selected, node } = app.state;
    const thing = selected === null ? null : frame.querySelector(".thing.selected");
    if (!thing || !node) return menu.hide();
    return menu.show(naming(node.actions, selected), thing.getBoundingClientRect());
  }

  /** Carry out the one action of a direction; tells whether arrows have directions here. */
  app.steer = (key) => {
    const { names, node, selected } = app.state;
    if (!hasDirections(names)) return false;
    const every = directed(key, node?.actions);
    const own = selected === null ? every : naming(every, selected);
    if (own.length === 1) app.play.step(own[0]);
    else if (own.length > 1) say(`${own.length} actions go this way, such as ${label(own[0])}. Choose a thing in the picture first.`);
    return true;
  };
  app.zoom = zoom;
  app.fillScreen = fillScreen;

  /** Mark what is selected, what an action that is pointed at involves, and what a panel wants to show. */
  function mark() {
    const { selected, hovered, highlight } = app.state;
    const involved = new Set(hovered === null ? [] : objectsOf(hovered));
    const movable = new Set((app.state.node?.actions ?? []).flatMap(objectsOf));
    for (const group of frame.querySelectorAll(".thing")) {
      const names = group.dataset.names.split(" ");
      group.classList.toggle("selected", selected !== null && names[0] === selected);
      // A line between two objects shines with both.
      const shines = (marked) => (group.dataset.goal || group.classList.contains("object") ? names.some((name) => marked.has(name)) : names.every((name) => marked.has(name)));
      group.classList.toggle("involved", !group.dataset.goal && shines(involved));
      group.classList.toggle("highlighted", shines(highlight));
      group.classList.toggle("movable", movable.has(names[0]) && group.classList.contains("object"));
      if (group.hasAttribute("role")) group.setAttribute("aria-pressed", String(names[0] === selected));
    }
    frame.classList.toggle("marking", involved.size > 0 || highlight.size > 0);
  }

  /** Draw the answers that a tool wants to show, and say how much of an answer is drawn. */
  function overlay() {
    const { overlay: wanted, ghosts, node } = app.state;
    const isBelief = !wanted && ghosts?.node === node?.node && ghosts?.all > 0;
    answers.hidden = !(wanted || isBelief) || !shown;
    answers.classList.toggle("possible", isBelief);
    if (!shown) return;
    const { drawn, whole } = drawOverlay(shown, size, wanted?.rows, { isOld: wanted?.isOld });
    if (wanted) fill(answers, h("code", {}, wanted.title), ` ${whole ? drawn : `${drawn} of ${wanted.rows.length} drawn`}`, wanted.isOld && h("b", {}, " old"));
    if (isBelief) fill(answers, possibleOf(shown, ghosts));
  }

  /** Show the picture of the first look: that of relgym has the same places. */
  function foreshow() {
    const { look, node } = app.state;
    if (node) return;
    if (!look) return fill(frame, h("p.empty", {}, "Loading …"));
    title.textContent = `${look.domain} · ${look.name}`;
    shown = picture(look.svg);
    size = { width: shown.viewBox.baseVal.width, height: shown.viewBox.baseVal.height };
    shown.removeAttribute("width");
    shown.removeAttribute("height");
    fill(frame, shown);
    resize();
  }

  function tell() {
    const { node, task } = app.state;
    title.textContent = task ? `${task.domain} · ${task.name}` : "No world yet";
    frame.classList.toggle("reached", Boolean(node?.goal) && task?.language === "pddl");
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
      zoom.show(null, size);
      fill(frame, h("div.empty", {}, h("p", {}, "The files have errors. Mend them, and the world appears here."), h("button", { type: "button", onclick: () => app.emit("show-error") }, "Show the first error")));
    }
  });
  function warn() {
    stale.hidden = !app.state.diagnostics.some((each) => each.severity === "error") || !app.state.node;
  }
  for (const event of ["checked", "task", "node"]) app.on(event, warn);
  app.on("look", foreshow);
  for (const event of ["select", "hover", "highlight"]) app.on(event, mark);
  app.on("overlay", overlay);
  app.on("ghosts", draw);
  app.on("select", offer);
  app.on("preview", () => drawnKey === app.state.node?.node && ahead.show(app.state.preview));
  fill(frame, h("p.empty", {}, "Loading …"));
}

/** Say how many atoms that may hold are ghosts in a picture. */
function possibleOf(svg, { all }) {
  const drawn = new Set([...svg.querySelectorAll("[data-possible]")].map((each) => each.dataset.possible)).size;
  return `possible, not certain: ${drawn === all ? drawn : `${drawn} of ${all} drawn`}`;
}
