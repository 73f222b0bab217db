// A proof as a tree that folds. Each statement marks its objects in the picture; a leaf leads to its line in the
// files, and to the step that has made it so.

import { label, objectsOf, words } from "../actions.js";
import { goalIndex, withoutComments } from "../comments.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { achieversOf } from "./achievers.js";

const OPEN_DEPTH = 2;
// How a reason names the place of an axiom: "by the axiom at <axioms>:3:1".
const AXIOM = / at <?(domain|axioms)>?:(\d+):(\d+)/;

/** Return the tree of an explanation of either language. */
export function proof(explanation, app) {
  return h("ul.proof", { role: "tree", "aria-label": "Reasons" }, branch(explanation, app, 0));
}

function branch(explanation, app, depth) {
  const { children = [], omitted = 0 } = explanation;
  const line = statement(explanation, app, children.length === 0);
  if (!children.length) return h("li", { role: "treeitem" }, line, achieversOf(explanation, app));
  const inner = h("ul", { role: "group" }, children.map((child) => branch(child, app, depth + 1)), omitted > 0 && h("li.note", { role: "treeitem" }, `and ${omitted} more`));
  const details = h("details", { open: depth < OPEN_DEPTH }, h("summary", {}, line), inner);
  return h("li", { role: "treeitem", "aria-expanded": String(depth < OPEN_DEPTH), ontoggle: (event) => event.target === details && details.parentElement.setAttribute("aria-expanded", String(details.open)) }, details);
}

function statement({ statement: text, holds, reason, text: sentence }, app, isLeaf) {
  const shown = text ?? sentence ?? "";
  const point = () => app.set("highlight", { highlight: new Set(named(shown, app)) });
  const leave = () => app.set("highlight", { highlight: new Set() });
  const sign = holds === undefined ? null : icon(holds ? "check" : "close");
  const axiom = AXIOM.exec(reason ?? "");
  const found = axiom ? axiomOf(axiom, app.state.texts) : isLeaf ? placeOf(shown, app.state.texts) : null;
  return h(
    "span.statement",
    { class: holds === undefined ? "" : holds ? "true" : "false", onpointerenter: point, onpointerleave: leave },
    sign,
    " ",
    holds !== undefined && h("span.hidden", {}, holds ? "true: " : "false: "),
    h("code", {}, shown),
    " ",
    reason && h("span.reason", {}, found && axiom ? reason.replace(axiom[0], "") : reason),
    " ",
    isLeaf && since(shown, app),
    found && h("button.link.place", { type: "button", onfocus: point, onblur: leave, onclick: () => app.set("reveal", { reveal: found }) }, `${found.file}, line ${found.line}`),
  );
}

/** Return a link to the step that has made an atom true or false; null for what has been so from the start. */
function since(atom, app) {
  const line = app.play.line();
  const has = (view) => view.state.atoms?.includes(atom) ?? false;
  const last = line.findLastIndex((view, at) => at > 0 && has(view) !== has(line[at - 1]));
  if (last < 0) return null;
  const { node, action } = line[last];
  return [h("button.link.place", { type: "button", title: `Go to step ${last}: ${label(action)}`, onclick: () => app.play.goTo(node) }, `since step ${last}`), " "];
}

/** Return the objects of the task that a text names. */
function named(text, app) {
  const objects = app.state.names?.objects?.map((each) => each.name ?? each);
  const found = text.startsWith("(") ? objectsOf(text) : words(text.split(" is ")[0]);
  return objects ? found.filter((name) => objects.includes(name)) : found;
}

/** Return the place of an atom in the problem, or of the definition of its predicate: {file, line, column, …} or null. */
function placeOf(text, texts) {
  if (!text.startsWith("(")) return cellPlace(text, texts);
  const parts = words(text);
  const exact = new RegExp(`\\(\\s*${parts.map(escaped).join("\\s+")}\\s*\\)`, "i");
  const problem = withoutComments(texts.problem);
  // Atoms of the goal are no facts.
  const goal = goalIndex(problem);
  const facts = goal < 0 ? problem : problem.slice(0, goal);
  return at("problem", facts, exact) ?? at("domain", texts.domain, new RegExp(`\\(\\s*${escaped(parts[0] ?? "")}(?=[\\s)])[^()]*\\)`, "i"));
}

/** Return the place where an instance gives a cell of RDDL its first value, `running(c1) is true`, or where its fluent is declared. */
function cellPlace(text, texts) {
  const [, name, objects] = /^([A-Za-z][\w-]*)(?:\(([^()]*)\))? (?:is|=) /.exec(text) ?? [];
  if (!name) return null;
  const row = objects === undefined ? "" : `\\s*\\(\\s*${objects.split(",").map((each) => escaped(each.trim())).join("\\s*,\\s*")}\\s*\\)`;
  const given = at("problem", texts.problem, new RegExp(`(?<![\\w-])${escaped(name)}${row}(?=\\s*[;=])`));
  return given ?? at("domain", texts.domain, new RegExp(`(?<![\\w-])${escaped(name)}\\s*(?:\\([^()]*\\))?(?=\\s*:)`));
}

/** Return the place of the axiom that a reason names: its whole head. */
function axiomOf([, file, line, column], texts) {
  const text = file === "axioms" ? texts.axioms.join("\n\n") : texts.domain;
  const start = text.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0) + Number(column) - 1;
  const head = /^\(\s*:(derived|axiom)\s*(\([^()]*\))?/i.exec(text.slice(start))?.[0] ?? "";
  const [endLine, endColumn] = position(text, start + head.length);
  return { file, line: Number(line), column: Number(column), end_line: endLine, end_column: endColumn };
}

function at(file, text, pattern) {
  const found = pattern.exec(text);
  if (!found) return null;
  const [line, column] = position(text, found.index);
  const [endLine, endColumn] = position(text, found.index + found[0].length);
  return { file, line, column, end_line: endLine, end_column: endColumn };
}

function position(text, index) {
  const before = text.slice(0, index).split("\n");
  return [before.length, before.at(-1).length + 1];
}

function escaped(word) {
  return word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
