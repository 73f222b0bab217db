// What is wrong in the files: errors, warnings and notes, each with what was expected and what to do.

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";

const ORDER = { error: 0, warning: 1, info: 2 };
const SHOWN = 50;

/** Return the list; `jump(diagnostic)` shows the place of one, `fix(diagnostic)` returns how a click mends it, or null. */
export function problemsList(app, jump, fix) {
  const summary = h("summary");
  const list = h("ul");
  const element = h("details.problems", { open: true, hidden: true }, summary, list);

  app.on("checked", () => {
    const found = [...app.state.diagnostics].sort((one, other) => ORDER[one.severity] - ORDER[other.severity]);
    element.hidden = found.length === 0;
    const errors = found.filter((each) => each.severity === "error").length;
    element.classList.toggle("failing", errors > 0);
    fill(summary, icon(errors ? "error" : "dot"), errors ? count(errors, "error") : count(found.length, "note"), errors > 0 && found.length > errors ? `, ${count(found.length - errors, "note")}` : "");
    // Infos alone are no news: a click opens them.
    element.open = found.some((each) => each.severity !== "info");
    fill(list, found.slice(0, SHOWN).map(item), found.length > SHOWN && h("li.note", {}, `and ${found.length - SHOWN} more`));
  });

  function item(each) {
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
  return element;
}

function count(number, word) {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}
