// The panes around the picture: files and tools open and close, and their edges are dragged; both are remembered.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import * as storage from "./storage.js";

const KEY = "relgym.panes";
// By pane: the property with its size, the edge that is dragged, and its least and largest size in pixels.
const PANES = {
  files: { edge: "right", least: 260, most: 900, title: "Width of the files" },
  side: { edge: "left", least: 200, most: 600, title: "Width of the actions" },
  tools: { edge: "top", least: 120, most: 700, title: "Height of the tools" },
};
const KEY_STEP = 24;

/**
 * Let the panes of the page be opened, closed and dragged.
 *
 * @param {HTMLElement} main - the element with all areas
 * @param {Object<string, HTMLElement>} areas - the areas by their names
 * @param {() => void} changed - hears that a pane was opened or closed
 * @returns {{handle: HTMLElement, closeTools: HTMLElement, open: (name: string) => void, isOpen: (name: string) => boolean}}
 *   the handle of the files, the button that closes the tools, and what opens a pane and tells whether it is open
 */
export function mountPanes(main, areas, changed) {
  const kept = read();
  const handle = h("button.handle", { type: "button", id: "files-handle", "aria-controls": "area-files", onclick: () => toggle("files") }, icon("file"), h("span", {}, "Files"));
  const closeTools = h("button.icon-button", { type: "button", id: "close-tools", title: "Close the tools", "aria-label": "Close the tools", onclick: () => set("tools", false) }, icon("close"));

  function set(name, isOpen) {
    kept.open[name] = isOpen;
    main.dataset.open = Object.keys(PANES).filter((each) => kept.open[each]).join(" ");
    const title = kept.open.files ? "Close the files" : "Open the files (e)";
    handle.setAttribute("aria-expanded", String(Boolean(kept.open.files)));
    handle.title = title;
    keep();
    changed();
  }

  function toggle(name) {
    set(name, !kept.open[name]);
  }

  function keep() {
    storage.keep(KEY, kept);
  }

  function resize(name, size) {
    const { least, most } = PANES[name];
    kept.sizes[name] = Math.round(Math.min(most, Math.max(least, size)));
    main.style.setProperty(`--${name}`, `${kept.sizes[name]}px`);
  }

  function splitter(name) {
    const { edge, least, most, title } = PANES[name];
    const isFlat = edge === "top";
    const element = h(`div.splitter.${edge}`, { role: "separator", tabindex: "0", "aria-label": title, title, "aria-orientation": isFlat ? "horizontal" : "vertical", "aria-valuemin": least, "aria-valuemax": most, "aria-controls": `area-${name}` });
    const size = () => areas[name][isFlat ? "offsetHeight" : "offsetWidth"];
    const tell = () => element.setAttribute("aria-valuenow", String(kept.sizes[name] ?? least));

    function to(wanted) {
      resize(name, wanted);
      tell();
    }
    element.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      element.setPointerCapture(event.pointerId);
      const [from, before] = [isFlat ? event.clientY : event.clientX, size()];
      const drag = (move) => to(before + ((isFlat ? move.clientY : move.clientX) - from) * (edge === "right" ? 1 : -1));
      element.addEventListener("pointermove", drag);
      element.addEventListener("lostpointercapture", () => (element.removeEventListener("pointermove", drag), keep()), { once: true });
    });
    element.addEventListener("keydown", (event) => {
      const [more, less] = { right: ["ArrowRight", "ArrowLeft"], left: ["ArrowLeft", "ArrowRight"], top: ["ArrowUp", "ArrowDown"] }[edge];
      if (event.key !== more && event.key !== less) return;
      event.preventDefault();
      to(size() + (event.key === more ? KEY_STEP : -KEY_STEP));
      keep();
    });
    tell();
    return element;
  }

  for (const name of Object.keys(PANES)) {
    areas[name].append(splitter(name));
    if (Number.isFinite(kept.sizes[name])) resize(name, kept.sizes[name]);
  }
  set("files", kept.open.files === true);
  set("tools", kept.open.tools === true);
  return { handle, closeTools, open: (name) => set(name, true), isOpen: (name) => Boolean(kept.open[name]) };
}

/** Return what was kept: which panes are open, and their sizes in pixels. */
function read() {
  const found = storage.kept(KEY);
  return { open: { ...Object(found?.open) }, sizes: { ...Object(found?.sizes) } };
}
