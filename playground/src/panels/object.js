// An object that was clicked: its type, and what is true of it: atoms of the state, what never changes, what is derived.

import { objectsOf, readable, rounded, words } from "../actions.js";
import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { panel } from "../registry.js";

const OTHERS = 60;

panel({ id: "object", title: "Object", area: "side", order: 0, mount });

function mount(element, app) {
  element.hidden = true;

  async function show() {
    const { selected, node, names } = app.state;
    element.hidden = selected === null || !node;
    if (element.hidden) return;
    const object = names?.objects?.find((each) => (each.name ?? each) === selected);
    const { atoms = [], fluents = {} } = node.state;
    const facts = atoms.filter((atom) => words(atom).slice(1).includes(selected));
    const numbers = Object.entries(fluents).filter(([name]) => words(name).slice(1).includes(selected));
    const close = h("button.icon-button", { type: "button", "aria-label": "Close", title: "Close (Esc)", onclick: () => app.set("select", { selected: null }) }, icon("close"));
    const list = h("ul.facts", { "aria-label": `What is true of ${selected}` }, facts.map((atom) => item(readable(atom))), numbers.map(([name, value]) => item(`${readable(name)} = ${rounded(value)}`)));
    const empty = h("p.note", { hidden: facts.length + numbers.length > 0 }, "No atom of the state names it.");
    fill(
      element,
      h("div.panel-head", {}, h("h2", {}, selected), h("span.count", {}, (object?.types ?? []).filter((type) => type !== "object").join(" ")), h("div.grow"), close),
      list,
      empty,
      h("p.note", {}, involved(node.actions ?? [], selected)),
    );
    const others = await othersOf(selected, atoms);
    if (app.state.selected !== selected || app.state.node !== node) return;
    list.append(...others.slice(0, OTHERS).map(([atom, kind]) => item(atom, kind)));
    empty.hidden ||= others.length > 0;
  }

  /** Return atoms with an object that are not part of the state: static ones and derived ones, [[atom, kind]]. */
  async function othersOf(name, atoms) {
    const { task, names, session } = app.state;
    if (task?.language !== "pddl" || !names) return [];
    const changing = new Set(atoms.map((atom) => words(atom)[0]));
    const asked = names.predicates.filter((each) => !changing.has(each.name)).flatMap((each) => each.parameters.map((_, place) => ({ ...each, place })));
    const calls = asked.map(({ name: predicate, parameters, place }) => {
      const formula = `(${[predicate, ...parameters.map((_, index) => (index === place ? name : `?x${index}`))].join(" ")})`;
      return { verb: "sessions.ask", data: { session, question: "query", formula } };
    });
    const answers = calls.length ? await app.call("batch", { calls }).catch(() => []) : [];
    const found = new Map();
    answers.forEach(({ ok }, index) => {
      const { name: predicate, parameters, place, derived } = asked[index];
      for (const row of ok?.answers ?? (ok?.holds ? [[]] : [])) {
        const rest = [...row];
        const atom = `(${[predicate, ...parameters.map((_, at) => (at === place ? name : rest.shift()))].join(" ")})`;
        found.set(atom, derived ? "derived" : "never changes");
      }
    });
    return [...found].sort();
  }

  for (const event of ["select", "node", "session", "task"]) app.on(event, show);
}

function item(text, kind = "") {
  return h("li", {}, h("code", {}, text), kind && h("span.note", {}, ` ${kind}`));
}

function involved(actions, name) {
  const count = actions.filter((action) => objectsOf(action).includes(name)).length;
  if (count === 0) return "No action involves it now.";
  return count === 1 ? "One action involves it, the one below." : `${count} actions involve it, those below.`;
}
