// The state space as a picture: a click on a state goes there, and the steps of the session and a shortest plan are drawn in.

import { debounced, h, picture, s } from "../dom.js";
import { say } from "../messages.js";
import { stopOnce, walk } from "../roving.js";
import { fittedPicture } from "./fitted.js";

// Without a service, pictures are laid out without arrays, which takes longer.
const STATES = { service: 250, page: 100 };
// The number of states is the limit; this one is for machines that are very busy.
const SECONDS = 30;
const FOLLOW_AFTER = 100;

/**
 * Make the part of the panel.
 *
 * @param {object} app - the store
 * @param {object} waits - what waits for answers (`waiting.js`)
 * @returns {{section: HTMLElement, element: HTMLElement, clear: () => void, draw: () => Promise<void>}} the controls, the
 *   picture, what removes it, and what draws it
 */
export function stateSpace(app, waits) {
  const most = app.hasService ? STATES.service : STATES.page;
  const fitted = fittedPicture("State space");
  const limit = h("input", { type: "number", id: "space-states", min: 2, max: most, value: String(most) });
  const figures = h("p.note", { role: "status" });
  const button = h("button", { type: "button", onclick: draw }, "Draw it");
  const section = h("section", {}, h("h2", {}, "State space"), h("label.row", { for: "space-states" }, "up to", limit, "states"), button, figures);
  // What was drawn: the edges from each state, the node that is marked, and the session.
  let edges = [];
  let goals = new Set();
  let numbers = new Map();
  let marked = null;
  let session = null;

  /** The number of the state of a node; undefined if it is not in the space. */
  const numberOf = ({ state }) => numbers.get(JSON.stringify(state));
  const states = () => Math.min(most, Math.max(2, Math.floor(Number(limit.value)) || most));
  const svgOf = () => fitted.element.querySelector(".network-box svg");

  function draw() {
    fitted.hide();
    if (!app.state.node) return null;
    return waits.answer(figures, `Exploring ${states()} states …`, { seconds: SECONDS }, async (signal) => {
      const { node } = app.state;
      ({ session } = app.state);
      const answered = await app.ask("space", null, { states: states(), picture: true, whole: true, seconds: SECONDS }, signal);
      edges = answered.edges;
      numbers = new Map(answered.nodes.map(({ state }, number) => [JSON.stringify(state), number]));
      goals = new Set(answered.nodes.flatMap(({ goal }, number) => (goal ? [number] : [])));
      const svg = picture(answered.svg);
      prepare(svg);
      fitted.show(svg);
      mark(svg, node);
      const found = answered.goal_states === 1 ? "1 is a goal" : `${answered.goal_states} are goals`;
      const rest = answered.complete ? "" : answered.stopped === "seconds" ? `; there are more, but ${SECONDS} s have passed` : "; there are more";
      const dead = answered.dead_ends === 1 ? "1 dead end" : `${answered.dead_ends ?? 0} dead ends`;
      return [`${answered.states} states, ${found}, ${dead}, depth ${answered.depth}${rest}. Where you are stands out: the thin line is your way, the thick one a shortest way to a goal. Click a state to go there.`];
    });
  }

  /** Make the states of a picture buttons. */
  function prepare(svg) {
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", "States");
    for (const group of svg.querySelectorAll("[data-state]")) {
      group.setAttribute("role", "button");
      group.setAttribute("aria-label", `Go to ${group.querySelector("title")?.textContent.split("\n")[0] ?? "this state"}`);
      group.classList.add("spot");
    }
    const parts = () => [...svg.querySelectorAll("[data-state]")];
    stopOnce(parts());
    walk(svg, parts);
    const chosen = (event) => event.target.closest?.("[data-state]");
    svg.addEventListener("click", (event) => chosen(event) && go(Number(chosen(event).dataset.state)));
    svg.addEventListener("keydown", (event) => {
      if ((event.key !== "Enter" && event.key !== " ") || !chosen(event)) return;
      event.preventDefault();
      go(Number(chosen(event).dataset.state));
    });
  }

  /** Go to a state: from here, or from the start where no way leads there. */
  async function go(target) {
    const present = Number(svgOf()?.querySelector(".present")?.dataset.state ?? Number.NaN);
    let way = wayTo(edges, present, (state) => state === target);
    if (!way) {
      way = wayTo(edges, 0, (state) => state === target);
      if (!way) return say("No actions lead there for certain: chance decides.");
      await app.play.reset();
    }
    for (const { action } of way) if (!(await app.play.step(action))) return null;
    return null;
  }

  function mark(svg, node) {
    const present = numberOf(node);
    marked = node;
    svg.querySelector(".present")?.classList.remove("present");
    svg.querySelector(`[data-state="${present}"]`)?.classList.add("present");
    for (const line of svg.querySelectorAll(".walked, .planned")) line.remove();
    const walked = walkedStates();
    if (present === undefined) return;
    const plan = wayTo(edges, present, (state) => goals.has(state)) ?? [];
    svg.insertBefore(line("planned", [present, ...plan.map(({ to }) => to)]), svg.querySelector("[data-state]"));
    svg.insertBefore(line("walked", walked), svg.querySelector("[data-state]"));
  }

  /** The states of the session's line, as far as they are in the space. */
  function walkedStates() {
    const found = app.play.line().map(numberOf);
    const end = found.indexOf(undefined);
    return end < 0 ? found : found.slice(0, end);
  }

  function line(kind, numbers) {
    const points = numbers.map((number) => middle(svgOf()?.querySelector(`[data-state="${number}"] > :last-child`)));
    return s("polyline", { class: kind, points: points.filter(Boolean).join(" ") });
  }

  const follow = debounced(() => {
    const svg = svgOf();
    const { node } = app.state;
    if (fitted.element.offsetParent === null || !svg || !node || node === marked || session !== app.state.session) return;
    mark(svg, node);
  }, FOLLOW_AFTER);
  app.on("node", follow);
  new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && follow()).observe(fitted.element);

  function clear() {
    waits.leave(figures);
    figures.replaceChildren();
    fitted.hide();
  }

  return { section, element: fitted.element, clear, draw };
}

/** Return the middle of a shape, `x,y`, by its attributes: a picture that is hidden has no boxes; null for none. */
function middle(shape) {
  if (!shape) return null;
  const number = (name) => Number(shape.getAttribute(name));
  switch (shape.localName) {
    case "circle":
      return `${number("cx")},${number("cy")}`;
    case "rect":
      return `${number("x") + number("width") / 2},${number("y") + number("height") / 2}`;
    default: {
      const corners = (shape.getAttribute("points") ?? "").split(" ").map((pair) => pair.split(",").map(Number));
      const mean = (at) => corners.reduce((sum, corner) => sum + corner[at], 0) / corners.length;
      return `${mean(0)},${mean(1)}`;
    }
  }
}

/** Return the edges of a shortest way from a state to one that is wanted, along actions whose outcome is certain; null for none. */
function wayTo(edges, from, isWanted) {
  const after = Map.groupBy ? Map.groupBy(edges, (edge) => edge.from) : grouped(edges);
  const came = new Map([[from, null]]);
  const queue = [from];
  for (const state of queue) {
    if (isWanted(state)) {
      const way = [];
      for (let edge = came.get(state); edge; edge = came.get(edge.from)) way.unshift(edge);
      return way;
    }
    for (const edge of after.get(state) ?? []) {
      if (edge.probability < 1 || came.has(edge.to)) continue;
      came.set(edge.to, edge);
      queue.push(edge.to);
    }
  }
  return null;
}

function grouped(edges) {
  const found = new Map();
  for (const edge of edges) found.set(edge.from, [...(found.get(edge.from) ?? []), edge]);
  return found;
}
