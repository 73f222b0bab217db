// Planning: a planner to choose from, the advice of a policy, and the state space as a picture.

import { label, shown } from "../actions.js";
import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { PLAN_SECONDS, carryOut, searched, told } from "../plan.js";
import { panel } from "../registry.js";
import { download, planText } from "../takeaway.js";
import { contest } from "./contest.js";
import { refusal } from "./refusal.js";
import { stateSpace } from "./space.js";
import { waiting } from "./waiting.js";

// What computes with arrays, which only a service has.
const NEED_SERVICE = ["value_iteration"];
const ELSEWHERE = "it needs the page of relgym serve";
const METHODS = { pddl: ["lrtdp", "value_iteration", "uct", "replan"], rddl: ["uct", "value_iteration"] };
const WORDS = { lrtdp: "the best, by search", value_iteration: "the best, over all states", uct: "by many trials", replan: "by a plan, made anew" };

const POLICY_SECONDS = 5;

panel({ id: "planning", title: "Planning", order: 25, mount });

function mount(element, app) {
  const waits = waiting();
  const space = stateSpace(app, waits);
  const planner = h("select", { id: "planner", onchange: () => app.set("planner", { planner: planner.value || null }) });
  const optimal = h("input", { type: "checkbox", id: "planner-optimal", onchange: () => app.set("planner", { optimal: optimal.checked }) });
  const method = h("select", { id: "policy-method" });
  const search = h("button.primary", { type: "button", onclick: find }, "Find a plan");
  const found = h("div.answer", { "aria-live": "polite" });
  const contestants = h("div.answer.contestants", { "aria-live": "polite" });
  const advice = h("div.answer", { "aria-live": "polite" });
  const nothing = h("p.empty", {}, "Plans and advice appear here once the files can be read.");
  const plans = h("section", {}, h("h2", {}, "Plan"), h("div.row", {}, h("label", { for: "planner" }, "Planner"), planner), h("label.row", { for: "planner-optimal" }, optimal, "a plan that costs least"), h("div.row", {}, search, h("button", { type: "button", onclick: compare }, "Compare all")), found);
  let asked = null;
  let known = [];

  const tools = h("div.planning", {},
      plans,
      h("section", {}, h("h2", {}, "Advice"), h("div.row", {}, h("label", { for: "policy-method" }, "Policy"), method), h("button", { type: "button", onclick: advise }, "What next?"), advice),
      space.section,
      contestants);
  element.append(nothing, h("div.planning-box", {}, tools, space.element));

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
      known = planners.map(({ name, refused }) => ({ name, refused: refusalHere(refused) }));
      fill(planner, h("option", { value: "" }, "any that fits"), known.map(({ name, refused }) => option(name, refused)));
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

  function find() {
    return app.state.node && waits.answer(found, "Searching …", { seconds: PLAN_SECONDS }, async (signal) => {
      const plan = await searched(app, signal);
      if (!plan.plan) return [h("p", {}, told(plan))];
      const { session } = app.state;
      const steps = h("ol.plan", {}, plan.plan.map((action) => h("li", {}, h("code", {}, action))));
      const go = h("button", { type: "button", disabled: plan.plan.length === 0, onclick: () => carryOut(app, plan.plan, () => app.state.session === session) }, icon("play"), "Carry it out");
      const save = h("button", { type: "button", title: "A line for each action, as the IPC has it", disabled: plan.plan.length === 0, onclick: () => download(new Blob([planText(plan.plan)], { type: "text/plain" }), "plan.txt") }, icon("download"), "Save it");
      return [h("p", {}, told(plan)), plan.reason && h("p.note", {}, plan.reason), h("div.row", {}, go, save), steps];
    });
  }

  /** Let all planners search, one after the other; the table grows meanwhile. */
  function compare() {
    return app.state.node && waits.answer(contestants, "Planners search in turn, each …", { seconds: PLAN_SECONDS }, (signal) => contest(app, contestants, known, signal));
  }

  function advise() {
    return app.state.node && waits.answer(advice, "Thinking …", { seconds: POLICY_SECONDS }, async (signal) => {
      const policy = await app.ask("policy", null, { method: method.value, seconds: POLICY_SECONDS, step: app.state.node.steps ?? 0 }, signal);
      if (policy.action === null) return [h("p", {}, "The policy has no action here.")];
      const worth = policy.value === null ? null : h("p.note", {}, `${app.state.task.language === "pddl" ? "expected cost to the goal" : "expected return"}: ${Number(policy.value.toFixed(3))}`);
      return [h("button.with-text", { type: "button", title: label(policy.action), onclick: () => app.play.step(policy.action) }, icon("play"), h("code", {}, shown(policy.action))), worth];
    });
  }

  app.on("task", () => {
    for (const box of [found, contestants, advice]) {
      waits.leave(box);
      fill(box);
    }
    space.clear();
    choose();
  });
  choose();
  space.draw();
}

/** Return an option; `refused` says why it cannot be chosen, or is null. */
function option(name, refused) {
  const text = WORDS[name] ? `${name}: ${WORDS[name]}` : name;
  return h("option", { value: name, disabled: refused !== null, title: refused }, refused === null ? text : `${name} (cannot)`);
}
