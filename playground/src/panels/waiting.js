// Questions that take long: an answer appears below the button that asks, and until then how long it may take, how long it
// has taken, and a button that stops it.

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { isCancelled } from "../transports/cancelling.js";
import { refusal } from "./refusal.js";

const TICK = 250;

/** Return the seconds since a moment, which go on while they are on the page. */
export function elapsed(begun = performance.now()) {
  const element = h("span.elapsed", { "aria-hidden": "true" });
  const tell = () => (element.textContent = `${Math.floor((performance.now() - begun) / 1000)} s`);
  const timer = setInterval(() => (element.isConnected ? tell() : clearInterval(timer)), TICK);
  tell();
  return element;
}

/**
 * Make what waits for answers.
 *
 * @returns {{answer: (box: HTMLElement, about: string, limits: {seconds?: number, after?: number}, work: (signal: AbortSignal) => Promise<*>) => Promise<void>, leave: (box: HTMLElement) => void}}
 *   `answer` shows what `work` gives in a box, and until then what it is about and the `seconds` that it may take, from
 *   `after` milliseconds on; `leave` waits no longer for it
 */
export function waiting() {
  // What each box waits for.
  const waited = new Map();

  function leave(box) {
    const before = waited.get(box);
    waited.delete(box);
    before?.abort();
  }

  async function answer(box, about, { seconds = null, after = 0 }, work) {
    leave(box);
    const own = new AbortController();
    waited.set(box, own);
    const stop = h("button", { type: "button", onclick: () => own.abort() }, icon("close"), "Stop");
    const begun = performance.now();
    const tell = () => fill(box, h("span.row", {}, h("span.note", {}, about, seconds === null ? " " : `, at most ${seconds} s `, elapsed(begun)), stop));
    let timer = 0;
    if (after > 0) timer = setTimeout(tell, after);
    else tell();
    let parts = null;
    try {
      parts = await work(own.signal);
    } catch (problem) {
      parts = isCancelled(problem) ? h("span.note", {}, "Stopped.") : refusal(problem);
    }
    clearTimeout(timer);
    if (waited.get(box) !== own) return;
    waited.delete(box);
    const hadFocus = box.contains(document.activeElement);
    fill(box, parts);
    // The button that had the focus is gone: the one that asks is above.
    if (hadFocus) (box.previousElementSibling.querySelector("button") ?? box.previousElementSibling).focus();
  }

  return { answer, leave };
}
