// Folders and zip archives of the visitor, as lists of files.

const KINDS = /\.(pddl|ppddl|rddl)$/i;
const MOST_FILES = 2000;
const MOST_BYTES = 20_000_000;
const [END, ENTRY] = [0x06054b50, 0x02014b50];
const [STORED, DEFLATED] = [0, 8];

/** Return what was dropped as files: those of folders and archives in place of these. */
export async function filesIn(items, files) {
  const entries = [...(items ?? [])].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.some((entry) => entry.isDirectory)) return spread([...files]);
  const found = [];
  for (const entry of entries) await walk(entry, found);
  return spread(found);
}

/** Return files with those of archives in place of these. */
export async function spread(files) {
  const found = [];
  for (const file of files) found.push(...(/\.zip$/i.test(file.name) ? await unzipped(file) : [file]));
  return found;
}

/** Add the files of PDDL and RDDL below a folder, the nearest first. */
async function walk(entry, found) {
  if (entry.isFile) {
    if (KINDS.test(entry.name)) found.push(await new Promise((resolve, reject) => entry.file(resolve, reject)));
    return;
  }
  const reader = entry.createReader();
  // A reader gives some entries at a time.
  for (let some = await read(reader); some.length && found.length < MOST_FILES; some = await read(reader)) {
    for (const each of some.sort((one, other) => one.name.localeCompare(other.name))) await walk(each, found);
  }
}

function read(reader) {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject));
}

/** Return the files of PDDL and RDDL of a zip archive (APPNOTE 6.3: the list of entries stands at its end). */
async function unzipped(file) {
  const bytes = new DataView(await file.arrayBuffer());
  let end = bytes.byteLength - 22;
  while (end >= 0 && bytes.getUint32(end, true) !== END) end -= 1;
  if (end < 0) throw { detail: `${file.name} is not a zip archive` };
  const [count, start] = [bytes.getUint16(end + 10, true), bytes.getUint32(end + 16, true)];
  const found = [];
  let [at, total] = [start, 0];
  for (let number = 0; number < Math.min(count, MOST_FILES); number += 1) {
    if (at + 46 > bytes.byteLength || bytes.getUint32(at, true) !== ENTRY) throw { detail: `${file.name} is damaged` };
    const [method, packed, size, letters, extra, comment, place] = [bytes.getUint16(at + 10, true), bytes.getUint32(at + 20, true), bytes.getUint32(at + 24, true), bytes.getUint16(at + 28, true), bytes.getUint16(at + 30, true), bytes.getUint16(at + 32, true), bytes.getUint32(at + 42, true)];
    const name = new TextDecoder().decode(new Uint8Array(bytes.buffer, at + 46, letters));
    at += 46 + letters + extra + comment;
    if (!KINDS.test(name) || name.startsWith("__MACOSX/")) continue;
    total += size;
    if (total > MOST_BYTES) throw { detail: `${file.name} holds more than ${MOST_BYTES / 1e6} MB of files` };
    const content = place + 30 + bytes.getUint16(place + 26, true) + bytes.getUint16(place + 28, true);
    const own = new Uint8Array(bytes.buffer, content, packed);
    found.push(new File([await inflated(own, method, size, file.name)], name.split("/").at(-1)));
  }
  if (!found.length) throw { detail: `${file.name} holds no file of PDDL or RDDL` };
  return found;
}

async function inflated(bytes, method, size, name) {
  if (method === STORED) return bytes;
  if (method !== DEFLATED) throw { detail: `${name} is packed in a way that the page does not read` };
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    // The archive says how much it is: more would be a trap.
    if (length > size) throw { detail: `${name} is damaged` };
    parts.push(part.value);
  }
  return new Blob(parts);
}
