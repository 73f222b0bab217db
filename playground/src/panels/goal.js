// The conditions of the goal, those that hold and those that are missing.

import { goalIndex } from "../comments.js";
import { fill, h } from "../dom.js";
import { icon } from "../icons.js";

const SHOWN = 12;

/** Return the element with the conditions of the goal. */
export function goalList(app) {
  const head = h("h3");
  const list = h("ul.conditions");
  const change = h("button.link", { type: "button", id: "show-goal", title: "Show the goal in the problem", onclick: () => reveal() }, "change");
  const element = h("div.goal", { hidden: true }, h("div.goal-head", {}, head, change), list);
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
      shown.map(({ text, holds }) => h(`li.${holds ? "met" : "missing"}`, { title: text }, icon(holds ? "check" : "dot"), h("span.hidden", {}, holds ? "met: " : "missing: "), h("button.link", { type: "button", title: `Why ${holds ? "" : "not "}${text}?`, onclick: () => app.explain(text) }, h("code", {}, text)))),
      sorted.length > shown.length && h("li", {}, h("button.link", { type: "button", onclick: () => ((all = true), show()) }, `${sorted.length - shown.length} more`)),
    );
  }

  /** Show the place of the goal in the text of the problem. */
  function reveal() {
    const { problem } = app.state.texts;
    const at = goalIndex(problem);
    const before = problem.slice(0, Math.max(at, 0)).split("\n");
    const [line, column] = [before.length, before.at(-1).length + 1];
    app.set("reveal", { reveal: { file: "problem", line, column, end_line: line, end_column: column + "(:goal".length } });
  }

  app.on("goals", show);
  app.on("task", () => {
    all = false;
    if (!app.state.task) element.hidden = true;
  });
  return element;
}
