// How far the session is: the conditions of the goal, those that hold and those that are missing, steps and reward.

import { goalIndex } from "../comments.js";
import { fill, h, s } from "../dom.js";
import { icon } from "../icons.js";

const SHOWN = 6;
// The size of the curve of the return.
const [WIDE, HIGH] = [110, 22];

/** Return the element with the conditions of the goal. */
export function goalList(app) {
  const head = h("h3");
  const list = h("ul.conditions");
  const change = h("button.link", { type: "button", id: "show-goal", title: "Show the goal in the problem", onclick: () => reveal() }, "change");
  const badge = h("p.badge", { role: "status" });
  const next = h("button.link", { type: "button", hidden: true, onclick: () => app.play.openCatalogue(app.state.source.name, following(app.state)) }, "Next problem");
  const curve = h("span.curve", { hidden: true });
  const element = h("div.goal", {}, head, list, change, curve, badge, next);
  let all = false;

  function show() {
    const conditions = app.state.goals?.conditions ?? [];
    head.hidden = list.hidden = change.hidden = conditions.length === 0;
    change.disabled = !app.state.node;
    if (head.hidden) return;
    const met = conditions.every((each) => each.holds === null) ? "" : `${conditions.filter((each) => each.holds).length} of `;
    fill(head, icon("flag"), `Goal: ${met}${conditions.length} ${conditions.length === 1 ? "condition" : "conditions"}`);
    // What is missing stands first.
    const sorted = [...conditions].sort((one, other) => Number(one.holds ?? false) - Number(other.holds ?? false));
    const shown = all ? sorted : sorted.slice(0, SHOWN);
    fill(
      list,
      shown.map(({ text, holds }) => h(`li.${holds ? "met" : "missing"}`, { title: text }, icon(holds ? "check" : "dot"), h("span.hidden", {}, holds ? "met: " : "missing: "), h("button.link", { type: "button", disabled: !app.state.node, title: `Why ${holds ? "" : "not "}${text}?`, onclick: () => app.explain(text) }, h("code", {}, text)))),
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

  /** Say how many steps were made, and whether that is the end. */
  function tell() {
    const { node, task } = app.state;
    badge.className = "badge";
    badge.textContent = app.state.look ? steps(0) : "";
    const sums = returns(app.play.line());
    curve.hidden = task?.language !== "rddl" || sums.length < 3;
    if (!curve.hidden) fill(curve, drawn(sums));
    next.hidden = !node?.goal || following(app.state) === null;
    if (!node) return;
    if (node.goal && task?.language === "pddl") {
      badge.textContent = `Goal reached in ${steps(node.steps)}`;
      badge.classList.add("good");
    } else if (node.terminated || node.truncated) {
      badge.textContent = `The episode has ended after ${steps(node.steps)}`;
      badge.classList.add("ended");
    } else {
      badge.textContent = steps(node.steps);
    }
    if (node.reward) badge.textContent += ` · reward ${Number(node.reward.toFixed(4))}`;
  }

  app.on("goals", show);
  app.on("look", tell);
  app.on("node", tell);
  app.on("task", () => {
    all = false;
    tell();
    if (!app.state.task) head.hidden = list.hidden = change.hidden = true;
  });
  show();
  return element;
}

/** Return the problem of the catalogue that follows the one that is open, or null. */
function following({ source, catalogue }) {
  const problems = catalogue?.find(({ name }) => name === source?.name)?.problems ?? [];
  const at = problems.indexOf(source?.problem);
  return (at >= 0 && problems[at + 1]) || null;
}

/** Return the return after each step of a line, from the start. */
function returns(line) {
  let sum = 0;
  return line.map(({ reward }) => (sum += reward ?? 0));
}

/** Return a curve of the return as a picture. */
function drawn(sums) {
  const [low, high] = [Math.min(...sums), Math.max(...sums)];
  const points = sums.map((sum, at) => `${((at / (sums.length - 1)) * (WIDE - 6) + 3).toFixed(1)},${(HIGH - 3 - ((sum - low) / (high - low || 1)) * (HIGH - 6)).toFixed(1)}`);
  const words = `Return after ${steps(sums.length - 1)}: ${Number(sums.at(-1).toPrecision(6))}`;
  const [x, y] = points.at(-1).split(",");
  return s("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, width: WIDE, height: HIGH, role: "img", "aria-label": words }, s("title", {}, words), s("polyline", { points: points.join(" ") }), s("circle", { cx: x, cy: y, r: 2.5 }));
}

function steps(count) {
  return count === 1 ? "1 step" : `${count ?? 0} steps`;
}
