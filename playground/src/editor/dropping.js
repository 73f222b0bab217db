// Files of the visitor: dropped on the page or chosen in a dialog, told apart by what they say. A folder or an archive may
// hold one domain with many problems.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { say } from "../messages.js";
import { filesIn, spread } from "./archives.js";

const LARGEST = 2_000_000;

/** Let files be dropped on the page or chosen by an input. */
export function acceptFiles(input, app) {
  async function take(files) {
    const texts = [];
    for (const file of files) {
      const text = file.size > LARGEST ? null : await file.text();
      if (text === null) say(`${file.name} is too large: the page takes ${LARGEST / 1e6} MB.`, "error");
      else if (/[\0\uFFFD]/.test(text)) say(`${file.name} is not a text in UTF-8.`, "error");
      else texts.push([file.name, text]);
    }
    if (texts.length) place(texts, app);
  }
  const target = h("div.drop-here", { hidden: true, "aria-hidden": "true" }, icon("file"), h("p", {}, "Drop your files here"), h("p.note", {}, "a domain, a problem, axioms: the page tells which is which"));
  document.body.append(target);
  /** Take what a promise gives; what cannot be read is told. */
  async function receive(promise) {
    try {
      await take(await promise);
    } catch (problem) {
      if (problem?.detail === undefined) throw problem;
      say(problem, "error");
    }
  }
  input.addEventListener("change", async () => {
    await receive(spread([...input.files]));
    input.value = "";
  });
  // The whole page takes them, so that nothing is opened by the browser in place of the page.
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    target.hidden = false;
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) target.hidden = true;
  });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    target.hidden = true;
    receive(filesIn(event.dataTransfer.items, event.dataTransfer.files));
  });
}

function place(files, app) {
  const problems = files.filter(([, text]) => kindOf(text) === "problem");
  const domains = files.filter(([, text]) => kindOf(text) === "domain");
  if (domains.length && problems.length > 1) return app.openCollection(collected(domains, problems));
  const texts = { ...app.state.texts };
  const found = new Map();
  for (const [name, text] of files) {
    const kind = kindOf(text);
    if (found.has(kind)) say(`${found.get(kind)} is left out: ${name} is open as the ${kind}.`);
    found.set(kind, name);
    if (kind === "axioms") texts.axioms = [text];
    else texts[kind] = text;
  }
  // A new domain without axioms of its own begins without those of the domain before.
  if (found.has("domain") && !found.has("axioms")) texts.axioms = [];
  app.play.openTexts(texts);
}

/** Return the problems of a folder, `[{name, texts}]`, each with its own domain: `p01-domain.pddl` for `p01.pddl`, or the one of all. */
function collected(domains, problems) {
  const common = domains.find(([name]) => /^domain\.\w+$/i.test(name)) ?? domains[0];
  return problems
    .sort(([one], [other]) => one.localeCompare(other, "en", { numeric: true }))
    .map(([name, problem]) => {
      const stem = name.replace(/\.\w+$/, "");
      const own = domains.find(([other]) => other !== common[0] && [`${stem}-domain`, `domain-${stem}`, `domain_${stem}`].includes(other.replace(/\.\w+$/, "")));
      return { name, texts: { domain: (own ?? common)[1], problem, axioms: [] } };
    });
}

/** Tell what a file is: `domain`, `problem` or `axioms`. */
export function kindOf(text) {
  const plain = text.replace(/(;|\/\/)[^\n]*/g, "").toLowerCase();
  if (/\(\s*problem\b/.test(plain) || /^\s*(non-fluents|instance)\b/.test(plain)) return "problem";
  if (/\(\s*domain\b/.test(plain) || /^\s*domain\b/.test(plain)) return "domain";
  return /:(axiom|derived)\b/.test(plain) ? "axioms" : "domain";
}
