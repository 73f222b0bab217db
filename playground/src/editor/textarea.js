// A plain text area as an editor.

import { h } from "../dom.js";

/** Make the editor; see index.js for its verbs. */
export function createTextArea(element, { onEdit, label }) {
  const area = h("textarea", { "aria-label": label("file"), spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off", oninput: () => onEdit(area.value) });
  element.append(area);
  return {
    open(file, text) {
      area.setAttribute("aria-label", label(file));
      if (area.value !== text) area.value = text;
    },
    mark(found) {
      area.setAttribute("aria-invalid", String(found.some((each) => each.severity === "error")));
    },
    jump({ line, column, end_line: endLine, end_column: endColumn }) {
      if (!line) return;
      const start = offset(area.value, line, column);
      area.focus();
      area.setSelectionRange(start, Math.max(start, offset(area.value, endLine ?? line, endColumn ?? column)));
      area.scrollTop = (line - 5) * parseFloat(getComputedStyle(area).lineHeight);
    },
    focus: () => area.focus(),
  };
}

function offset(text, line, column) {
  let at = 0;
  for (let number = 1; number < line; number += 1) {
    const next = text.indexOf("\n", at);
    if (next < 0) return text.length;
    at = next + 1;
  }
  return Math.min(text.length, at + column - 1);
}
