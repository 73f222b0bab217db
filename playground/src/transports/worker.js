// The worker in which relgym runs: it gets frames and posts their answers, and how far it is until then.

import { start } from "./python.js";

const folder = new URL("../../pyodide/", import.meta.url);

async function fetched(name) {
  const response = await fetch(new URL(name, folder));
  if (!response.ok) throw new Error(`${name}: the host answers ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function begin() {
  // Both are fetched at the same time.
  const archive = fetched("relgym.tar.gz");
  archive.catch(() => {});
  const { loadPyodide } = await import(new URL("pyodide.mjs", folder).href);
  const options = { indexURL: folder.href, stdLibURL: new URL("python_stdlib.zip", folder).href };
  return start({ loadPyodide, options, archive, tell: (stage) => postMessage({ stage }) });
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
