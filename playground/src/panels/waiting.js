// Questions that take long: an answer appears below the button that asks, and until then a button that cancels it.

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { isCancelled } from "../transports/cancelling.js";
import { refusal } from "./refusal.js";

/**
 * Make what waits for answers.
 *
 * @returns {{answer: (box: HTMLElement, about: string, work: (signal: AbortSignal) => Promise<*>) => Promise<void>, leave: (box: HTMLElement) => void}}
 *   `answer` shows what `work` gives in a box, and what it is about until then; `leave` waits no longer for it
 */
export function waiting() {
  // What each box waits for.
  const waited = new Map();

  function leave(box) {
    const before = waited.get(box);
    waited.delete(box);
    before?.abort();
  }

  async function answer(box, about, work) {
    leave(box);
    const own = new AbortController();
    waited.set(box, own);
    const cancel = h("button", { type: "button", onclick: () => own.abort() }, icon("close"), "Cancel");
    fill(box, h("span.row", {}, h("span.note", {}, about), cancel));
    let parts = null;
    try {
      parts = await work(own.signal);
    } catch (problem) {
      parts = isCancelled(problem) ? h("span.note", {}, "Cancelled.") : refusal(problem);
    }
    if (waited.get(box) !== own) return;
    waited.delete(box);
    const hadFocus = box.contains(document.activeElement);
    fill(box, parts);
    // The button that had the focus is gone: the one that asks is above.
    if (hadFocus) (box.previousElementSibling.querySelector("button") ?? box.previousElementSibling).focus();
  }

  return { answer, leave };
}
