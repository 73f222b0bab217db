// The lab of derived predicates: axioms and formulas beside the state, with answers while one types.

import { words } from "../actions.js";
import { debounced, fill, h } from "../dom.js";
import { panel } from "../registry.js";
import { cycleIn, drawnCycle } from "./cycle.js";
import { fileOf } from "./files.js";
import { refusal } from "./refusal.js";

const ASK_AFTER = 150;
const ROWS = 200;

panel({ id: "lab", title: "Derived predicates", order: 5, mount, shown: ({ task, texts }) => (task ? task.language === "pddl" : /^\s*([(;]|$)/.test(texts.domain)) });

function mount(element, app) {
  const axioms = h("textarea", { id: "lab-axioms", rows: 5, spellcheck: "false", autocapitalize: "off", "aria-label": "Axioms", placeholder: "(:derived (above ?x ?y)\n  (or (on ?x ?y) (exists (?z) (and (on ?x ?z) (above ?z ?y)))))", oninput: () => app.play.edit("axioms", axioms.value) });
  const ready = h("div.row.shortcuts");
  const trouble = h("div.trouble", { role: "status" });
  const formula = h("input", { type: "text", id: "lab-formula", spellcheck: "false", autocomplete: "off", "aria-label": "A formula about the state", placeholder: "(on ?x ?y)", oninput: () => soon() });
  const answer = h("div.answer", { "aria-live": "polite" });
  const derived = h("div.derived");
  let token = 0;
  let known = null;

  element.append(
    h("div.lab", {},
      h("section", { "aria-label": "Axioms" }, h("div.panel-head", {}, h("h2", {}, "Axioms"), h("span.count", {}, "what is true by a rule")), ready, axioms),
      h("section", { "aria-label": "Formula" }, h("h2", {}, "Formula"), formula, answer),
      h("section", { "aria-label": "Derived atoms" }, h("h2", {}, "Derived in this state"), trouble, derived),
    ),
  );

  const soon = debounced(() => query(), ASK_AFTER);

  async function query() {
    const text = formula.value.trim();
    const asked = text || example();
    const own = ++token;
    app.set("highlight", { highlight: new Set() });
    formula.placeholder = asked || "(on ?x ?y)";
    if (!asked || !app.state.node) return fill(answer, h("p.note", {}, "Free variables are asked for: (on ?x ?y) lists the pairs, (exists (?x) (on ?x a)) is true or false."));
    try {
      const found = await app.ask("query", asked);
      if (own !== token) return null;
      if (text) app.set("highlight", { highlight: new Set((found.answers ?? []).flat()) });
      return fill(answer, !text && h("p.note", {}, "For example, ", h("code", {}, asked), ":"), answers(found, app));
    } catch (problem) {
      if (own === token) fill(answer, refusal(problem));
      return null;
    }
  }

  /** A formula that this state answers with rows: the first predicate of an atom, with variables; empty for none. */
  function example() {
    const [atom] = (app.state.node?.state.atoms ?? []).filter((each) => words(each).length > 2);
    if (!atom) return "";
    const [name, ...objects] = words(atom);
    return `(${[name, ...objects.map((_, index) => `?${"xyzuvw"[index] ?? `x${index}`}`)].join(" ")})`;
  }

  async function list() {
    const { node, session, task } = app.state;
    if (!node) return fill(derived, h("p.empty", {}, "There is no state yet."));
    try {
      const [{ derived: atoms }, strata] = await Promise.all([
        app.ask("derived"),
        app.call("tasks.ask", { task: task.id, question: "strata", backend: app.state.backend }).catch(() => null),
      ]);
      if (app.state.node !== node || app.state.session !== session) return null;
      return fill(derived, strataOf(strata), groups(atoms, app));
    } catch (problem) {
      return fill(derived, refusal(problem));
    }
  }

  function judge() {
    const own = app.state.diagnostics.filter((each) => each.severity === "error" && fileOf(each) === "axioms");
    const cycle = own.map((each) => cycleIn(each.message ?? each.detail ?? "")).find(Boolean);
    // Earlier answers do not belong to axioms that cannot be read.
    derived.hidden = own.length > 0;
    fill(trouble, cycle && drawnCycle(cycle), own.map((each) => refusal({ ...each, detail: each.message ?? each.detail })));
  }

  async function offer() {
    // Without an answer, the next task asks again.
    known ??= (await app.call("axioms").catch(() => null))?.axioms;
    if (!known) return;
    const fitting = known.filter((each) => fits(each, app.state.names) && !axioms.value.includes(each.text.trim()));
    fill(ready, fitting.length > 0 && h("span.note", {}, "ready-made:"), fitting.map((each) => h("button.chip", { type: "button", title: `${each.summary} Defines ${each.defines.map(({ atom }) => atom).join(" ")}`, onclick: () => add(each) }, h("code", {}, each.name))));
  }

  /** Add the text of ready-made axioms to those that are there. */
  function add({ text }) {
    axioms.value = [axioms.value.trim(), text.trim()].filter(Boolean).join("\n\n");
    app.play.edit("axioms", axioms.value);
    offer();
  }

  function take() {
    const text = app.state.texts.axioms.join("\n\n");
    if (document.activeElement !== axioms && axioms.value !== text) axioms.value = text;
  }

  for (const event of ["texts", "task", "checked"]) app.on(event, take);
  app.on("checked", judge);
  app.on("task", offer);
  app.on("node", () => {
    query();
    list();
  });
  take();
  judge();
  offer();
  query();
  list();
}

/** Return whether a domain has the predicates that ready-made axioms need, and none that they define. */
function fits({ needs, defines }, names) {
  const own = new Map((names?.predicates ?? []).map((each) => [each.name, each.parameters.length]));
  const arity = (atom) => words(atom).length - 1;
  return needs.every(({ atom }) => own.get(words(atom)[0]) === arity(atom)) && defines.every(({ atom }) => !own.has(words(atom)[0]));
}

function answers({ holds, variables, answers: rows }, app) {
  if (holds !== undefined) return h("p.truth", { class: holds ? "true" : "false" }, holds ? "true" : "false");
  if (!rows.length) return h("p.note", {}, "No objects satisfy it.");
  return [
    h("p.note", {}, `${rows.length} ${rows.length === 1 ? "answer" : "answers"}`),
    h("div.table-box", { tabindex: "0", role: "region", "aria-label": "Answers" },
      h("table", {},
        h("thead", {}, h("tr", {}, variables.map((name) => h("th", { scope: "col" }, h("code", {}, name))))),
        h("tbody", {}, rows.slice(0, ROWS).map((row) => h("tr", { onpointerenter: () => app.set("highlight", { highlight: new Set(row) }), onpointerleave: () => app.set("highlight", { highlight: new Set(rows.flat()) }) }, row.map((name) => h("td", {}, h("code", {}, name))))))),
      rows.length > ROWS && h("p.note", {}, `and ${rows.length - ROWS} more`)),
  ];
}

function strataOf(found) {
  if (!found?.strata?.length) return null;
  return h("ol.strata", { "aria-label": "Strata: each rests on those before it" }, found.strata.map((names) => h("li", {}, names.map((name) => h("code", {}, name)))));
}

function groups(atoms, app) {
  if (!atoms.length) return h("p.note", {}, "Nothing is derived here. Write an axiom, or take a ready-made one.");
  const byName = new Map();
  for (const atom of atoms) {
    const name = atom.slice(1).split(/[\s)]/)[0];
    byName.set(name, [...(byName.get(name) ?? []), atom]);
  }
  return [...byName].map(([name, own]) =>
    h("details", { open: own.length <= 40 }, h("summary", {}, h("code", {}, name), h("span.count", {}, String(own.length))), h("ul.facts.columns", {}, own.slice(0, ROWS).map((atom) => h("li", {}, h("button.link", { type: "button", title: "Why?", onclick: () => app.explain(atom) }, h("code", {}, atom)))), own.length > ROWS && h("li.note", {}, `and ${own.length - ROWS} more`))),
  );
}
