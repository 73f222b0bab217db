// Python in WebAssembly with relgym in it: a function that answers frames. It runs in a worker of the page, and in Node.

const HOME = "/relgym";
const BLOCK = 512;

/**
 * Start Python and relgym.
 *
 * @param {object} parts
 * @param {(options: object) => Promise<object>} parts.loadPyodide Pyodide's function.
 * @param {object} parts.options Its options.
 * @param {Promise<Uint8Array>} parts.archive relgym and what it imports, as a tar file compressed by gzip.
 * @param {(stage: string) => void} [parts.tell] Is called at each stage, with its name.
 * @returns {Promise<{answer: (frame: string) => string, python: object}>} `answer` carries out a frame of the general
 *   socket, `{"id", "verb", "data"}` as JSON, and returns `{"id", "ok"}` or `{"id", "problem"}`.
 */
export async function start({ loadPyodide, options, archive, tell = () => {} }) {
  tell("Loading Python");
  const python = await loadPyodide(options);
  tell("Unpacking relgym");
  unpack(python.FS, await gunzipped(await archive));
  tell("Starting relgym");
  python.runPython(`import sys; sys.path.insert(0, "${HOME}")`);
  return { answer: python.pyimport("relgym.service.browser").answer, python };
}

/** Bytes without the compression by gzip; some hosts have taken it away already. */
async function gunzipped(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Write the files of a tar archive (POSIX.1-1988, ustar) into Python's file system. Python's own reader takes ten times as long. */
function unpack(files, bytes) {
  const text = new TextDecoder();
  const field = (block, from, length) => text.decode(bytes.subarray(block + from, block + from + length)).replace(/\0.*$/s, "");
  const made = new Set();
  for (let block = 0; block + BLOCK <= bytes.length && bytes[block] !== 0; ) {
    const size = parseInt(field(block, 124, 12), 8);
    const folder = field(block, 345, 155);
    const path = `${HOME}/${folder ? `${folder}/` : ""}${field(block, 0, 100)}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(parent)) {
      files.mkdirTree(parent);
      made.add(parent);
    }
    files.writeFile(path, bytes.subarray(block + BLOCK, block + BLOCK + size));
    block += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}
