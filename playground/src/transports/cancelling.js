// Calls that the visitor cancels: the page waits no longer, whether or not the other side can end them.

const CANCELLED = { status: 499, title: "Cancelled", detail: "this was cancelled" };

/**
 * Let a signal cancel a call.
 *
 * @param {Map<number, {reject: Function}>} waiting - the calls whose answers are waited for
 * @param {number} id - the call
 * @param {AbortSignal | null} signal
 * @param {() => void} [tell] - tells the other side
 */
export function cancelOn(waiting, id, signal, tell = () => {}) {
  signal?.addEventListener("abort", () => {
    const call = waiting.get(id);
    if (call === undefined) return;
    waiting.delete(id);
    call.reject(CANCELLED);
    tell();
  });
}

/** Return whether a problem is that of a call that was cancelled. */
export function isCancelled(problem) {
  return problem?.status === CANCELLED.status;
}
