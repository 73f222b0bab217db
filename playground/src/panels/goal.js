// The conditions of the goal, those that hold and those that are missing.

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";

const SHOWN = 12;

/** Return the element with the conditions of the goal. */
export function goalList(app) {
  const head = h("h3");
  const list = h("ul.conditions");
  const element = h("div.goal", { hidden: true }, head, list);
  let all = false;

  function show() {
    const conditions = app.state.goals?.conditions ?? [];
    element.hidden = conditions.length === 0;
    if (element.hidden) return;
    const met = conditions.filter((each) => each.holds).length;
    fill(head, icon("flag"), `Goal: ${met} of ${conditions.length} ${conditions.length === 1 ? "condition" : "conditions"}`);
    // What is missing stands first.
    const sorted = [...conditions].sort((one, other) => Number(one.holds ?? false) - Number(other.holds ?? false));
    const shown = all ? sorted : sorted.slice(0, SHOWN);
    fill(
      list,
      shown.map(({ text, holds }) => h(`li.${holds ? "met" : "missing"}`, { title: text }, icon(holds ? "check" : "dot"), h("span.hidden", {}, holds ? "met: " : "missing: "), h("code", {}, text))),
      sorted.length > shown.length && h("li", {}, h("button.link", { type: "button", onclick: () => ((all = true), show()) }, `${sorted.length - shown.length} more`)),
    );
  }

  app.on("goals", show);
  app.on("task", () => {
    all = false;
    if (!app.state.task) element.hidden = true;
  });
  return element;
}
