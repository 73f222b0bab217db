// What is wrong in the files: errors, warnings and notes, each with what was expected and what to do.

import { debounced, fill, h } from "../dom.js";
import { icon } from "../icons.js";

const ORDER = { error: 0, warning: 1, info: 2 };
const WORDS = { error: "error", warning: "warning", info: "note" };
const SHOWN = 50;
// A bracket that has been opened is an error until what follows is typed: the list must not jump at every key.
const OPEN_AFTER = 900;

/** Return the list, and what screen readers say of it; `jump(diagnostic)` shows the place of one, `fix(diagnostic)` returns how a click mends it, or null. */
export function problemsList(app, jump, fix) {
  const summary = h("summary");
  const list = h("ul");
  const spoken = h("p.hidden", { role: "status" });
  const element = h("details.problems", { hidden: true }, summary, list);
  let failing = false;
  let timer = 0;

  app.on("checked", () => {
    const found = [...app.state.diagnostics].sort((one, other) => ORDER[one.severity] - ORDER[other.severity] || (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0));
    const counts = Object.entries(WORDS).map(([severity, word]) => [found.filter((each) => each.severity === severity).length, word]);
    const [errors, warnings] = counts.map(([number]) => number);
    element.hidden = found.length === 0;
    element.classList.toggle("failing", errors > 0);
    element.classList.toggle("warning", errors === 0 && warnings > 0);
    fill(summary, icon(errors + warnings ? "error" : "dot"), counts.filter(([number]) => number > 0).map(([number, word]) => count(number, word)).join(", "));
    // Errors open the list once; otherwise it stays as the visitor has it.
    clearTimeout(timer);
    const isUsed = element.contains(document.activeElement);
    if (errors === 0 && failing && !isUsed) element.open = false;
    if (errors > 0 && !failing) timer = setTimeout(() => (failing = element.open = true), document.activeElement?.matches(".codemirror, .editor textarea") ? OPEN_AFTER : 0);
    if (errors === 0) failing = false;
    tell(found.filter((each) => each.severity === "error"));
    fill(list, found.slice(0, SHOWN).map((each) => problemItem(each, jump, fix)), found.length > SHOWN && h("li.note", {}, `and ${found.length - SHOWN} more`));
    // The button that had the focus is gone.
    if (isUsed && !element.hidden) summary.focus();
  });

  /** Say errors to screen readers, once typing pauses. */
  const tell = debounced((errors) => {
    spoken.textContent = errors.length ? `${count(errors.length, "error")} in the files. ${errors[0].message}` : spoken.textContent && "The files have no errors.";
  }, OPEN_AFTER);

  return [spoken, element];
}

/** Return the line of a diagnostic: what is wrong where, what was expected, what to do, and a button that does it. */
export function problemItem(each, jump, fix) {
  const mended = fix(each);
  const place = each.line ? `${each.file?.includes("problem") ? "problem" : each.file?.includes("axiom") ? "axioms" : "domain"}, line ${each.line}` : "";
  return h(
    `li.${each.severity}`,
    {},
    h(
      "button",
      { type: "button", onclick: () => jump(each) },
      h("span.what", {}, h("span.hidden", {}, `${each.severity}: `), each.message),
      place && h("span.place", {}, [place, each.code].filter(Boolean).join(" · ")),
      each.expected && h("span.more", {}, h("b", {}, "expected "), each.expected),
      each.hint && h("span.more", {}, h("b", {}, "hint "), each.hint),
    ),
    mended && h("button.chip.fix", { type: "button", onclick: mended.apply }, mended.label),
  );
}

function count(number, word) {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}
