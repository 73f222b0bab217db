// The state space as a picture: a click on a state goes there, and the steps of the session and a shortest plan are drawn in.

import { label } from "../actions.js";
import { debounced, h, picture, s } from "../dom.js";
import { say } from "../messages.js";
import { stopOnce, walk } from "../roving.js";
import { fittedPicture } from "./fitted.js";

// Without a service, pictures are laid out without arrays, which takes longer.
const STATES = { service: 250, page: 100 };
const FOLLOW_AFTER = 250;

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
  let marked = null;
  let session = null;

  const states = () => Math.min(most, Math.max(2, Math.floor(Number(limit.value)) || most));
  const svgOf = () => fitted.element.querySelector(".network-box svg");

  function draw() {
    fitted.hide();
    if (!app.state.node) return null;
    return waits.answer(figures, "Exploring …", async (signal) => {
      const { node } = app.state;
      ({ session } = app.state);
      const answered = await app.ask("space", null, { states: states(), picture: true, seconds: 5 }, signal);
      edges = answered.edges;
      goals = new Set(answered.nodes.flatMap(({ goal }, number) => (goal ? [number] : [])));
      const svg = picture(answered.svg);
      prepare(svg);
      fitted.show(svg);
      mark(svg, answered.present, node);
      const found = answered.goal_states === 1 ? "1 is a goal" : `${answered.goal_states} are goals`;
      const rest = answered.complete ? "" : "; there are more";
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

  function mark(svg, present, node) {
    marked = node;
    svg.querySelector(".present")?.classList.remove("present");
    svg.querySelector(`[data-state="${present}"]`)?.classList.add("present");
    for (const line of svg.querySelectorAll(".walked, .planned")) line.remove();
    const walked = walkedStates();
    if (present === null || present === undefined) return;
    const plan = wayTo(edges, present, (state) => goals.has(state)) ?? [];
    svg.insertBefore(line("planned", [present, ...plan.map(({ to }) => to)]), svg.querySelector("[data-state]"));
    svg.insertBefore(line("walked", walked), svg.querySelector("[data-state]"));
  }

  /** The states of the session's line, as far as they are in the space. */
  function walkedStates() {
    const found = [0];
    for (const { action } of app.play.line().slice(1)) {
      const next = edges.filter((edge) => edge.from === found.at(-1) && label(edge.action) === label(action));
      // Where chance decides, the picture does not tell which state came.
      if (next.length !== 1) break;
      found.push(next[0].to);
    }
    return found;
  }

  function line(kind, numbers) {
    const points = numbers.map((number) => middle(svgOf()?.querySelector(`[data-state="${number}"] > :last-child`)));
    return s("polyline", { class: kind, points: points.filter(Boolean).join(" ") });
  }

  // Nothing is asked while the picture is out of sight.
  const follow = debounced(async () => {
    const svg = svgOf();
    const { node } = app.state;
    if (fitted.element.offsetParent === null || !svg || !node || node === marked || session !== app.state.session) return;
    const found = await app.ask("space", null, { states: states(), seconds: 5 }).catch(() => null);
    if (found && app.state.node === node) mark(svg, found.present, node);
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
