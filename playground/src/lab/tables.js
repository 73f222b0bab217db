// Answers as a table: a column for each variable or argument, a row for each answer.

import { h } from "../dom.js";

const ROWS = 200;

/**
 * Return answers as a table.
 *
 * @param {object} app - the store
 * @param {string} title - what screen readers call the table
 * @param {string[]} columns - the names of variables or arguments
 * @param {string[][]} rows - the objects of each answer
 * @param {((row: string[]) => void) | null} why - explains a row; a button in each row asks for it
 */
export function answerTable(app, title, columns, rows, why = null) {
  const point = (row) => app.set("highlight", { highlight: new Set(row) });
  return h("div.table-box", { tabindex: "0", role: "region", "aria-label": title },
    h("table", {},
      h("thead", {}, h("tr", {}, columns.map((name) => h("th", { scope: "col" }, h("code", {}, name))), why && h("th.why", { scope: "col" }, h("span.hidden", {}, "Reason")))),
      h("tbody", {}, rows.slice(0, ROWS).map((row) =>
        h("tr", { onpointerenter: () => point(row), onpointerleave: () => point([]), onfocusin: () => point(row), onfocusout: () => point([]) },
          row.map((name) => h("td", {}, h("code", {}, name))),
          why && h("td.why", {}, h("button.link", { type: "button", "aria-label": `Why is it so of ${row.join(" and ")}?`, onclick: () => why(row) }, "Why?")))))),
    rows.length > ROWS && h("p.note", {}, `and ${rows.length - ROWS} more`));
}
