// Calls to relgym in the page itself: Python in a worker, no service. The worker is started again if Python ends.

import { cancelOn } from "./cancelling.js";

const CANCELLED = { status: 0, title: "Cancelled", detail: "relgym starts again", hint: "your steps are made again", inBanner: true };
const NEEDED = ["WebAssembly", "Worker", "DecompressionStream"];

/**
 * Start the worker.
 *
 * @param {(status: "connecting" | "open" | "lost", about?: string | object, percent?: number | null) => void} onStatus Is called
 *   with "connecting", the name of the stage of the start and how much of the files is there, and with "lost" and the problem.
 * @returns {{call: (verb: string, data: object, signal?: AbortSignal) => Promise<object>, close: () => void}}
 */
export function open(onStatus) {
  const waiting = new Map();
  let worker = null;
  let last = 0;
  let task = null;
  let broken = unsupported();
  let stage = null;
  let percent = null;

  function start() {
    worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "relgym" });
    worker.addEventListener("message", ({ data }) => {
      if (data.stage) onStatus("connecting", (stage = data.stage), percent);
      else if (data.percent !== undefined) advance(data.percent);
      else if (data.ready) onStatus("open");
      else if (data.answer) settle(JSON.parse(data.answer));
      else if (data.failed) breakDown(data.failed);
      else if (data.ended) restart({ status: 0, title: "Python has ended", detail: data.ended, hint: "it starts again; ask something smaller" });
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      breakDown(event.message || "its worker cannot be loaded");
    });
  }

  function advance(next) {
    if (next === percent) return;
    percent = next;
    if (stage !== null) onStatus("connecting", stage, percent);
  }

  function settle(answer) {
    const call = waiting.get(answer.id);
    if (call === undefined) return;
    waiting.delete(answer.id);
    if ("problem" in answer) call.reject(answer.problem);
    else call.resolve(answer.ok);
  }

  /** Reject all calls, now and later: without its files relgym cannot start. */
  function breakDown(detail) {
    broken = { status: 0, title: "relgym cannot start", detail, hint: "reload the page; if that does not help, its files are not all there", inBanner: true };
    onStatus("lost", broken);
    rejectAll(broken);
  }

  function restart(problem) {
    worker.terminate();
    stage = percent = null;
    onStatus("lost", problem);
    rejectAll(problem);
    start();
    // The page makes a session anew that is gone, but takes for granted that its task is there.
    if (task !== null) worker.postMessage(frame(0, "tasks.create", task));
  }

  function rejectAll(problem) {
    const calls = [...waiting.values()];
    waiting.clear();
    for (const { reject } of calls) reject(problem);
  }

  if (broken === null) start();
  // Not now: the page listens when this function has returned.
  else queueMicrotask(() => onStatus("lost", broken));
  return {
    call(verb, data, signal = null) {
      if (broken !== null) return Promise.reject(broken);
      return new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        // Python hears nothing while it computes: it ends, and starts again.
        cancelOn(waiting, last, signal, () => restart(CANCELLED));
        if (verb === "tasks.create") task = data;
        worker.postMessage(frame(last, verb, data));
      });
    },
    close() {
      worker?.terminate();
    },
  };
}

function frame(id, verb, data) {
  return JSON.stringify({ id, verb, data });
}

/** The problem of a browser that lacks something; null for one that has all. */
function unsupported() {
  const missing = NEEDED.find((name) => !(name in globalThis));
  if (missing === undefined) return null;
  const hint = "use a current Firefox, Chrome, Edge or Safari, or the page of relgym serve on your machine";
  return { status: 0, title: "This browser cannot run relgym", detail: `it has no ${missing}`, hint, inBanner: true };
}
