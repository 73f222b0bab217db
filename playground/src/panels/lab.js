// The lab of derived predicates: axioms and formulas beside the state, with answers while one types, as tables and in the picture.

import { words } from "../actions.js";
import { debounced, fill, h } from "../dom.js";
import { axiomsEditor } from "../lab/axioms.js";
import { readyMade } from "../lab/ready.js";
import { savedSets } from "../lab/saved.js";
import { answerTable } from "../lab/tables.js";
import { panel } from "../registry.js";
import { refusal } from "./refusal.js";

const ASK_AFTER = 150;

panel({ id: "lab", title: "Derived predicates", order: 5, mount, shown: ({ task, texts }) => (task ? task.language === "pddl" : /^\s*([(;]|$)/.test(texts.domain)) });

function mount(element, app) {
  const axioms = axiomsEditor(app, () => age());
  const inPicture = h("input", { type: "checkbox", id: "lab-picture", checked: true, onchange: draw });
  const formula = h("input", { type: "text", id: "lab-formula", spellcheck: "false", autocomplete: "off", "aria-label": "A formula about the state", placeholder: "(on ?x ?y)", oninput: typed });
  const ready = readyMade(app, axioms);
  const answer = h("div.answer", { "aria-live": "polite" });
  const derived = h("div.derived");
  const ages = [0, 1].map(() => h("span.badge.ended", { hidden: true, title: "The files have changed or have errors: this is the answer before" }, "old"));
  // What is asked last is drawn: the formula, or a derived predicate.
  let isFormulaDrawn = false;
  // The answers that are shown: `{title, columns, rows}` of the formula, and of each derived predicate by its name.
  let asked = null;
  let byName = new Map();
  let chosen = null;
  let strata = [];
  let token = 0;
  let world = null;
  let isStale = true;

  element.append(
    h("div.lab", {},
      h("section", { "aria-label": "Axioms" }, h("div.panel-head", {}, h("h2", {}, "Axioms"), h("span.count", {}, "what is true by a rule")), axioms.element),
      h("section", { "aria-label": "Formula" }, h("div.panel-head", {}, h("h2", {}, "Formula"), ages[0], h("div.grow"), h("label.count", { for: "lab-picture" }, inPicture, " in the picture")), formula, answer),
      h("section", { "aria-label": "Derived atoms" }, h("div.panel-head", {}, h("h2", {}, "Derived in this state"), ages[1]), h("div.atoms", {}, axioms.ring, derived)),
      h("section.take", { "aria-label": "Ready-made and saved axioms" }, h("h2", {}, "Ready-made"), ready.element, h("h2", {}, "Saved"), savedSets(app, axioms, { text: () => formula.value, write })),
    ),
  );

  const soon = debounced(() => query(), ASK_AFTER);

  function write(text) {
    formula.value = text;
    typed();
  }

  function typed() {
    isFormulaDrawn = formula.value.trim() !== "";
    soon();
  }

  async function query() {
    const text = formula.value.trim();
    const question = text || example();
    const own = ++token;
    formula.placeholder = question || "(on ?x ?y)";
    if (!question || !app.state.node) {
      take(null);
      return fill(answer, h("p.note", {}, "Free variables are asked for: (on ?x ?y) lists the pairs, (exists (?x) (on ?x a)) is true or false."));
    }
    try {
      const { holds, variables, answers } = await app.ask("query", question);
      if (own !== token) return null;
      take(answers ? { title: question, columns: variables, rows: answers } : null);
      return fill(answer, !text && h("p.note", {}, "For example, ", h("code", {}, question), ":"), holds === undefined ? tableOf("Answers", asked) : h("p.truth", { class: holds ? "true" : "false" }, holds ? "true" : "false"));
    } catch (problem) {
      if (own !== token) return null;
      take(null);
      return fill(answer, refusal(problem));
    }
  }

  function take(found) {
    asked = found;
    draw();
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
      const [{ derived: atoms }, layers] = await Promise.all([
        app.ask("derived"),
        app.call("tasks.ask", { task: task.id, question: "strata", backend: app.state.backend }).catch(() => null),
      ]);
      if (app.state.node !== node || app.state.session !== session) return null;
      byName = new Map();
      strata = layers?.strata ?? [];
      for (const name of strata.flat()) byName.set(name, []);
      for (const [name, ...row] of atoms.map(words)) byName.set(name, [...(byName.get(name) ?? []), row]);
      if (!byName.has(chosen)) chosen = [...byName].find(([, rows]) => rows.length && isDrawable(rows))?.[0] ?? [...byName.keys()][0] ?? null;
      return predicates();
    } catch (problem) {
      byName = new Map();
      draw();
      return fill(derived, refusal(problem));
    }
  }

  /** Show the derived predicates, each on its stratum, and the atoms of the one that is chosen. */
  function predicates() {
    draw();
    if (chosen === null) return fill(derived, h("p.note", {}, "Nothing is derived here. Write an axiom, or take a ready-made one."));
    const layers = strata.length ? strata : [[...byName.keys()]];
    const found = ofPredicate(chosen);
    const why = (row) => app.explain(`(${[chosen, ...row].join(" ")})`);
    return fill(
      derived,
      h("ol.strata", { "aria-label": "Strata: each rests on those before it" }, layers.map((names) => h("li", {}, names.map((name) => h("button.chip", { type: "button", "aria-pressed": String(name === chosen), onclick: () => choose(name) }, h("code", {}, name), h("span.count", {}, String(byName.get(name)?.length ?? 0))))))),
      tableOf(`Atoms of ${chosen}`, found, why),
    );
  }

  function choose(name) {
    chosen = name;
    isFormulaDrawn = false;
    predicates();
    derived.querySelector("[aria-pressed=true]")?.focus();
  }

  function ofPredicate(name) {
    const rows = byName.get(name);
    const parameters = app.state.names?.predicates?.find((each) => each.name === name)?.parameters.map((each) => each.name);
    const columns = parameters ?? (rows[0] ?? []).map((_, index) => `?${index + 1}`);
    return { title: `(${[name, ...columns].join(" ")})`, columns, rows };
  }

  function tableOf(title, { columns, rows }, why = null) {
    if (!rows.length) return h("p.note", {}, "No objects satisfy it.");
    if (!columns.length) return h("p.truth.true", {}, "true ", why && h("button.link", { type: "button", onclick: () => why([]) }, "Why?"));
    return [h("p.note", {}, `${rows.length} ${rows.length === 1 ? "answer" : "answers"}`), answerTable(app, title, columns, rows, why)];
  }

  /** Draw what was asked last over the picture, while the lab is open. */
  function draw() {
    const predicate = chosen !== null && byName.has(chosen) ? ofPredicate(chosen) : null;
    const wanted = isFormulaDrawn || !predicate ? asked : predicate;
    const isDrawn = inPicture.checked && app.state.tool === "lab" && wanted !== null && isDrawable(wanted.rows);
    if (!isDrawn && app.state.overlay === null) return;
    app.set("overlay", { overlay: isDrawn ? { ...wanted, isOld: isOld() } : null });
  }

  /** Tell whether the answers are those of other texts than the ones that stand in the editor. */
  function isOld() {
    return world !== textsKey(app) || app.state.diagnostics.some((each) => each.severity === "error");
  }

  function age() {
    const old = isOld() && app.state.node !== null;
    if (ages[0].hidden === !old) return;
    for (const each of ages) each.hidden = !old;
    element.classList.toggle("old", old);
    draw();
  }

  function refresh() {
    isStale = app.state.tool !== "lab";
    if (isStale) return draw();
    query();
    list();
    return ready.refresh();
  }

  let known = null;
  app.on("task", ({ task }) => {
    if (task?.id !== known) world = textsKey(app);
    known = task?.id;
    age();
    if (!task) {
      byName = new Map();
      chosen = null;
      return refresh();
    }
    if (chosen !== null && byName.has(chosen)) predicates();
    return app.state.tool === "lab" && ready.refresh();
  });
  app.on("checked", age);
  app.on("node", refresh);
  app.on("tool", () => (isStale ? refresh() : draw()));
  known = app.state.task?.id;
  world = textsKey(app);
  refresh();
  age();
}

function isDrawable(rows) {
  return rows.length === 0 || rows[0].length === 1 || rows[0].length === 2;
}

function textsKey({ state: { texts } }) {
  return JSON.stringify([texts.domain, texts.problem, texts.axioms]);
}
