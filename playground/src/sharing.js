// The share dialog: a link to all of it, what is on the page as files, and the lines that go on in Python and a terminal.

import { fill, h } from "./dom.js";
import { film, raster, svgOf } from "./film.js";
import { icon } from "./icons.js";
import { say } from "./messages.js";
import { link } from "./share.js";
import { download, files, inPython, inTerminal } from "./takeaway.js";

const FILES = {
  svg: svgOf,
  async png(svg) {
    const canvas = await raster(svg, SCALE);
    return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  },
  gif: (_, app) => film(app),
};
const SCALE = 2;

/** Return the button that opens the dialog, and the dialog. */
export function shareButton(app) {
  const field = h("input", { type: "text", readonly: true, "aria-label": "Link to this page", onfocus: () => field.select() });
  const size = h("p.note");
  const own = h("div.row");
  const [python, terminal] = [h("pre", { tabindex: "0", "aria-label": "Lines of Python" }), h("pre", { tabindex: "0", "aria-label": "Line of a terminal" })];
  const close = h("button.icon-button", { type: "button", "aria-label": "Close", onclick: () => dialog.close() }, icon("close"));
  const dialog = h(
    "dialog.share",
    { "aria-label": "Share and save" },
    h("div.dialog-head", {}, h("h2", {}, "Share and save"), close),
    h("p", {}, "The link has your files, the engine, the seed and every step to where you stand. Nothing of it is sent to a server until somebody opens it."),
    h("div.row", {}, field, h("button.primary", { type: "button", onclick: copy }, "Copy")),
    size,
    h("h3", {}, "Download the files and your steps"),
    own,
    h("h3", {}, "Use it in Python"),
    h("div.lines", {}, python, h("button", { type: "button", "aria-label": "Copy the lines of Python", onclick: () => copied(python.textContent, "The lines of Python are copied.") }, "Copy")),
    h("h3", {}, "Use it in a terminal"),
    h("div.lines", {}, terminal, h("button", { type: "button", "aria-label": "Copy the line of the terminal", onclick: () => copied(terminal.textContent, "The line is copied.") }, "Copy")),
    h("h3", {}, "Save the picture, or your steps as a GIF"),
    h("div.row", {}, h("button", { type: "button", onclick: () => save("svg") }, icon("download"), "SVG"), h("button", { type: "button", onclick: () => save("png") }, icon("download"), "PNG"), h("button", { type: "button", title: "Your steps as a film", onclick: () => save("gif") }, icon("download"), "GIF")),
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());

  async function open() {
    field.value = await link(app);
    history.replaceState(history.state, "", field.value);
    const length = field.value.length;
    size.textContent = `${length.toLocaleString("en")} characters${length > 30000 ? ": some programs cut links of this length" : ""}.${reach(field.value)}`;
    fill(own, Object.entries(files(app)).map(([name, text]) => h("button", { type: "button", onclick: () => download(new Blob([text], { type: "text/plain" }), name) }, icon("download"), name)));
    python.textContent = inPython(app);
    terminal.textContent = inTerminal(app);
    dialog.showModal();
    field.select();
  }

  async function copy() {
    if (!(await copied(field.value, "The link is copied."))) field.select();
  }

  /** Put a text into the clipboard; returns whether the browser let it. */
  async function copied(text, message) {
    try {
      await navigator.clipboard.writeText(text);
      say(message);
      return true;
    } catch {
      say("This browser does not let the page copy: mark the text and press Ctrl C.");
      return false;
    }
  }

  async function save(kind) {
    const svg = document.querySelector(".picture svg");
    if (!svg) return say("There is no picture yet.");
    app.zoom.whole();
    try {
      return download(await FILES[kind](svg, app), `${fileName(app)}.${kind}`);
    } catch (problem) {
      dialog.close();
      return say(problem, "error");
    }
  }

  return [h("button.with-text", { type: "button", id: "share", onclick: open, title: "A link, your files and steps, Python, a picture" }, icon("share"), h("span", {}, "Share and save")), dialog];
}

/** Say who can open a link: one to this computer opens nowhere else, unless a site for such links is named. */
function reach(address) {
  const { hostname, hash } = new URL(address);
  if (!/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) return "";
  const site = document.querySelector('meta[name="relgym-site"]')?.content;
  return site ? ` It works on this computer only; for others: ${site}${hash}` : " It works on this computer only.";
}

function fileName(app) {
  const { task, node } = app.state;
  return `${task?.domain ?? "state"}-${task?.name ?? ""}-${node?.node ?? 0}`.replace(/[^\w-]+/g, "-");
}
