// The files: domain, problem and axioms in tabs, with what is wrong below them.

import { fill, h } from "../dom.js";
import { fixOf } from "../editor/fixes.js";
import { createEditor } from "../editor/index.js";
import { icon } from "../icons.js";
import { say } from "../messages.js";
import { panel } from "../registry.js";
import { problemsList } from "./problems.js";
import { acceptFiles } from "../editor/dropping.js";

const FILES = [
  ["domain", "Domain"],
  ["problem", "Problem"],
  ["axioms", "Axioms"],
];

panel({ id: "files", title: "Files", area: "files", order: 0, mount });

function mount(element, app) {
  let current = "domain";
  const tabs = FILES.map(([file, title]) => h("button", { type: "button", role: "tab", id: `file-${file}`, "aria-controls": "editor", "aria-selected": String(file === current), tabindex: file === current ? 0 : -1, onclick: () => show(file) }, title));
  const bar = h("div.tabs", { role: "tablist", "aria-label": "Files" }, tabs);
  const body = h("div.editor", { id: "editor", role: "tabpanel", "aria-labelledby": "file-domain" });
  const note = h("p.note.editor-note", { hidden: true });
  const input = h("input", { type: "file", multiple: true, accept: ".pddl,.ppddl,.rddl,.txt,.zip", hidden: true, "aria-label": "Files to open" });
  const openFiles = h("button.icon-button", { type: "button", "aria-label": "Open your files", title: "Open your files or a zip archive, or drop them or a folder here", onclick: () => app.emit("open-files") }, icon("file"));
  const format = h("button.icon-button", { type: "button", id: "format", "aria-label": "Format this file", title: "Format this file", onclick: tidy }, icon("format"));
  const others = h("select", { hidden: true, "aria-label": "Problem of the folder", onchange: () => choose(others.selectedIndex) });
  let collection = [];
  const [spoken, problems] = problemsList(app, jump, fix);
  // It is heard while the files are closed, too.
  document.body.prepend(spoken);
  element.append(h("div.files-head", {}, bar, h("div.grow"), others, openFiles, format, input), note, body, problems);

  const editor = createEditor(body, {
    onEdit: (text) => app.play.edit(current, text),
    onFallback: () => {
      note.hidden = false;
      note.textContent = "A plain text area: the editor with colours is not built here (make install builds it where npm is).";
    },
    names: () => app.state.names,
    fix,
  });
  acceptFiles(input, app);

  /** Open the first of several problems, and offer the others. */
  app.openCollection = (problems) => {
    collection = problems;
    fill(others, problems.map(({ name }) => h("option", {}, name)));
    app.showPlace("files");
    choose(0);
    say(`${problems.length} problems: ${problems[0].name} is open, and the list above the editor has the others.`);
  };

  async function choose(number) {
    const { name, texts } = collection[number];
    await app.play.openTexts(texts);
    others.hidden = false;
    others.value = name;
  }

  bar.addEventListener("keydown", (event) => {
    const at = tabs.indexOf(document.activeElement);
    const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (at < 0 || move === undefined) return;
    event.preventDefault();
    const next = (at + move + tabs.length) % tabs.length;
    show(FILES[next][0]);
    tabs[next].focus();
  });

  function textOf(file) {
    const text = app.state.texts[file];
    return Array.isArray(text) ? text.join("\n\n") : text;
  }

  function show(file, isNew = false) {
    current = file;
    FILES.forEach(([own], index) => {
      tabs[index].setAttribute("aria-selected", String(own === file));
      tabs[index].tabIndex = own === file ? 0 : -1;
    });
    body.setAttribute("aria-labelledby", `file-${file}`);
    editor.open(file, textOf(file), language(), isNew);
    editor.mark(app.state.diagnostics.filter((each) => fileOf(each) === file));
  }

  function language() {
    return /^\s*(domain|non-fluents|instance)\b/m.test(app.state.texts.domain.replace(/\/\/[^\n]*/g, "")) && !/^\s*(;[^\n]*\s*)*\(/.test(app.state.texts.domain) ? "rddl" : "pddl";
  }

  /** Show the place of a diagnostic. */
  function jump(found) {
    const file = fileOf(found);
    if (file !== current) show(file);
    editor.jump(found);
  }

  function replace(file, text) {
    app.play.edit(file, text);
    show(file);
  }

  /** Return the fix of a diagnostic, {label, apply}, or null. */
  function fix(found) {
    const file = fileOf(found);
    const mended = fixOf(found, textOf(file));
    return mended && { label: mended.label, apply: () => replace(file, mended.text) };
  }

  async function tidy() {
    try {
      const { text } = await app.call("tasks.format", { text: textOf(current) });
      replace(current, text);
    } catch (problem) {
      say(problem, "error");
      if (problem.line) editor.jump(problem);
    }
  }

  app.on("open-files", () => input.click());
  app.on("texts", () => show(current, true));
  // Other files have problems of their own.
  app.on("leave", () => (others.hidden = true));
  app.on("edit", () => {
    app.showPlace("files");
    editor.focus();
  });
  app.on("show-error", () => {
    const first = app.state.diagnostics.find((each) => each.severity === "error");
    app.showPlace("files");
    if (first) jump(first);
  });
  app.on("reveal", ({ reveal }) => {
    app.showPlace("files");
    jump(reveal);
  });
  app.on("checked", () => {
    FILES.forEach(([file, title], index) => {
      const errors = app.state.diagnostics.filter((each) => each.severity === "error" && fileOf(each) === file).length;
      fill(tabs[index], title, errors > 0 && h("span.errors", { "aria-label": `${errors} ${errors === 1 ? "error" : "errors"}` }, String(errors)));
    });
    // The lab may have changed the axioms.
    if (textOf(current).trim()) editor.open(current, textOf(current), language());
    editor.mark(app.state.diagnostics.filter((each) => fileOf(each) === current));
  });
}

/** Return the file that a diagnostic is about. */
export function fileOf(found) {
  const name = found.file ?? "";
  if (name.includes("problem") || name.includes("instance")) return "problem";
  if (name.includes("axiom")) return "axioms";
  return "domain";
}
