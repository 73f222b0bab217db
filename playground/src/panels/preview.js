// What an action would change: each outcome with its probability, added and deleted atoms, numbers before and after.

import { readable, rounded, shown } from "../actions.js";
import { h } from "../dom.js";

const OUTCOMES = 6;
const LINES = 8;

/** Return a probability as people read it. */
export function percent(probability) {
  return `${(probability * 100).toPrecision(3).replace(/\.0+$/, "")} %`;
}

/** Return the elements that show the answer to `preview`. */
export function previewOf(action, { outcomes }) {
  const first = outcomes.slice(0, OUTCOMES);
  return [
    h("h3", {}, h("code", {}, shown(action))),
    first.map((outcome) => outcomeOf(outcome, outcomes.length > 1)),
    outcomes.length > first.length && h("p.note", {}, `and ${outcomes.length - first.length} more outcomes`),
  ];
}

/** Return the elements that show what the step to a node has changed, or null for a node without a step. */
export function done(view, before) {
  if (!before || view.action === null || view.action === undefined) return null;
  const [old, now] = [before.state, view.state];
  const fluents = {};
  const [oldAtoms, nowAtoms] = [new Set(old.atoms), new Set(now.atoms)];
  for (const [name, value] of Object.entries(now.fluents ?? {})) if (old.fluents?.[name] !== value) fluents[name] = [old.fluents?.[name], value];
  const change = {
    added: (now.atoms ?? []).filter((atom) => !oldAtoms.has(atom)),
    deleted: (old.atoms ?? []).filter((atom) => !nowAtoms.has(atom)),
    fluents,
  };
  return [h("h3", {}, "Done: ", h("code", {}, shown(view.action))), outcomeOf(change, false, "It has changed nothing.")];
}

function outcomeOf({ probability, added = [], deleted = [], fluents = {} }, uncertain, nothing = "changes nothing") {
  const numbers = Object.entries(fluents);
  const lines = [
    ...added.map((atom) => h("li.added", {}, h("span.sign", { "aria-label": "becomes true" }, "+"), h("code", {}, readable(atom)))),
    ...deleted.map((atom) => h("li.deleted", {}, h("span.sign", { "aria-label": "becomes false" }, "−"), h("code", {}, readable(atom)))),
    ...numbers.map(([name, [before, after]]) => h("li.changed", {}, h("span.sign", { "aria-label": "changes" }, "~"), h("code", {}, `${readable(name)}: ${rounded(before)} → ${rounded(after)}`))),
  ];
  return h(
    "div.outcome",
    {},
    uncertain && h("div.chances", {}, h("span", {}, percent(probability)), h("meter", { min: 0, max: 1, value: probability, "aria-label": "probability" })),
    lines.length ? h("ul", {}, lines.slice(0, LINES), lines.length > LINES && h("li.note", {}, `and ${lines.length - LINES} more`)) : h("p.note", {}, nothing),
  );
}
