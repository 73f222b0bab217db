// Calls to relgym in the page itself: Python in a worker, no service. The worker is started again if Python ends.

const TOO_OLD = {
  status: 0,
  title: "This browser cannot run relgym",
  detail: "it has no WebAssembly, no module workers or no streams that decompress",
  hint: "use a current Firefox, Chrome, Edge or Safari, or run `relgym serve` on your machine",
};

/**
 * Start the worker.
 *
 * @param {(status: "connecting" | "open" | "lost", about?: string | object) => void} onStatus Is called with "connecting"
 *   and its name at each stage of the start, and with "lost" and the problem.
 * @returns {{call: (verb: string, data: object) => Promise<object>, close: () => void}}
 */
export function open(onStatus) {
  const waiting = new Map();
  let worker = null;
  let last = 0;
  let broken = isSupported() ? null : TOO_OLD;

  function start() {
    worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "relgym" });
    worker.addEventListener("message", ({ data }) => {
      if (data.stage) onStatus("connecting", data.stage);
      else if (data.ready) onStatus("open");
      else if (data.answer) settle(JSON.parse(data.answer));
      else if (data.failed) breakDown(data.failed);
      else if (data.ended) restart(data.ended);
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      breakDown(event.message || "its worker cannot be loaded");
    });
  }

  function settle(frame) {
    const call = waiting.get(frame.id);
    if (call === undefined) return;
    waiting.delete(frame.id);
    if ("problem" in frame) call.reject(frame.problem);
    else call.resolve(frame.ok);
  }

  /** Reject all calls, now and later: without its files relgym cannot start. */
  function breakDown(detail) {
    broken = { status: 0, title: "relgym cannot start", detail, hint: "reload the page; if that does not help, its files are not all there" };
    onStatus("lost", broken);
    rejectAll(broken);
  }

  function restart(detail) {
    worker.terminate();
    const problem = { status: 0, title: "Python has ended", detail, hint: "it starts again; ask something smaller" };
    onStatus("lost", problem);
    rejectAll(problem);
    start();
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
    call(verb, data) {
      if (broken !== null) return Promise.reject(broken);
      return new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        worker.postMessage(JSON.stringify({ id: last, verb, data }));
      });
    },
    close() {
      worker?.terminate();
    },
  };
}

function isSupported() {
  return typeof WebAssembly === "object" && typeof Worker === "function" && typeof DecompressionStream === "function";
}
