// Why and why not: the reasons of an action, an atom, a formula or the goal as a tree that folds.

import { label } from "../actions.js";
import { fill, h } from "../dom.js";
import { panel } from "../registry.js";
import { proof } from "./proof.js";
import { waiting } from "./waiting.js";

// Most answers come at once.
const SHOWN_AFTER = 400;

panel({ id: "why", title: "Why?", order: 10, mount });

function mount(element, app) {
  const asked = h("input", { type: "text", id: "why-subject", list: "why-subjects", autocomplete: "off", spellcheck: "false", "aria-label": "An action, an atom, a formula or the word goal" });
  const subjects = h("datalist", { id: "why-subjects" });
  const form = h("form.row", { onsubmit: submit }, asked, subjects, h("button.primary", { type: "submit" }, "Explain"));
  const shortcuts = h("div.row.shortcuts");
  const answer = h("div.proof-box", { "aria-live": "polite" });
  const place = h("p.note");
  const waits = waiting();
  let subject = "goal";
  let domain = app.state.task?.domain;

  element.append(form, shortcuts, place, answer);

  function submit(event) {
    event.preventDefault();
    about(asked.value.trim());
  }

  /** Explain a subject, now and after each step, until there is another one. */
  function about(text) {
    subject = text || "goal";
    asked.value = subject;
    explain();
  }

  function explain() {
    const { node } = app.state;
    if (!node) {
      waits.leave(answer);
      return fill(answer, h("p.empty", {}, "Reasons appear here once the files can be read."));
    }
    return waits.answer(answer, "Looking for reasons …", { after: SHOWN_AFTER }, async (signal) => {
      const found = await app.ask("explain", subject, undefined, signal);
      place.textContent = node.parent === null || node.parent === undefined ? "At the start:" : `After step ${node.steps}:`;
      return proof(found, app);
    });
  }

  function offer() {
    const { node, task, selected } = app.state;
    const actions = (node?.actions ?? []).slice(0, 200).map(label);
    const conditions = (app.state.goals?.conditions ?? []).map((each) => each.text);
    const atoms = node?.state.atoms ?? [];
    const language = task?.language ?? "pddl";
    const goal = language === "pddl" ? ["goal"] : [];
    fill(subjects, [...new Set([...goal, ...conditions, ...actions, ...atoms.slice(0, 200)])].map((text) => h("option", { value: text })));
    const near = selected === null ? conditions.slice(0, 4) : atoms.filter((atom) => atom.includes(` ${selected}`)).slice(0, 4);
    fill(shortcuts, [...goal, ...near].map((text) => h("button.chip", { type: "button", onclick: () => about(text) }, h("code", {}, text))));
    asked.placeholder = language === "pddl" ? "(pick-up a), (on a b), (exists (?x) (on ?x a)), goal" : "running(c1), reboot___c1 = true";
  }

  app.on("why", ({ why }) => about(why));
  for (const event of ["node", "goals", "select", "task"]) app.on(event, offer);
  app.on("node", explain);
  app.on("task", ({ task }) => {
    // The subject of another domain says nothing about this one.
    if (task?.domain !== domain) subject = task?.language === "rddl" ? "noop" : "goal";
    domain = task?.domain;
    asked.value = subject;
  });
  offer();
  about(app.state.why ?? (app.state.task?.language === "rddl" ? "noop" : "goal"));
}
