// What can be taken along: the files, the steps as a plan and as a trajectory, and the lines that go on elsewhere.

import { label } from "./actions.js";
import { h } from "./dom.js";

/** Return the files of what is on the page, as `{name: text}`: texts, and the steps where there are some. */
export function files(app) {
  const { texts, task } = app.state;
  const views = app.play.line();
  const steps = views.slice(1);
  const isRddl = task?.language === "rddl";
  const found = isRddl ? { "domain.rddl": texts.domain, "instance.rddl": texts.problem } : { "domain.pddl": texts.domain, "problem.pddl": texts.problem };
  if (texts.axioms.length) found["axioms.pddl"] = `${texts.axioms.join("\n\n")}\n`;
  if (steps.length && !isRddl) found["plan.txt"] = planText(steps.map(({ action }) => label(action)));
  if (steps.length) found["trajectory.jsonl"] = views.map((view) => `${JSON.stringify(told(view))}\n`).join("");
  return found;
}

/** Return a plan in the form of the IPC: a line for each action. */
export function planText(actions) {
  return actions.map((action) => `${action}\n`).join("");
}

/** Let the browser save a file. */
export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  const anchor = h("a", { href: address, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** Return a step of a trajectory: the members of a node that say what happened. */
function told({ steps, action, state, reward, goal, terminated, truncated }) {
  return { step: steps, action: action ?? null, state, reward, goal, terminated, truncated };
}

/** Return a program in Python that makes this environment and carries out these steps. */
export function inPython(app) {
  const { texts, backend, seed } = app.state;
  const actions = app.play.line().slice(1).map(({ action }) => action);
  const axioms = texts.axioms.length ? `, axioms=[${texts.axioms.map(quoted).join(", ")}]` : "";
  return [
    "import relgym",
    "",
    `domain = ${quoted(texts.domain)}`,
    `problem = ${quoted(texts.problem)}`,
    `env = relgym.make(relgym.Text(domain), relgym.Text(problem)${axioms}, backend=${JSON.stringify(backend)})`,
    `state, info = env.reset(seed=${seed})`,
    ...(actions.length ? [`for action in [${actions.map(literal).join(", ")}]:`, "    state, reward, terminated, truncated, info = env.step(action)", "    print(action, reward, terminated)"] : []),
    "print(state)",
    "",
  ].join("\n");
}

/** Return the command that searches for a plan, or for a policy, from here. */
export function inTerminal(app) {
  const { task, source, texts } = app.state;
  const isRddl = task?.language === "rddl";
  const known = source && !source.edited && /^(train|test)\//.test(source.problem ?? "");
  const named = known ? `${source.name} ${source.problem}` : isRddl ? "domain.rddl instance.rddl" : "domain.pddl problem.pddl";
  const axioms = texts.axioms.length && !known ? " --axioms axioms.pddl" : "";
  const steps = app.play.line().slice(1).map(({ action }) => label(action));
  if (isRddl || task?.features.includes("probabilistic effects")) return `relgym solve ${named}${axioms}`;
  return `relgym plan ${named}${axioms}${steps.length ? ` --after '${steps.join(" ")}'` : ""}`;
}

/** Return a text as a literal of Python, over several lines where it has some. */
function quoted(text) {
  return text.includes('"""') || text.includes("\\") || text.endsWith('"') ? JSON.stringify(text) : `"""${text}"""`;
}

/** Return a value of JSON as a literal of Python. */
function literal(value) {
  if (value === true) return "True";
  if (value === false) return "False";
  if (value === null) return "None";
  if (typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${literal(each)}`).join(", ")}}`;
}
