// What was opened last on this computer: files, and where they came from; the newest first.

import { keep, kept } from "./storage.js";

const KEY = "relgym.recent";
const MOST = 10;
// Longer files are not kept: a browser gives a page some megabytes.
const MOST_LETTERS = 200_000;

/** Return what was opened last, `[{title, texts, source}]`. */
export function recent() {
  const found = kept(KEY);
  return Array.isArray(found) ? found.filter((each) => typeof each?.title === "string" && typeof each?.texts?.domain === "string") : [];
}

/** Remember each world that is opened. */
export function keepRecent(app) {
  app.on("task", ({ task, texts, source }) => {
    if (!task || source?.edited) return;
    const title = source ? `${source.name} · ${source.problem ?? ""}`.replace(/ · $/, "") : `${task.domain} · ${task.name}`;
    const others = recent().filter((each) => each.title !== title);
    const every = [{ title, texts, source }, ...others].filter((each) => JSON.stringify(each.texts).length <= MOST_LETTERS);
    keep(KEY, every.slice(0, MOST));
  });
}
