// The same question to every engine: whether the answers are equal, how long each takes, and the program that it runs.

import { member } from "../app.js";
import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { panel } from "../registry.js";
import { refusal } from "./refusal.js";

const QUESTIONS = {
  actions: { title: "Valid actions" },
  derived: { title: "Derived atoms" },
  goal: { title: "Does the goal hold?" },
  query: { title: "A formula", subject: "(exists (?x) …)" },
  explain: { title: "Why?", subject: "goal" },
  outcomes: { title: "Outcomes of an action", subject: "an action" },
};

panel({ id: "engines", title: "Engines", order: 60, mount });

function mount(element, app) {
  const question = h("select", { id: "engines-question", "aria-label": "Question to all engines", onchange: changed }, Object.entries(QUESTIONS).map(([name, { title }]) => h("option", { value: name }, title)));
  const subject = h("input", { type: "text", id: "engines-subject", spellcheck: "false", autocomplete: "off", hidden: true, "aria-label": "Subject of the question" });
  const ask = h("button.primary", { type: "submit" }, "Ask all engines");
  const verdict = h("div.verdict", { role: "status" });
  const columns = h("div.engine-columns");
  let token = 0;

  element.append(
    h("form.row", { onsubmit: (event) => (event.preventDefault(), compare()) }, question, subject, ask),
    verdict,
    columns,
    ...(app.hasService ? [] : [h("p.note.elsewhere", {}, "clingo and SWI-Prolog answer on the page of relgym serve.")]),
  );

  function changed() {
    const wanted = QUESTIONS[question.value].subject;
    subject.hidden = wanted === undefined;
    subject.placeholder = wanted ?? "";
    fill(verdict);
    fill(columns);
    if (wanted === undefined) compare();
    else subject.focus();
  }

  async function compare() {
    const { task, node, engines } = app.state;
    const own = ++token;
    if (!task || !node) return fill(columns, h("p.empty", {}, "Engines are compared once the files can be read."));
    const wanted = QUESTIONS[question.value].subject;
    if (wanted !== undefined && !subject.value.trim()) return subject.focus();
    ask.disabled = true;
    const cards = engines.map((engine) => card(engine));
    fill(columns, cards.map((each) => each.element));
    fill(verdict);
    const answers = [];
    // One after the other, so that no engine waits for another one's answer.
    for (const each of cards) {
      const data = { task: task.id, question: question.value, backend: each.engine, state: node.state };
      if (wanted !== undefined) data[member(question.value)] = subject.value.trim();
      const begun = performance.now();
      try {
        const found = await app.call("tasks.ask", data);
        each.tell(found, performance.now() - begun);
        answers.push({ engine: each.engine, text: canonical(found) });
      } catch (problem) {
        each.refuse(problem);
      }
      if (own !== token) return null;
    }
    ask.disabled = false;
    return judge(answers);
  }

  function judge(answers) {
    const kinds = new Set(answers.map((each) => each.text));
    verdict.className = "verdict";
    if (answers.length < 2) return fill(verdict, "There is nothing to compare.");
    if (kinds.size === 1) {
      verdict.classList.add("equal");
      return fill(verdict, icon("check"), `${answers.length} engines give the same answer.`);
    }
    verdict.classList.add("different");
    return fill(verdict, icon("error"), "The engines differ. This is a defect of relgym: please report it with these files.");
  }

  function card(engine) {
    const time = h("span.count");
    const answer = h("div.answer", {}, h("p.note", {}, "…"));
    const text = h("pre.program", { tabindex: "0", "aria-label": `Program of ${engine}` });
    const program = h("details", { ontoggle: () => program.open && !text.textContent && load() }, h("summary", {}, "Its program"), text);
    const own = h("section.engine-card", { "aria-label": engine }, h("div.panel-head", {}, h("h2", {}, engine), time), answer, program);

    async function load() {
      text.textContent = "…";
      try {
        const found = await app.call("tasks.ask", { task: app.state.task.id, question: "translate", backend: engine });
        text.textContent = found.text;
      } catch (problem) {
        text.textContent = problem.detail ?? String(problem);
      }
    }
    return {
      engine,
      element: own,
      tell(found, milliseconds) {
        time.textContent = `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
        time.title = "with the way to the service and back";
        fill(answer, summary(found));
      },
      refuse: (problem) => fill(answer, refusal(problem)),
    };
  }

  app.on("node", () => {
    token += 1;
    ask.disabled = false;
    verdict.className = "verdict";
    fill(verdict, h("span.note", {}, "The state has changed: ask again."));
  });
  app.on("task", () => fill(columns));
  compare();
}

/** Return an answer as a text that is equal for equal answers, in whatever order their parts come. */
function canonical(found, isRow = false) {
  if (Array.isArray(found)) {
    const parts = found.map((each) => canonical(each, true));
    // A row of objects has an order, a list of answers has none.
    return `[${(isRow ? parts : parts.sort()).join()}]`;
  }
  if (found !== null && typeof found === "object") return `{${Object.keys(found).sort().map((name) => `${name}:${canonical(found[name])}`).join()}}`;
  return typeof found === "number" ? String(Number(found.toPrecision(9))) : JSON.stringify(found);
}

function summary(found) {
  if (found.goal !== undefined) return h("p", {}, found.goal ? "yes" : "no");
  if (found.holds !== undefined && !found.statement) return h("p", {}, found.holds ? "yes" : "no");
  const list = found.actions ?? found.answers ?? found.outcomes ?? (Array.isArray(found.derived) ? found.derived : null);
  if (list === null || list === undefined) return h("p", {}, found.statement ? `${found.holds ? "holds" : "does not hold"}: ${found.reason}` : found.text ?? JSON.stringify(found).slice(0, 400));
  const shown = list.slice(0, 12).map((each) => h("li", {}, h("code", {}, line(each))));
  return [h("p.note", {}, `${list.length} in all`), h("ul.facts", {}, shown, list.length > 12 && h("li.note", {}, "…"))];
}

function line(each) {
  if (typeof each === "string") return each;
  if (Array.isArray(each)) return each.join(", ");
  if (each.probability !== undefined) return `${each.probability.toPrecision(4)}: ${(each.atoms ?? Object.entries(each.fluents ?? {}).map((pair) => pair.join(" = "))).join(" ")}`;
  return Object.entries(each).map((pair) => pair.join(" = ")).join(", ") || "noop";
}
