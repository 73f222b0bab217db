// The share dialog: a link to all of it, and the picture as a file.

import { h } from "./dom.js";
import { film, raster, svgOf } from "./film.js";
import { icon } from "./icons.js";
import { say } from "./messages.js";
import { link } from "./share.js";

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
  const close = h("button.icon-button", { type: "button", "aria-label": "Close", onclick: () => dialog.close() }, icon("close"));
  const dialog = h(
    "dialog.share",
    { "aria-label": "Share" },
    h("div.dialog-head", {}, h("h2", {}, "Share"), close),
    h("p", {}, "The link has your files, the engine, the seed and every step to where you stand. Nothing of it is sent to a server until somebody opens it."),
    h("div.row", {}, field, h("button.primary", { type: "button", onclick: copy }, "Copy")),
    size,
    h("h3", {}, "Save the picture, or your steps as a GIF"),
    h("div.row", {}, h("button", { type: "button", onclick: () => save("svg") }, icon("download"), "SVG"), h("button", { type: "button", onclick: () => save("png") }, icon("download"), "PNG"), h("button", { type: "button", title: "Your steps as a film", onclick: () => save("gif") }, icon("download"), "GIF")),
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());

  async function open() {
    field.value = await link(app);
    history.replaceState(history.state, "", field.value);
    const length = field.value.length;
    size.textContent = `${length.toLocaleString("en")} characters${length > 30000 ? ": some programs cut links of this length" : ""}.`;
    dialog.showModal();
    field.select();
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(field.value);
      say("The link is copied.");
    } catch {
      field.select();
      say("This browser does not let the page copy: press Ctrl C.");
    }
  }

  async function save(kind) {
    const svg = document.querySelector(".picture svg");
    if (!svg) return say("There is no picture yet.");
    try {
      return download(await FILES[kind](svg, app), `${fileName(app)}.${kind}`);
    } catch (problem) {
      dialog.close();
      return say(problem, "error");
    }
  }

  return [h("button.with-text", { type: "button", id: "share", onclick: open }, icon("share"), h("span", {}, "Share")), dialog];
}

function fileName(app) {
  const { task, node } = app.state;
  return `${task?.domain ?? "state"}-${task?.name ?? ""}-${node?.node ?? 0}`.replace(/[^\w-]+/g, "-");
}

function download(blob, name) {
  const address = URL.createObjectURL(blob);
  const anchor = h("a", { href: address, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
