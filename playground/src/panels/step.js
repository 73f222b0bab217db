// A step of RDDL: values for each action cell, and how the step computes every value from those before it.

import { readable, rounded } from "../actions.js";
import { fill, h } from "../dom.js";
import { panel } from "../registry.js";
import { refusal } from "./refusal.js";

const CELLS = 120;
const ROWS = 400;
// The part of a slider of real numbers that a key moves.
const STEPS = { ArrowRight: 0.01, ArrowUp: 0.01, ArrowLeft: -0.01, ArrowDown: -0.01, PageUp: 0.1, PageDown: -0.1 };

panel({ id: "step", title: "Choose and trace", order: 6, mount, shown: ({ task }) => task?.language === "rddl" });

function mount(element, app) {
  const cells = h("div.cells");
  const carry = h("button.primary", { type: "submit" }, "Carry out");
  const trace = h("button", { type: "button", onclick: () => show() }, "Trace");
  const seed = h("input", { type: "number", id: "trace-seed", min: 0, value: 0, "aria-label": "Seed of the trace" });
  const again = h("button", { type: "button", onclick: () => clear() }, "Defaults");
  const note = h("p.note");
  const answer = h("div.trace", { "aria-live": "polite" });
  let controls = [];
  let made = null;

  element.append(
    h("form", { onsubmit: (event) => (event.preventDefault(), app.play.step(chosen())) },
      note, cells,
      h("div.row", {}, carry, trace, h("label.seed-label", { for: "trace-seed" }, "draws by the seed"), seed, again)),
    answer,
  );

  /** Make a control for each cell of an action. */
  function build() {
    const { names, task } = app.state;
    if (!names || made === names) return;
    made = names;
    controls = [];
    const every = (names.actions ?? []).flatMap((action) => rows(action, names).map((objects) => ({ action, objects })));
    note.textContent = every.length > CELLS ? `The first ${CELLS} of ${every.length} cells; type others in the list of actions.` : "Set the actions of the step. Cells that you leave alone keep their defaults.";
    fill(cells, every.slice(0, CELLS).map(({ action, objects }) => control(action, objects, names)));
    if (!every.length) fill(cells, h("p.note", {}, `${task?.domain ?? "The domain"} has no actions: a step goes on by itself.`));
  }

  function control(action, objects, names) {
    const cell = objects.length ? `${action.name}___${objects.join("__")}` : action.name;
    const shown = objects.length ? `${action.name}(${objects.join(", ")})` : action.name;
    const values = names.objects.filter((each) => each.types.includes(action.range)).map((each) => each.name);
    let input = null;
    if (action.range === "bool") input = h("input", { type: "checkbox", "data-cell": cell });
    else if (action.range === "int" || action.range === "real") {
      const number = numberOf(action, cell, shown);
      controls.push({ cell, input: number.input, range: action.range, clear: number.clear });
      return h("div.cell.number", {}, h("label", {}, number.input, h("code", {}, shown)), number.slider);
    }
    else input = h("select", { "data-cell": cell }, h("option", { value: "" }, "default"), values.map((value) => h("option", { value }, value)));
    controls.push({ cell, input, range: action.range });
    return h("label.cell", {}, input, h("code", {}, shown));
  }

  function chosen() {
    const action = {};
    for (const { cell, input, range } of controls) {
      if (range === "bool") {
        if (input.checked) action[cell] = true;
      } else if (input.value !== "") {
        action[cell] = range === "int" || range === "real" ? Number(input.value) : input.value;
      }
    }
    return action;
  }

  function clear() {
    for (const { input, clear: own } of controls) {
      input.checked = false;
      input.value = "";
      own?.();
    }
    show();
  }

  async function show() {
    if (!app.state.node) return fill(answer, h("p.empty", {}, "There is no state yet."));
    const { node } = app.state;
    try {
      const found = await app.ask("trace", chosen(), { seed: Math.max(0, Number(seed.value) || 0) });
      return app.state.node === node ? fill(answer, steps(found)) : null;
    } catch (problem) {
      return fill(answer, refusal(problem));
    }
  }

  cells.addEventListener("change", () => show());
  seed.addEventListener("change", () => show());
  app.on("task", build);
  app.on("node", show);
  build();
  show();
}

/** Return the field of a number, with a slider beside it where both bounds are known; what is empty keeps the default. */
function numberOf({ range, default: usual = 0, bounds = {} }, cell, shown) {
  const isWhole = range === "int";
  const [low = null, high = null] = bounds[cell] ?? [];
  const limits = { min: low, max: high, placeholder: `${rounded(usual)} (default)`, title: low === null && high === null ? null : `from ${low ?? "−∞"} to ${high ?? "∞"}` };
  const input = h("input", { type: "number", step: isWhole ? 1 : "any", "data-cell": cell, ...limits });
  if (low === null || high === null || low >= high) return { input, slider: null, clear: null };
  const slider = h("input", { type: "range", min: low, max: high, step: isWhole ? 1 : "any", "aria-label": `${shown}, from ${rounded(low)} to ${rounded(high)}` });
  const clear = () => (slider.value = usual);
  // Nobody aims at more than four digits.
  slider.addEventListener("input", () => (input.value = isWhole ? slider.value : Number(Number(slider.value).toPrecision(4))));
  input.addEventListener("input", () => (slider.value = input.value === "" ? usual : input.value));
  slider.addEventListener("keydown", (event) => !isWhole && STEPS[event.key] && slide(event, STEPS[event.key] * (high - low)));
  clear();

  function slide(event, by) {
    event.preventDefault();
    slider.value = Math.min(high, Math.max(low, Number(slider.value) + by));
    slider.dispatchEvent(new Event("input"));
    slider.dispatchEvent(new Event("change", { bubbles: true }));
  }

  return { input, clear, slider: h("span.slider", {}, h("span.note", {}, rounded(low)), slider, h("span.note", {}, rounded(high))) };
}

/** Return the rows of objects for which an action-fluent has cells. */
function rows({ parameters }, names) {
  let found = [[]];
  for (const { types } of parameters) {
    const objects = names.objects.filter((each) => types.some((type) => each.types.includes(type))).map((each) => each.name);
    found = found.slice(0, CELLS * 4).flatMap((row) => objects.map((name) => [...row, name]));
  }
  return found;
}

function steps({ before, action, computed, after, reward }) {
  const changed = Object.entries(after).filter(([cell, value]) => before[cell] !== value).length;
  return [
    h("p.note", {}, `This step would change ${changed} of ${Object.keys(after).length} values and give the reward ${Number(reward.toPrecision(6))}.`),
    h("div.trace-columns", {},
      table("Now", before, before),
      table("Action", action, {}, (value) => value !== false && value !== 0),
      table("Computed on the way", computed, {}),
      table("Next", after, before)),
  ];
}

function table(title, values, before, wanted = () => true) {
  const entries = Object.entries(values).filter(([, value]) => wanted(value));
  const compared = Object.keys(before).length > 0 && before !== values;
  return h("section", { "aria-label": title },
    h("h2", {}, title),
    entries.length
      ? h("ul.facts", {}, entries.slice(0, ROWS).map(([cell, value]) => h("li", { class: compared && before[cell] !== value ? "changed" : "" }, h("code", {}, readable(cell)), " ", h("b", {}, rounded(value)))), entries.length > ROWS && h("li.note", {}, `and ${entries.length - ROWS} more`))
      : h("p.note", {}, "nothing"),
  );
}
