// The worker in which relgym runs: it gets frames and posts their answers, and how far it is until then.

import { start } from "./python.js";

const folder = new URL("../../pyodide/", import.meta.url);

const loaded = new Map();
let sizes = null;

/** Tell how many of the bytes that the build has counted are here. */
function count(name, bytes) {
  loaded.set(name, (loaded.get(name) ?? 0) + bytes);
  if (sizes === null) return;
  let [here, all] = [0, 0];
  for (const [each, size] of Object.entries(sizes)) {
    // Hosts may take the compression of a file away, so that more bytes come than the file has.
    here += Math.min(loaded.get(each) ?? 0, size);
    all += size;
  }
  postMessage({ percent: Math.floor((100 * here) / all) });
}

/** Let `fetch` count what it reads: Pyodide fetches its files itself, and does not tell how far it is. */
function countFetches() {
  const plain = globalThis.fetch;
  globalThis.fetch = async (...given) => {
    const response = await plain(...given);
    const name = new URL(response.url).pathname.split("/").at(-1);
    if (!response.ok || response.body === null) return response;
    const counter = new TransformStream({
      transform(chunk, controller) {
        count(name, chunk.byteLength);
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(counter), { status: response.status, headers: response.headers });
  };
  return () => (globalThis.fetch = plain);
}

async function fetched(name) {
  const response = await fetch(new URL(name, folder));
  if (!response.ok) throw new Error(`${name}: the host answers ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function begin() {
  const uncount = countFetches();
  // Without the sizes the page tells its stages alone.
  fetched("sizes.json").then((bytes) => (sizes = JSON.parse(new TextDecoder().decode(bytes)))).catch(() => {});
  // All are fetched at the same time.
  const archive = fetched("relgym.tar.gz");
  archive.catch(() => {});
  const { loadPyodide } = await import(new URL("pyodide.mjs", folder).href);
  const options = { indexURL: folder.href, stdLibURL: new URL("python_stdlib.zip", folder).href };
  return start({ loadPyodide, options, archive, tell: (stage) => postMessage({ stage }) }).finally(uncount);
}

const begun = begin();
begun.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ failed: String(error.message ?? error) }),
);

addEventListener("message", async ({ data: frame }) => {
  const { answer } = await begun;
  try {
    postMessage({ answer: answer(frame) });
  } catch (error) {
    // Errors of Python are answers: this one has ended Python itself.
    postMessage({ ended: String(error.message ?? error) });
  }
});
