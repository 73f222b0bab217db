// The bar below the picture: start, undo, a slider along the line, redo, film, again.

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { planButton } from "../plan.js";

const FRAME_MILLISECONDS = 550;

/** Return the bar. */
export function moveBar(app) {
  const start = button("start", "To the start", "Home", () => app.play.reset());
  const undo = button("undo", "Undo", "←", () => app.play.undo());
  const redo = button("redo", "Redo", "→", () => app.play.redo());
  const film = button("play", "Play as a film", "Space", () => (running ? stop() : run()));
  film.id = "film";
  const slider = h("input", { type: "range", min: 0, max: 0, value: "0", "aria-label": "Step of the line", oninput: move });
  const count = h("span.count", { "aria-hidden": "true" });
  const seed = h("input.seed", { type: "number", id: "seed", min: 0, step: 1, value: "0", "aria-label": "Seed of chance", title: "Seed: the same seed draws the same chances", onchange: () => app.play.again(seedOf()) });
  const again = button("dice", "Again, with another seed", "a", () => app.play.again());
  let running = false;
  let target = null;

  function seedOf() {
    const value = Math.floor(Number(seed.value));
    return Number.isFinite(value) && value >= 0 ? value : 0;
  }

  /** Go where the slider is; while a move is under way, only the last one waits. */
  async function move() {
    const busy = target !== null;
    target = Number(slider.value);
    if (busy) return;
    while (target !== null) {
      const wanted = app.play.whole()[target];
      const goal = target;
      if (wanted) await app.play.goTo(wanted.node);
      if (target === goal) target = null;
    }
  }

  async function run() {
    const { whole } = app.play;
    if (whole().length < 2) return;
    running = true;
    show();
    if (!app.play.canRedo()) await app.play.reset();
    while (running && app.play.canRedo()) {
      await new Promise((resolve) => setTimeout(resolve, FRAME_MILLISECONDS));
      if (running) await app.play.redo();
    }
    stop();
  }

  function stop() {
    running = false;
    show();
  }

  function show() {
    const { node } = app.state;
    const held = [start, undo, redo, film].find((each) => each === document.activeElement);
    const length = app.play.whole().length;
    const at = app.play.line().length - 1;
    start.disabled = undo.disabled = !node || node.parent === null || node.parent === undefined;
    redo.disabled = !node || !app.play.canRedo();
    film.disabled = length < 2;
    fill(film, icon(running ? "pause" : "play"));
    film.setAttribute("aria-label", running ? "Stop the film" : "Play as a film");
    again.disabled = !app.state.task;
    slider.max = String(Math.max(0, length - 1));
    if (target === null) slider.value = String(Math.max(0, at));
    slider.disabled = length < 2;
    slider.setAttribute("aria-valuetext", `step ${Math.max(0, at)} of ${Math.max(0, length - 1)}`);
    count.textContent = node ? `${at} / ${length - 1}` : "";
    // At an end of the line its button is off: the keyboard goes on from another one.
    if (held?.disabled) [undo, redo, film].find((each) => !each.disabled)?.focus();
  }

  // Where nothing is left to chance, all seeds are the same.
  const chance = h("span.chance", {}, again, h("label", { for: "seed", "aria-hidden": "true" }, "seed"), seed);
  app.on("task", ({ task }) => {
    chance.hidden = task?.language === "pddl" && !task.features.includes("probabilistic effects");
  });
  for (const event of ["node", "session", "task"]) app.on(event, show);
  app.on("session", () => {
    running = false;
  });
  app.on("engines", () => {
    seed.value = String(app.state.seed);
  });
  return h("div.moves", { role: "group", "aria-label": "Move along the line" }, start, undo, redo, film, slider, count, planButton(app), chance);
}

function button(name, title, key, onclick) {
  return h("button.icon-button", { type: "button", "aria-label": title, title: `${title} (${key})`, disabled: true, onclick }, icon(name));
}
