// What an action that is pointed at would do: asked for once for each action and state, and told by the event `preview`.

import { label } from "./actions.js";
import { debounced } from "./dom.js";

const PREVIEW_AFTER = 90;
const SAMPLES = 100;
// Answers have pictures: so many are kept.
const KEPT = 200;
// The status of a call that has passed its limit.
const TOO_LONG = 408;

/** Return what lets a button preview an action while the pointer or the focus is on it. */
export function pointsAt(action, app) {
  const point = () => app.set("hover", { hovered: action });
  const leave = () => app.set("hover", { hovered: null });
  return { onpointerenter: point, onfocus: point, onpointerleave: leave, onblur: leave };
}

/** Tell what the action of `app.state.hovered` would do, while it is pointed at. */
export function showPreviews(app) {
  const answers = new Map();
  // Where chance has no end of results, or too many to list in time, some are drawn, from the first refusal on.
  let samples = null;

  async function ask(action) {
    const options = { picture: true };
    try {
      return { ...(await app.ask("preview", action, samples ? { ...options, samples } : options)), samples };
    } catch (problem) {
      const isSampled = problem.hint?.includes("'samples'") || (problem.status === TOO_LONG && app.state.task?.language === "rddl");
      if (samples || !isSampled) return { problem };
      samples = SAMPLES;
      return ask(action);
    }
  }

  function answerTo(action, node) {
    const key = `${node.node} ${label(action)}`;
    if (!answers.has(key)) answers.set(key, ask(action));
    if (answers.size > KEPT) answers.delete(answers.keys().next().value);
    return answers.get(key);
  }

  const tell = debounced(async () => {
    const { hovered, node, session } = app.state;
    if (hovered === null || !node) return app.set("preview", { preview: null });
    const answer = await answerTo(hovered, node);
    if (answer.problem?.status === 0) answers.clear();
    if (app.state.hovered !== hovered || app.state.node !== node || app.state.session !== session) return null;
    return app.set("preview", { preview: { action: hovered, ...answer } });
  }, PREVIEW_AFTER);

  // Leaving an action waits as long as coming to one does: nothing flickers on the way from one to the next.
  app.on("hover", tell);
  app.on("node", () => app.set("preview", { preview: null }));
  app.on("session", () => {
    answers.clear();
    samples = null;
  });
}
