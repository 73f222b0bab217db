// Makes the files of Python that the page loads, with Pyodide's own compiler:
//   node pack.mjs library python_stdlib.zip
//   node pack.mjs packages relgym.tar.gz python_stdlib.zip ARCHIVE...

import { readFile, writeFile } from "node:fs/promises";
import { loadPyodide } from "pyodide";

const [what, target, stdLibURL, ...archives] = process.argv.slice(2);
const python = await loadPyodide(stdLibURL ? { stdLibURL } : {});
python.FS.mkdirTree("/made");
const names = archives.map((_, number) => `/made/${number}.zip`);
for (const [number, name] of names.entries()) python.FS.writeFile(name, new Uint8Array(await readFile(archives[number])));
python.FS.writeFile("/made/pack.py", new Uint8Array(await readFile(new URL("pack.py", import.meta.url))));
python.runPython('import sys; sys.path.insert(0, "/made")');
const pack = python.pyimport("pack");
if (what === "library") pack.library("/made/target");
else pack.packages("/made/target", ...names);
await writeFile(target, python.FS.readFile("/made/target"));
