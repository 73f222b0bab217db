// Saved sets: axioms and a formula with a name, which stay on this computer.

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { say } from "../messages.js";
import { keep, kept } from "../storage.js";

const KEY = "relgym.lab";
const MOST = 30;

/**
 * Make the list of saved sets, with a field to save another one.
 *
 * @param {object} app - the store
 * @param {{text: () => string, write: (text: string) => void}} axioms - the editor of the axioms
 * @param {{text: () => string, write: (text: string) => void}} formula - the formula
 * @returns {HTMLElement} the list
 */
export function savedSets(app, axioms, formula) {
  const name = h("input", { type: "text", "aria-label": "Name of the set", placeholder: "name", maxlength: 60, required: true, autocomplete: "off" });
  const form = h("form.row", { onsubmit: save }, name, h("button", { type: "submit" }, "Save"));
  const list = h("ul.facts");
  const element = h("div", {}, h("p.note", {}, "Axioms and formula stay on this computer."), form, list);

  function save(event) {
    event.preventDefault();
    const set = { name: name.value.trim(), domain: app.state.task?.domain ?? "", axioms: axioms.text(), formula: formula.text() };
    if (!set.name) return;
    if (!set.axioms.trim() && !set.formula.trim()) return say("There is nothing to save: write axioms or a formula first.");
    if (!change([set, ...sets().filter((each) => each.name !== set.name)].slice(0, MOST))) return say("The browser keeps nothing here: share a link instead.", "error");
    name.value = "";
    return null;
  }

  function change(every) {
    const isKept = keep(KEY, every);
    show();
    return isKept;
  }

  function take(set) {
    axioms.write(set.axioms);
    formula.write(set.formula);
  }

  function remove({ name: gone }) {
    change(sets().filter((each) => each.name !== gone));
    name.focus();
  }

  function show() {
    fill(list, sets().map((set) =>
      h("li.row", {},
        h("button.link", { type: "button", title: [set.formula, set.axioms].filter(Boolean).join("\n"), onclick: () => take(set) }, set.name),
        h("span.note", {}, set.domain),
        h("div.grow"),
        h("button.icon-button", { type: "button", "aria-label": `Remove ${set.name}`, title: `Remove ${set.name}`, onclick: () => remove(set) }, icon("close")))));
  }

  show();
  return element;
}

/** Return the saved sets, the newest first. */
function sets() {
  const found = kept(KEY);
  return Array.isArray(found) ? found.filter((each) => ["name", "domain", "axioms", "formula"].every((member) => typeof each?.[member] === "string")) : [];
}
