// The whole state as text: its atoms and values, those that the last step changed first, and what is false last.

import { readable, rounded } from "../actions.js";
import { fill, h } from "../dom.js";
import { panel } from "../registry.js";

const SHOWN = 500;

panel({ id: "facts", title: "State", order: 20, mount });

function mount(element, app) {
  const find = h("input", { type: "search", placeholder: "Find a fact", "aria-label": "Find a fact", oninput: show });
  const list = h("ul.facts.columns", { "aria-label": "Facts of the state" });
  const note = h("p.note");
  element.append(h("div.row", {}, find, note), list);

  function show() {
    const { node, nodes } = app.state;
    if (!node) {
      fill(list);
      note.textContent = "There is no state yet.";
      return;
    }
    const before = lines(nodes.get(node.parent));
    const now = lines(node);
    const wanted = find.value.trim().toLowerCase();
    const rows = [];
    for (const [name, value] of now) {
      const text = value === true ? readable(name) : `${readable(name)} = ${rounded(value)}`;
      const kind = !nodes.has(node.parent) || before.get(name) === value ? "" : "added";
      rows.push({ text, kind, isOff: value === false });
    }
    for (const [name, value] of before) if (value === true && !now.has(name)) rows.push({ text: readable(name), kind: "deleted" });
    const found = rows.filter((each) => each.text.toLowerCase().includes(wanted)).sort((one, other) => Boolean(other.kind) - Boolean(one.kind) || Boolean(one.isOff) - Boolean(other.isOff));
    // What is gone is listed, but is no fact of this state.
    const shown = found.filter((each) => each.kind !== "deleted").length;
    note.textContent = `${shown === now.size ? "" : `${shown} of `}${now.size} ${now.size === 1 ? "fact" : "facts"}`;
    fill(
      list,
      found.slice(0, SHOWN).map(({ text, kind, isOff }) => h("li", { class: isOff && !kind ? "off" : kind }, kind && h("span.sign", { "aria-label": kind === "added" ? "new:" : "gone:" }, kind === "added" ? "+" : "−"), h("code", {}, text))),
      found.length > SHOWN && h("li.note", {}, `and ${found.length - SHOWN} more`),
    );
  }
  app.on("node", show);
  app.on("task", show);
  show();
}

function lines(view) {
  const { atoms = [], fluents = {} } = view?.state ?? {};
  return new Map([...atoms.map((atom) => [atom, true]), ...Object.entries(fluents)]);
}
