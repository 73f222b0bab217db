// Calls to the service over its socket; a connection that is lost is opened again.

import { cancelOn } from "./cancelling.js";
import { askForToken, isTokenMissing, protocols } from "./token.js";

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
const LOST = { status: 0, title: "Connection lost", detail: "the service does not answer", hint: "is `relgym serve` running?" };
const TOO_LARGE = { status: 413, title: "Too large", detail: "this is more than the service takes at once", hint: "leave out what is not needed, or ask the command relgym" };
const MESSAGE_TOO_BIG = 1009;

/**
 * Open the socket of the service that serves this page.
 *
 * @param {(status: "connecting" | "open" | "lost") => void} onStatus
 * @returns {{call: (verb: string, data: object, signal?: AbortSignal) => Promise<object>, close: () => void}}
 */
export function open(onStatus) {
  const waiting = new Map();
  const address = new URL("v1/ws", document.baseURI);
  address.protocol = address.protocol.replace("http", "ws");
  let socket = null;
  let last = 0;
  let wait = FIRST_WAIT;
  let queue = [];
  let closed = false;
  let hasBeenOpen = false;

  function connect() {
    onStatus("connecting");
    socket = new WebSocket(address, protocols());
    socket.addEventListener("open", () => {
      wait = FIRST_WAIT;
      hasBeenOpen = true;
      onStatus("open");
      for (const frame of queue) socket.send(frame);
      queue = [];
    });
    socket.addEventListener("message", (event) => answer(JSON.parse(event.data)));
    socket.addEventListener("close", async ({ code }) => {
      // What was sent may have been carried out or not: only the caller can tell what to do.
      if (hasBeenOpen) loseCalls(code === MESSAGE_TOO_BIG ? TOO_LARGE : LOST);
      if (closed) return;
      // Nothing is lost but what was too large: to send it again would not help.
      if (code === MESSAGE_TOO_BIG) return connect();
      if (await isTokenMissing()) {
        await askForToken();
        return connect();
      }
      loseCalls(LOST);
      onStatus("lost");
      setTimeout(connect, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    });
  }

  function loseCalls(problem) {
    const lost = [...waiting.values()];
    waiting.clear();
    queue = [];
    for (const { reject } of lost) reject(problem);
  }

  function answer(frame) {
    const call = waiting.get(frame.id);
    if (call === undefined) return;
    waiting.delete(frame.id);
    if ("problem" in frame) call.reject(frame.problem);
    else call.resolve(frame.ok);
  }

  /** Tell the service that nobody waits for a call any more. */
  function cancel(id) {
    last += 1;
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ id: last, verb: "cancel", data: { request: id } }));
  }

  connect();
  return {
    call(verb, data, signal = null) {
      return new Promise((resolve, reject) => {
        last += 1;
        const id = last;
        waiting.set(id, { resolve, reject });
        cancelOn(waiting, id, signal, () => cancel(id));
        const frame = JSON.stringify({ id: last, verb, data });
        if (socket.readyState === WebSocket.OPEN) return socket.send(frame);
        // Calls wait for the first connection, but none is kept to be carried out long after it was made.
        if (!hasBeenOpen) return queue.push(frame);
        waiting.delete(last);
        return reject(LOST);
      });
    },
    close() {
      closed = true;
      socket.close();
    },
  };
}
