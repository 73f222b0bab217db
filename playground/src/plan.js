// A plan: searched for by the service, carried out, and shown as a film.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { say } from "./messages.js";

const STEP_MILLISECONDS = 320;
const REASONS = {
  unsolvable: "No plan: the goal cannot be reached from here.",
  limit: "No plan: the search has met too many states. Go on by hand, and search again nearer to the goal.",
};

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
      const found = await app.ask("plan");
      const actions = found.plan ?? null;
      if (app.state.session !== session) return;
      if (!actions) say(REASONS[found.status] ?? `No plan: ${found.status}.`);
      else if (actions.length === 0) say("The goal holds already.");
      else await carryOut(actions, session);
    } catch (problem) {
      say(problem, "error");
    } finally {
      running = false;
      word.textContent = "Plan";
    }
  }

  async function carryOut(actions, session) {
    say(`A plan of ${actions.length} ${actions.length === 1 ? "step" : "steps"}.`);
    word.textContent = "Stop";
    for (const action of actions) {
      if (!running || app.state.session !== session) return;
      if (!(await app.play.step(action))) return;
      await new Promise((resolve) => setTimeout(resolve, STEP_MILLISECONDS));
    }
  }

  function show() {
    button.disabled = !app.state.node || app.state.task?.language !== "pddl";
  }

  app.on("node", show);
  app.on("task", show);
  return button;
}
