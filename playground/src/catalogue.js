// The catalogue: a dialog with all domains that come along, found by typing.

import { h, fill } from "./dom.js";
import { icon } from "./icons.js";

/** Return the button that says what is open, and opens the catalogue. */
export function catalogueButton(app) {
  const name = h("span.picker-name", {}, "Open a domain");
  const button = h("button.picker", { type: "button", id: "catalogue", "aria-haspopup": "dialog", onclick: open }, name, icon("chevron"));
  const search = h("input", { type: "search", placeholder: "Find a domain", "aria-label": "Find a domain", oninput: show });
  const list = h("div.domains");
  const close = h("button.icon-button", { type: "button", "aria-label": "Close", onclick: () => dialog.close() }, icon("close"));
  const dialog = h("dialog.catalogue", { "aria-label": "Catalogue" }, h("div.dialog-head", {}, h("h2", {}, "Domains"), close), search, list);
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  search.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") list.querySelector("button")?.focus();
    if (event.key === "Enter") list.querySelector("button")?.click();
  });
  list.addEventListener("keydown", (event) => {
    const every = [...list.querySelectorAll("button.domain")];
    const at = every.indexOf(document.activeElement.closest("button"));
    if (event.key === "ArrowDown") every[at + 1]?.focus();
    else if (event.key === "ArrowUp") (every[at - 1] ?? search).focus();
    else return;
    event.preventDefault();
  });

  function open() {
    search.value = "";
    show();
    dialog.showModal();
    search.focus();
  }

  function choose(domain, problem) {
    dialog.close();
    app.play.openCatalogue(domain, problem);
  }

  function show() {
    const wanted = search.value.trim().toLowerCase();
    const found = app.state.catalogue.filter((each) => `${each.name} ${each.description} ${each.language ?? ""}`.toLowerCase().includes(wanted));
    const groups = Map.groupBy ? Map.groupBy(found, language) : grouped(found);
    fill(
      list,
      [...groups].map(([kind, domains]) => [h("h3", {}, kind.toUpperCase()), h("ul", {}, domains.map(item))]),
      found.length === 0 && h("p.empty", {}, `No domain has “${search.value}” in its name or description.`),
    );
  }

  function item(domain) {
    const problems = domain.problems ?? domain.levels ?? [];
    const about = h("button.domain", { type: "button", onclick: () => choose(domain.name) }, h("strong", {}, domain.name), h("span", {}, domain.description));
    const levels = problems.slice(0, 40).map((problem) => {
      const key = typeof problem === "string" ? problem : problem.name;
      return h("option", { value: key }, key);
    });
    const picker =
      levels.length > 1 &&
      h("select", { "aria-label": `Problem of ${domain.name}`, onchange: (event) => choose(domain.name, event.target.value) }, h("option", { value: "", disabled: true, selected: true }, `${levels.length} problems`), levels);
    return h("li", {}, about, picker);
  }

  function label({ task, source, texts }) {
    const own = source ? [source.name, source.problem].filter(Boolean).join(" · ") : task ? `${task.domain} · ${task.name}` : "";
    fill(name, own || (texts.domain ? "Your own files" : "Open a domain"));
    button.setAttribute("aria-label", `Open a domain; now: ${name.textContent}`);
  }
  app.on("task", label);
  app.on("texts", label);
  return [button, dialog];
}

function language(domain) {
  return domain.language ?? "pddl";
}

function grouped(domains) {
  const groups = new Map();
  for (const each of domains) groups.set(language(each), [...(groups.get(language(each)) ?? []), each]);
  return groups;
}
