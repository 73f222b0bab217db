// A plan: searched for by the service, carried out, and shown as a film.

import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { say } from "./messages.js";
import { elapsed } from "./panels/waiting.js";
import { isCancelled } from "./transports/cancelling.js";

const STEP_MILLISECONDS = 320;
/** The seconds that a planner may take. */
export const PLAN_SECONDS = 10;
const UNLUCKY = "Chance has decided otherwise: the goal is not reached. Search again from here.";
const REASONS = {
  unsolvable: "No plan: the goal cannot be reached from here.",
  limit: "No plan: the search has met too many states. Try another planner, or go on by hand and search again nearer to the goal.",
};

/** Search for a plan from the present state, by the planner that is chosen. */
export function searched(app, signal) {
  return app.ask("plan", null, { planner: app.state.planner ?? null, optimal: app.state.optimal ?? false, seconds: PLAN_SECONDS }, signal);
}

/** Return what the answer to a search says, in a sentence. */
export function told({ status, plan, cost, claimed, planner, reason }) {
  if (status === "unsolvable" && claimed) return `No plan, says ${planner}; nothing has proved it.`;
  if (!plan) return REASONS[status] ?? `No plan: ${reason ?? status}.`;
  if (!plan.length) return "The goal holds already.";
  const priced = cost === null || cost === plan.length ? "" : ` that costs ${cost}`;
  const least = status === "optimal" ? ", none costs less" : "";
  return `A plan of ${plan.length} ${plan.length === 1 ? "step" : "steps"}${priced}, by ${planner}${least}.`;
}

/** Carry out actions one after the other, as long as `goesOn` says so. */
export async function carryOut(app, actions, goesOn) {
  let isRefused = false;
  for (const action of actions) {
    if (!goesOn()) return;
    const view = await app.play.step(action, () => (isRefused = true));
    if (isRefused) break;
    // Another problem is shown already.
    if (!view) return;
    await new Promise((resolve) => setTimeout(resolve, STEP_MILLISECONDS));
  }
  if (goesOn() && app.state.node && (isRefused || !app.state.node.goal)) say(UNLUCKY);
}

/** Return the button that searches for a plan from the present state. */
export function planButton(app) {
  const button = h("button.with-text", { type: "button", id: "plan", disabled: true, onclick: () => (running ? stop() : search()) });
  let running = null;

  function label(sign, word, title, more = null) {
    fill(button, icon(sign), h("span", {}, word), more);
    button.title = title;
  }

  /** Stop the search, or stop to carry out its plan. */
  function stop() {
    running?.abort();
  }

  async function search() {
    const { session } = app.state;
    const own = new AbortController();
    running = own;
    label("close", "Stop", `Stop the search (p), which takes at most ${PLAN_SECONDS} s`, elapsed());
    try {
      const found = await searched(app, own.signal);
      if (app.state.session !== session) return;
      say(told(found));
      if (found.plan?.length) {
        label("pause", "Stop", "Stop to carry out the plan (p)");
        await carryOut(app, found.plan, () => !own.signal.aborted && app.state.session === session);
      }
    } catch (problem) {
      if (isCancelled(problem)) say("The search is stopped.");
      else say(problem, "error");
    } finally {
      if (running === own) rest();
    }
  }

  function rest() {
    running = null;
    label("route", "Plan", "Search for a plan from here (p)");
  }

  function show() {
    button.disabled = !app.state.node || app.state.task?.language !== "pddl";
    // RDDL has rewards in place of goals.
    button.hidden = app.state.task?.language === "rddl";
  }

  // What is found in one session says nothing about another.
  app.on("session", stop);
  app.on("leave", stop);
  app.on("node", show);
  app.on("task", show);
  rest();
  return button;
}
