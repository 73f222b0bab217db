// A plan: searched for by the service, carried out, and shown as a film.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { say } from "./messages.js";

const STEP_MILLISECONDS = 320;
const REASONS = {
  unsolvable: "No plan: the goal cannot be reached from here.",
  limit: "No plan: the search has met too many states. Try another planner, or go on by hand and search again nearer to the goal.",
};

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
  for (const action of actions) {
    if (!goesOn()) return;
    if (!(await app.play.step(action))) return;
    await new Promise((resolve) => setTimeout(resolve, STEP_MILLISECONDS));
  }
}

/** Return the button that searches for a plan from the present state. */
export function planButton(app) {
  const word = h("span", {}, "Plan");
  const button = h("button.with-text", { type: "button", id: "plan", title: "Search for a plan from here (p)", disabled: true, onclick: search }, icon("route"), word);
  let running = false;

  async function search() {
    if (running) {
      running = false;
      return;
    }
    const { session } = app.state;
    running = true;
    word.textContent = "Searching …";
    try {
      const found = await app.ask("plan", null, { planner: app.state.planner ?? null, optimal: app.state.optimal ?? false });
      if (app.state.session !== session) return;
      say(told(found));
      if (found.plan?.length) {
        word.textContent = "Stop";
        await carryOut(app, found.plan, () => running && app.state.session === session);
      }
    } catch (problem) {
      say(problem, "error");
    } finally {
      running = false;
      word.textContent = "Plan";
    }
  }

  function show() {
    button.disabled = !app.state.node || app.state.task?.language !== "pddl";
  }

  app.on("node", show);
  app.on("task", show);
  return button;
}
