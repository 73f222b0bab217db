// An object that was clicked: its type, and what is true of it.

import { objectsOf, words } from "../actions.js";
import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { panel } from "../registry.js";

panel({ id: "object", title: "Object", area: "side", order: 0, mount });

function mount(element, app) {
  element.hidden = true;
  function show() {
    const { selected, node, names } = app.state;
    element.hidden = selected === null || !node;
    if (element.hidden) return;
    const object = names?.objects?.find((each) => (each.name ?? each) === selected);
    const { atoms = [], fluents = {} } = node.state;
    const facts = atoms.filter((atom) => words(atom).slice(1).includes(selected));
    const numbers = Object.entries(fluents).filter(([name]) => words(name).slice(1).includes(selected));
    const close = h("button.icon-button", { type: "button", "aria-label": "Close", title: "Close (Esc)", onclick: () => app.set("select", { selected: null }) }, icon("close"));
    fill(
      element,
      h("div.panel-head", {}, h("h2", {}, selected), h("span.count", {}, (object?.types ?? []).filter((type) => type !== "object").join(" ")), h("div.grow"), close),
      h("ul.facts", { "aria-label": `What is true of ${selected}` }, facts.map((atom) => h("li", {}, h("code", {}, atom))), numbers.map(([name, value]) => h("li", {}, h("code", {}, `${name} = ${value}`)))),
      facts.length + numbers.length === 0 && h("p.note", {}, "No atom of the state names it."),
      h("p.note", {}, involved(node.actions ?? [], selected)),
    );
  }
  for (const event of ["select", "node", "session"]) app.on(event, show);
}

function involved(actions, name) {
  const count = actions.filter((action) => objectsOf(action).includes(name)).length;
  if (count === 0) return "No action involves it now.";
  return count === 1 ? "One action involves it, the one below." : `${count} actions involve it, those below.`;
}
