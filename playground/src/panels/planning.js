// Planning: a planner to choose from, the advice of a policy, and the state space as a picture.

import { label, shown } from "../actions.js";
import { debounced, fill, h, picture } from "../dom.js";
import { icon } from "../icons.js";
import { carryOut, searched, told } from "../plan.js";
import { panel } from "../registry.js";
import { isCancelled } from "../transports/cancelling.js";
import { fittedPicture } from "./fitted.js";
import { refusal } from "./refusal.js";

// Without a service, pictures are laid out without arrays, which takes longer.
const STATES = { service: 250, page: 100 };
// What computes with arrays, which only a service has.
const NEED_SERVICE = ["value_iteration"];
const ELSEWHERE = "it needs the page of relgym serve";
const FOLLOW_AFTER = 250;
const METHODS = { pddl: ["lrtdp", "value_iteration", "uct", "replan"], rddl: ["uct", "value_iteration"] };
const WORDS = { lrtdp: "the best, by search", value_iteration: "the best, over all states", uct: "by many trials", replan: "by a plan, made anew" };

panel({ id: "planning", title: "Planning", order: 25, mount });

function mount(element, app) {
  const states = app.hasService ? STATES.service : STATES.page;
  const planner = h("select", { id: "planner", onchange: () => app.set("planner", { planner: planner.value || null }) });
  const optimal = h("input", { type: "checkbox", id: "planner-optimal", onchange: () => app.set("planner", { optimal: optimal.checked }) });
  const method = h("select", { id: "policy-method" });
  const search = h("button.primary", { type: "button", onclick: find }, "Find a plan");
  const found = h("div.answer", { "aria-live": "polite" });
  const advice = h("div.answer", { "aria-live": "polite" });
  const space = fittedPicture("State space");
  const figures = h("p.note", { role: "status" });
  const nothing = h("p.empty", {}, "Plans and advice appear here once the files can be read.");
  const plans = h("section", {}, h("h2", {}, "Plan"), h("div.row", {}, h("label", { for: "planner" }, "Planner"), planner), h("label.row", { for: "planner-optimal" }, optimal, "a plan that costs least"), search, found);
  // What each box waits for.
  const waited = new Map();
  let asked = null;
  // The node whose state the picture of the space marks.
  let marked = null;

  const tools = h("div.planning", {},
      plans,
      h("section", {}, h("h2", {}, "Advice"), h("div.row", {}, h("label", { for: "policy-method" }, "Policy"), method), h("button", { type: "button", onclick: advise }, "What next?"), advice),
      h("section", {}, h("h2", {}, "State space"), h("p.note", {}, `The states that can be reached from the start, up to ${states}.`), h("button", { type: "button", onclick: draw }, "Draw it"), figures));
  element.append(nothing, tools, space.element);

  /** Ask which planners there are for this task. */
  async function choose() {
    const { task } = app.state;
    nothing.hidden = task !== null;
    tools.hidden = task === null;
    plans.hidden = task?.language !== "pddl";
    fill(method, (METHODS[task?.language] ?? []).map((name) => option(name, app.hasService || !NEED_SERVICE.includes(name) ? null : ELSEWHERE)));
    if (!task || plans.hidden || asked === task.id) return;
    asked = task.id;
    try {
      const { planners } = await app.call("tasks.ask", { task: task.id, question: "planners" });
      if (asked !== task.id) return;
      fill(planner, h("option", { value: "" }, "those that fit, in turns"), planners.map(({ name, refused }) => option(name, refusalHere(refused))));
      planner.value = planners.some(({ name, refused }) => name === app.state.planner && refused === null) ? app.state.planner : "";
      app.set("planner", { planner: planner.value || null });
    } catch (problem) {
      asked = null;
      fill(found, refusal(problem));
    }
  }

  /** Return why a planner cannot be chosen: nothing can be installed in a page without a service. */
  function refusalHere(refused) {
    return !app.hasService && refused?.includes("pip install") ? ELSEWHERE : refused;
  }

  /** Show an answer below a button, and until it is there a button that cancels it. */
  async function answer(box, waiting, work) {
    leave(box);
    if (!app.state.node) return;
    const own = new AbortController();
    waited.set(box, own);
    const cancel = h("button", { type: "button", onclick: () => own.abort() }, icon("close"), "Cancel");
    fill(box, h("span.row", {}, h("span.note", {}, waiting), cancel));
    let parts = null;
    try {
      parts = await work(own.signal);
    } catch (problem) {
      parts = isCancelled(problem) ? h("span.note", {}, "Cancelled.") : refusal(problem);
    }
    if (waited.get(box) !== own) return;
    waited.delete(box);
    const hadFocus = box.contains(document.activeElement);
    fill(box, parts);
    // The button that had the focus is gone: the one that asks is above.
    if (hadFocus) box.previousElementSibling.focus();
  }

  /** Wait no longer for what a box was to show. */
  function leave(box) {
    const before = waited.get(box);
    waited.delete(box);
    before?.abort();
  }

  function find() {
    return answer(found, "Searching …", async (signal) => {
      const plan = await searched(app, signal);
      if (!plan.plan) return [h("p", {}, told(plan))];
      const { session } = app.state;
      const steps = h("ol.plan", {}, plan.plan.map((action) => h("li", {}, h("code", {}, action))));
      const go = h("button", { type: "button", disabled: plan.plan.length === 0, onclick: () => carryOut(app, plan.plan, () => app.state.session === session) }, icon("play"), "Carry it out");
      return [h("p", {}, told(plan)), plan.reason && h("p.note", {}, plan.reason), go, steps];
    });
  }

  function advise() {
    return answer(advice, "Thinking …", async (signal) => {
      const policy = await app.ask("policy", null, { method: method.value, seconds: 5, step: app.state.node.steps ?? 0 }, signal);
      if (policy.action === null) return [h("p", {}, "The policy has no action here.")];
      const worth = policy.value === null ? null : h("p.note", {}, `${app.state.task.language === "pddl" ? "expected cost to the goal" : "expected return"}: ${Number(policy.value.toFixed(3))}`);
      return [h("button.with-text", { type: "button", title: label(policy.action), onclick: () => app.play.step(policy.action) }, icon("play"), h("code", {}, shown(policy.action))), worth];
    });
  }

  function draw() {
    space.hide();
    return answer(figures, "Exploring …", async (signal) => {
      const { node } = app.state;
      const answered = await app.ask("space", null, { states, picture: true, seconds: 5 }, signal);
      const svg = picture(answered.svg);
      mark(svg, answered.present, node);
      space.show(svg);
      space.element.scrollIntoView({ block: "nearest" });
      const goals = answered.goal_states === 1 ? "1 is a goal" : `${answered.goal_states} are goals`;
      const rest = answered.complete ? "" : "; there are more";
      const dead = answered.dead_ends === 1 ? "1 dead end" : `${answered.dead_ends ?? 0} dead ends`;
      return [`${answered.states} states, ${goals}, ${dead}, depth ${answered.depth}${rest}. Where you are stands out.`];
    });
  }

  function mark(svg, present, node) {
    marked = node;
    svg.querySelector(".present")?.classList.remove("present");
    svg.querySelector(`[data-state="${present}"]`)?.classList.add("present");
  }

  // The picture of a space marks the present state. Nothing is asked while the picture is out of sight.
  const follow = debounced(async () => {
    const svg = space.element.querySelector(".network-box svg");
    const { node } = app.state;
    if (space.element.offsetParent === null || !svg || !node || node === marked) return;
    const found = await app.ask("space", null, { states, seconds: 5 }).catch(() => null);
    if (found && app.state.node === node) mark(svg, found.present, node);
  }, FOLLOW_AFTER);
  app.on("node", follow);
  new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && follow()).observe(space.element);

  app.on("task", () => {
    for (const box of [found, advice, figures]) {
      leave(box);
      fill(box);
    }
    space.hide();
    choose();
  });
  choose();
}

/** Return an option; `refused` says why it cannot be chosen, or is null. */
function option(name, refused) {
  const text = WORDS[name] ? `${name}: ${WORDS[name]}` : name;
  return h("option", { value: name, disabled: refused !== null, title: refused }, refused === null ? text : `${name} (cannot)`);
}
