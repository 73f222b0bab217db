// The catalogue: a gallery of all domains that come along, found by typing and by what they are about.

import { h, fill } from "./dom.js";
import { openFirst } from "./first.js";
import { icon } from "./icons.js";
import { keepRecent, recent } from "./recent.js";
import { thumbnails } from "./thumbnails.js";

// What the value of an option begins with that asks the generator of a domain for a new problem.
const NEW = "new ";

// Orders of domains by what is measured of them; what is not known comes last. The given order is that of names.
const UNKNOWN = Number.POSITIVE_INFINITY;
const smaller = (one, other) => (one.objects?.[1] ?? UNKNOWN) - (other.objects?.[1] ?? UNKNOWN) || 0;
const ORDERS = {
  "by name": () => 0,
  "smallest first": smaller,
  // The oftener random actions reach the goal, the easier.
  "easiest first": (one, other) => (other.random ?? -1) - (one.random ?? -1) || (one.plan?.[1] ?? UNKNOWN) - (other.plan?.[1] ?? UNKNOWN) || smaller(one, other),
};

/** Return the button that says what is open, and opens the catalogue. */
export function catalogueButton(app) {
  const name = h("span.picker-name", {}, "Open a domain");
  const button = h("button.picker", { type: "button", id: "catalogue", "aria-haspopup": "dialog", onclick: open }, name, icon("chevron"));
  const search = h("input", { type: "search", placeholder: "Find a domain", "aria-label": "Find a domain", oninput: show });
  const order = h("select", { id: "domain-order", onchange: show }, Object.keys(ORDERS).map((name) => h("option", { value: name }, name)));
  const list = h("ul.domains");
  const tags = h("div.tags", { role: "group", "aria-label": "What domains are about" });
  const last = h("div.tags", { role: "group", "aria-label": "What was opened last" });
  const thumbnail = thumbnails(app);
  let tag = null;
  let measured = null;
  keepRecent(app);
  const close = h("button.icon-button", { type: "button", "aria-label": "Close", onclick: () => dialog.close() }, icon("close"));
  const own = h("button", { type: "button", onclick: begin }, icon("plus"), "Write your own");
  const openFiles = h("button", { type: "button", title: "A domain and a problem, or a zip archive with several; or drop them on the page", onclick: () => (dialog.close(), app.emit("open-files")) }, icon("file"), "Open your files");
  const dialog = h("dialog.catalogue", { "aria-label": "Catalogue" }, h("div.dialog-head", {}, h("h2", {}, "Domains"), h("div.grow"), openFiles, own, close), h("div.row.find", {}, search, h("label.row", { for: "domain-order" }, h("span.note", {}, "Order"), order)), tags, last, list);
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  search.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") list.querySelector("button")?.focus();
    if (event.key === "Escape") {
      // The field would only clear itself.
      event.preventDefault();
      dialog.close();
    }
    if (event.key === "Enter") {
      // Else the key would press the button that gets the focus back.
      event.preventDefault();
      list.querySelector("button")?.click();
    }
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
    tag = null;
    show();
    const before = recent().filter(({ title }) => title !== name.textContent);
    fill(last, before.length > 0 && h("span.note", {}, "Opened last:"), before.map(({ title, texts, source }) => h("button.chip", { type: "button", onclick: () => (dialog.close(), app.play.openTexts(texts, source)) }, title)));
    last.hidden = before.length === 0;
    dialog.showModal();
    search.focus();
    measure();
  }

  /** Ask once how large and hard the domains are: it takes longer than their names. */
  async function measure() {
    if (measured) return;
    measured = {};
    try {
      ({ domains: measured } = await app.call("catalogue.difficulty"));
      if (dialog.open && !list.contains(document.activeElement)) show();
    } catch {
      // The cards are good without it, and it is asked again.
      measured = null;
    }
  }

  function begin() {
    dialog.close();
    openFirst(app);
  }

  function choose(domain, problem) {
    dialog.close();
    if (problem?.startsWith(NEW)) app.play.openGenerated(domain, Number(problem.slice(NEW.length)));
    else app.play.openCatalogue(domain, problem);
  }

  function show() {
    const wanted = search.value.trim().toLowerCase();
    const about = (each) => [...each.tags, each.language];
    const every = [...new Set(app.state.catalogue.flatMap(about))].filter((each) => each !== "pddl").sort();
    fill(tags, every.map((each) => h("button.chip", { type: "button", "aria-pressed": String(each === tag), onclick: () => choosing(each) }, each === "rddl" ? "RDDL" : each)));
    const found = app.state.catalogue.filter((each) => (tag === null || about(each).includes(tag)) && `${each.name} ${each.description} ${about(each).join(" ")}`.toLowerCase().includes(wanted));
    const sizeOf = ({ name }) => measured?.[name] ?? {};
    found.sort((one, other) => ORDERS[order.value](sizeOf(one), sizeOf(other)));
    fill(list, found.map(item), found.length === 0 && h("li.empty", {}, `No domain has “${search.value}” in its name or description.`));
  }

  function choosing(wanted) {
    tag = tag === wanted ? null : wanted;
    show();
    tags.querySelector("[aria-pressed=true]")?.focus();
  }

  function item(domain) {
    const { problems, levels } = domain;
    const words = domain.language === "rddl" ? ["RDDL", ...domain.tags] : domain.tags;
    const about = h("button.domain", { type: "button", onclick: () => choose(domain.name) }, thumbnail(domain.name), h("strong", {}, domain.name), h("span", {}, domain.description));
    const picker = h(
      "select",
      { "aria-label": `Problem of ${domain.name}`, onchange: (event) => choose(domain.name, event.target.value) },
      h("option", { value: "", disabled: true, selected: true }, `${problems.length} problems`),
      h("optgroup", { label: "Its problems" }, problems.map((problem) => h("option", { value: problem }, problem))),
      levels.length > 0 && h("optgroup", { label: "A new one" }, levels.map(({ level, parameters }) => h("option", { value: `${NEW}${level}` }, parametersOf(parameters)))),
    );
    return h("li", {}, about, h("p.note.sizes", {}, sizesOf(measured?.[domain.name])), h("div.row", {}, h("span.note", {}, words.join(", ")), picker));
  }

  function label({ task, source, texts }) {
    const [own, problem] = source ? [source.name, source.problem] : task ? [task.domain, task.name] : [texts.domain ? "Your own files" : "Open a domain"];
    fill(name, own, h("span.picker-more", {}, problem && ` · ${problem}`, source?.edited && ", edited"));
    button.setAttribute("aria-label", `Open a domain; now: ${name.textContent}`);
  }
  app.on("task", label);
  app.on("texts", label);
  app.on("checked", label);
  return [button, dialog];
}

/** Return what is measured of a domain in words. */
function sizesOf({ objects, plan, random } = {}) {
  const range = ([least, most]) => (least === most ? `${most}` : `${least}–${most}`);
  return [
    objects?.[1] > 0 && `${range(objects)} objects`,
    plan && `plans of ${range(plan)} steps`,
    typeof random === "number" && `random actions succeed in ${Math.round(random * 100)} %`,
  ].filter(Boolean).join(" · ");
}

function parametersOf(parameters) {
  return Object.entries(parameters).map(([name, value]) => `${name} ${value}`).join(", ") || "as the generator likes";
}
