// The axioms of the lab: the editor of the files with the axioms in it, and below it what is wrong with them.

import { fill, h } from "../dom.js";
import { fixOf } from "../editor/fixes.js";
import { createEditor } from "../editor/index.js";
import { cycleIn, drawnCycle } from "../panels/cycle.js";
import { fileOf } from "../panels/files.js";
import { problemItem } from "../panels/problems.js";

const FILE = "axioms";

/**
 * Make the editor of the axioms.
 *
 * @param {object} app - the store
 * @param {() => void} edited - hears of each change of the axioms
 * @returns {{element: HTMLElement, ring: HTMLElement, write: (text: string) => void, text: () => string}} `ring` has the drawing of a
 *   cycle through a negation, if there is one, and `write` replaces the axioms
 */
export function axiomsEditor(app, edited) {
  const body = h("div.editor", { id: "lab-axioms" });
  const trouble = h("ul.problems", { hidden: true, "aria-label": "Errors of the axioms" });
  const ring = h("div");
  const element = h("div.axioms", {}, body, trouble);
  const editor = createEditor(body, {
    onEdit(text) {
      app.play.edit(FILE, text);
      edited();
    },
    onFallback: () => body.classList.add("plain"),
    names: () => app.state.names,
    fix,
    label: () => "Axioms",
  });

  const text = () => app.state.texts.axioms.join("\n\n");

  function write(changed) {
    app.play.edit(FILE, changed);
    editor.open(FILE, changed, "pddl");
    edited();
  }

  /** Return the fix of a diagnostic, {label, apply}, or null. */
  function fix(found) {
    const mended = fixOf(found, text());
    return mended && { label: mended.label, apply: () => write(mended.text) };
  }

  function judge() {
    const found = app.state.diagnostics.filter((each) => each.severity === "error" && fileOf(each) === FILE);
    const cycle = found.map((each) => cycleIn(each.message ?? "")).find(Boolean);
    editor.mark(app.state.diagnostics.filter((each) => fileOf(each) === FILE));
    trouble.hidden = found.length === 0;
    fill(ring, cycle && drawnCycle(cycle));
    fill(trouble, found.map((each) => problemItem(each, (place) => editor.jump(place), fix)));
  }

  function take(isNew) {
    editor.open(FILE, text(), "pddl", isNew);
  }

  app.on("texts", () => take(true));
  app.on("checked", () => {
    take(false);
    judge();
  });
  take(true);
  judge();
  return { element, ring, write, text };
}
