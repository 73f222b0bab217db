// Messages that come and go, read out by screen readers.

import { h } from "./dom.js";
import { icon } from "./icons.js";

const SECONDS = { note: 5, error: 12 };

const FRESH_MILLISECONDS = 500;

let place = null;
// The notes that are shown, and their times.
const notes = new Map();

/** Make the element in which messages stand. */
export function messages(app) {
  place = h("div.messages", { role: "status", "aria-live": "polite" });
  // Notes about the files before are of no use; notes of this moment are about the files that are being opened.
  app.on("leave", () => {
    for (const [message, said] of notes) if (performance.now() - said > FRESH_MILLISECONDS) message.remove();
  });
  return place;
}

/**
 * Say something for some seconds.
 *
 * @param {string | object} what - a text, or a problem with `detail` and perhaps `hint`
 * @param {"note" | "error"} kind
 */
export function say(what, kind = "note") {
  // The banner has it already.
  if (what.inBanner) return;
  const text = typeof what === "string" ? what : what.detail ?? what.message ?? String(what);
  const hint = typeof what === "string" ? null : what.hint;
  for (const old of [...place.children]) if (old.dataset.text === text) old.remove();
  const close = h("button.icon-button", { type: "button", "aria-label": "Close this message" }, icon("close"));
  const message = h(`div.message.message-${kind}`, { "data-text": text }, h("div", {}, h("p", {}, text), hint && h("p.hint", {}, hint)), close);
  close.addEventListener("click", () => message.remove());
  place.append(message);
  if (kind === "note") notes.set(message, performance.now());
  while (place.children.length > 3) place.firstChild.remove();
  setTimeout(() => {
    message.remove();
    notes.delete(message);
  }, SECONDS[kind] * 1000);
}
