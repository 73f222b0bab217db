// All planners on the same state: how long each searches, and how long its plan is. Those that cannot say why in the open.

import { fill, h } from "../dom.js";
import { PLAN_SECONDS, carryOut, told } from "../plan.js";
import { isCancelled } from "../transports/cancelling.js";
import { elapsed } from "./waiting.js";

/**
 * Let planners search for a plan from the present state, one after the other.
 *
 * @param {object} app - the store
 * @param {HTMLElement} box - where the table stands
 * @param {Array<{name: string, refused: string | null}>} planners - the planners; `refused` says why one cannot
 * @param {AbortSignal} signal - ends it
 * @returns {Promise<HTMLElement>} the table
 */
export async function contest(app, box, planners, signal) {
  const { session, optimal } = app.state;
  const body = h("tbody");
  const table = h("div.table-box", { tabindex: "0", role: "region", "aria-label": "Planners side by side" }, h("table", {}, h("thead", {}, h("tr", {}, ["Planner", "Steps", "Seconds", ""].map((title) => h("th", { scope: "col" }, title)))), body));
  // Those that can come first.
  const rows = [...planners].sort((one, other) => Number(one.refused !== null) - Number(other.refused !== null)).map((planner) => row(planner, body));
  box.append(table);
  table.scrollIntoView({ block: "nearest" });
  for (const { name, refused, cells } of rows) {
    if (refused !== null) continue;
    fill(cells.note, "searching … ", elapsed());
    const begun = performance.now();
    try {
      const found = await app.ask("plan", null, { planner: name, optimal, seconds: PLAN_SECONDS }, signal);
      cells.seconds.textContent = ((performance.now() - begun) / 1000).toFixed(2);
      if (!found.plan) {
        cells.note.textContent = told(found);
        continue;
      }
      cells.steps.textContent = String(found.plan.length);
      const go = h("button.link", { type: "button", onclick: () => carryOut(app, found.plan, () => app.state.session === session) }, "carry it out");
      fill(cells.note, found.status === "optimal" ? "none costs less; " : "", found.plan.length > 0 && go);
    } catch (problem) {
      if (isCancelled(problem)) throw problem;
      cells.note.textContent = problem.detail ?? String(problem);
    }
  }
  return table;
}

function row({ name, refused }, body) {
  const cells = { steps: h("td"), seconds: h("td"), note: h("td", {}, refused ?? "") };
  body.append(h("tr", {}, h("th", { scope: "row" }, h("code", {}, name)), cells.steps, cells.seconds, cells.note));
  return { name, refused, cells };
}
