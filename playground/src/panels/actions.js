// The valid actions: found by typing, carried out by click or key, previewed by pointing at them.

import { label, objectsOf, shown, words } from "../actions.js";
import { fill, h } from "../dom.js";
import { panel } from "../registry.js";
import { stopOnce, walk } from "../roving.js";
import { achieversOf } from "./achievers.js";
import { done, previewOf } from "./preview.js";
import { refusal } from "./refusal.js";

// So many rows are made at first, and so many more whenever the end of the list comes into view.
const PAGE = 200;
// So many conditions that fail are listed; "Why not?" has all.
const FAILING = 5;
// A finger that stays for so long asks what an action changes.
const HELD_AFTER = 450;
const NO_POINTER = matchMedia("(hover: none)");

panel({ id: "actions", title: "Actions", area: "side", order: 10, mount });

function mount(element, app) {
  const head = h("h2", {}, "Actions");
  const count = h("span.count");
  const find = h("input", { type: "search", id: "find-action", placeholder: "Find or type an action  /", "aria-label": "Find or type an action", oninput: () => show(), onkeydown: typed });
  const list = h("ol.actions", { "aria-label": "Valid actions", tabindex: "-1" });
  const effect = h("div.preview", { "aria-live": "polite", role: "region", tabindex: "0", "aria-label": "Changes of an action" });
  const more = new IntersectionObserver((entries) => entries.some((each) => each.isIntersecting) && grow());
  let found = [];
  let made = 0;
  let resting = false;
  let holding = 0;
  let wasHeld = false;
  let refused = "";

  element.append(h("div.panel-head", {}, head, count), find, list, effect);

  function typed(event) {
    if (event.key === "Enter") {
      const text = find.value.trim();
      const exact = found.find((action) => label(action) === text);
      if (exact ?? found.length === 1) carryOut(exact ?? found[0]);
      else if (text) carryOut(text.startsWith("(") || app.state.task?.language === "rddl" ? text : `(${text})`);
    } else if (event.key === "Escape") {
      // Browsers that clear the field at this key do not tell.
      find.value = "";
      show();
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      list.querySelector("button")?.focus();
    }
  }

  async function carryOut(action) {
    const view = await app.play.step(action, (problem) => refuse(action, problem));
    if (view) find.value = "";
    show();
  }

  /** Say why an action is not valid where its changes would stand, with what makes each condition that fails true. */
  async function refuse(action, problem) {
    // What it says stays, though the pointer may rest on an action.
    point(null);
    refused = find.value;
    // The hint to ask for an explanation becomes a button.
    const isExplained = problem.hint?.includes("explain");
    const failing = h("ul.failing", { "aria-label": "Conditions that fail", hidden: true });
    fill(effect, refusal(isExplained ? { ...problem, hint: null } : problem), failing, isExplained && h("button.chip", { type: "button", onclick: () => app.explain(label(action)) }, "Why not?"));
    if (!isExplained) return;
    // Without an answer the button stays, which says what went wrong.
    const { children = [] } = await app.ask("explain", label(action)).catch(() => ({}));
    const lines = children.filter(({ holds, statement }) => holds === false && statement).slice(0, FAILING);
    failing.hidden = lines.length === 0;
    fill(failing, lines.map((each) => h("li", {}, h("b", { "aria-hidden": "true" }, "✗ "), h("span.hidden", {}, "false: "), h("code", {}, each.statement), achieversOf(each, app))));
  }

  function show() {
    const { node, selected } = app.state;
    const all = node?.actions ?? [];
    const wanted = find.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const involved = selected === null ? all : all.filter((action) => objectsOf(action).includes(selected));
    const pool = involved.length ? involved : all;
    found = wanted.length ? pool.filter((action) => wanted.every((word) => label(action).toLowerCase().includes(word))) : pool;
    count.textContent = node?.actions ? (found.length === all.length ? String(all.length) : `${found.length} of ${all.length}`) : "";
    made = 0;
    fill(list);
    more.disconnect();
    if (!node && app.state.look) foreshow();
    else if (!node) fill(list, h("li.empty", {}, app.state.task || !app.state.diagnostics.length ? "Loading …" : "Actions appear here once the files can be read."));
    else if (node.actions === null) fill(list, row({}, 0), h("li.empty", {}, h("p", {}, "There are too many combinations of values to list."), h("button", { type: "button", onclick: () => app.openTool("step") }, "Choose the values"), h("p", {}, "Or type them above: ", h("code", {}, example()), ".")));
    else if (!all.length) fill(list, h("li.empty", {}, node.goal ? "The goal is reached, and no action can follow." : "No action is valid here: a dead end. Go back with ←."));
    else if (!found.length) fill(list, h("li.empty", {}, `No valid action has these words. ${find.value === refused ? "What the one you typed lacks stands below." : "Press Enter to hear why the one you typed is not valid."}`));
    else grow();
  }

  /** Show the actions of the first look; none can be carried out yet. */
  function foreshow() {
    const { actions } = app.state.look;
    count.textContent = String(actions.length);
    fill(list, actions.slice(0, PAGE).map(row));
    for (const button of buttons()) button.disabled = true;
  }

  /** Values of actions as one types them, of names that the files have. */
  function example() {
    const actions = app.state.names?.actions ?? [];
    return actions.length ? actions.slice(0, 2).map(({ name, parameters }) => `${[name, parameters.map(objectOf).join("__")].filter(Boolean).join("___")} = …`).join(", ") : "name = value, name = value";
  }

  function objectOf({ types }) {
    return app.state.names.objects.find((object) => object.types.some((type) => types.includes(type)))?.name ?? "object";
  }

  function grow() {
    const rows = found.slice(made, made + PAGE).map((action, index) => row(action, made + index));
    made += rows.length;
    list.append(...rows);
    stopOnce(buttons());
    more.disconnect();
    if (made < found.length) more.observe(list.lastElementChild);
  }

  function row(action, index) {
    const text = label(action);
    const key = index < 9 ? String(index + 1) : null;
    const button = h(
      "button.action",
      {
        type: "button",
        "data-key": key,
        title: text,
        // Clicks by a key, with the detail 0, follow no touch.
        onclick: ({ detail }) => (detail && wasHeld) || carryOut(action),
        onpointerdown: (event) => hold(event, action),
        onpointerup: () => clearTimeout(holding),
        onpointercancel: () => clearTimeout(holding),
        onpointerenter: () => resting || point(action),
        onpointermove: () => wake(action),
        onpointerleave: () => point(null),
        onfocus: () => point(action),
        onblur: () => point(null),
      },
      h("code", {}, coloured(action)),
      key && h("kbd", { "aria-hidden": "true" }, key),
    );
    return h("li", {}, button);
  }

  // Above the first action stands the field.
  list.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowUp" || event.target !== buttons()[0]) return;
    event.preventDefault();
    find.focus();
  });
  walk(list, buttons);

  function buttons() {
    return [...list.querySelectorAll("button.action")];
  }

  /** Show what an action changes while a finger stays on it; lifting it then carries out nothing. */
  function hold({ pointerType }, action) {
    wasHeld = false;
    clearTimeout(holding);
    if (pointerType === "mouse") return;
    holding = setTimeout(() => {
      wasHeld = true;
      point(action);
    }, HELD_AFTER);
  }

  function point(action) {
    app.set("hover", { hovered: action });
  }

  /** After a step the pointer stands on another action without having moved: what the step has done stays until it moves. */
  function wake(action) {
    if (!resting) return;
    resting = false;
    point(action);
  }

  function foretell() {
    const { preview } = app.state;
    // What cures a refused action is pointed at in the place where its changes would stand: there the picture shows them.
    if (effect.querySelector(".failing")?.matches(":is(:hover, :focus-within)")) return;
    if (preview) fill(effect, preview.problem ? h("p.note", {}, preview.problem.detail ?? "") : previewOf(preview.action, preview));
  }

  /** Show what the step to the present node has done. */
  function tell() {
    const { node, nodes } = app.state;
    const how = NO_POINTER.matches ? "Hold a finger on an action to see what it changes." : "Point at an action to see what it changes.";
    fill(effect, (node && done(node, nodes.get(node.parent))) ?? h("p.note", {}, how));
  }

  app.on("node", () => {
    tell();
    const focused = list.contains(document.activeElement);
    resting = true;
    show();
    // Not the field: keys go on to play.
    if (focused) (list.querySelector("button") ?? list).focus({ preventScroll: true });
  });
  app.on("preview", foretell);
  app.on("look", show);
  // Words that were sought in other files would hide actions of these.
  app.on("leave", () => (find.value = ""));
  app.on("select", show);
  app.on("task", ({ node }) => {
    if (!node) tell();
    show();
  });
  tell();
  show();
}

function coloured(action) {
  const text = shown(action);
  const [name] = words(text);
  if (!text.startsWith("(")) return text.startsWith(name) ? [h("b", {}, name), text.slice(name.length)] : text;
  return [h("b", {}, name), text.slice(1 + name.length, -1)];
}
