// relgym in Node's WebAssembly: node node.mjs FOLDER answers the frames of its input, a line each, on its output;
// node node.mjs FOLDER SCRIPT.py runs a script instead. FOLDER has the files of pack.mjs.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { loadPyodide } from "pyodide";
import { start } from "../src/transports/python.js";

const [folder, script] = process.argv.slice(2);
const archive = readFile(join(folder, "relgym.tar.gz")).then((bytes) => new Uint8Array(bytes));
const options = { stdLibURL: join(folder, "python_stdlib.zip") };
const { answer, python } = await start({ loadPyodide, options, archive });
if (script) {
  python.runPython(await readFile(script, "utf8"));
} else {
  for await (const line of createInterface({ input: process.stdin })) process.stdout.write(`${answer(line)}\n`);
}
