// Zoom and pan of a picture: by wheel, pinch, drag and keys. What is seen is the view box of the SVG.

import { h } from "../dom.js";
import { icon } from "../icons.js";

const MOST = 12;
/** How much one press of a key or button zooms. */
export const STEP = 1.35;
const WHEEL = 0.0016;

/**
 * Let a picture be zoomed and moved.
 *
 * @param {HTMLElement} frame - what holds the picture
 * @param {(isZoomed: boolean) => void} changed - hears whether a part of the picture is seen
 * @returns {{show: (svg: SVGElement | null, size: {width: number, height: number}) => void, by: (factor: number) => void, whole: () => void, own: (target: Element | null) => void, buttons: HTMLElement[]}}
 *   `show` takes a picture with its own size and keeps the view where the size is the same, `by` zooms, `whole` shows all of it, and
 *   `own` shows it in its own size around an element
 */
export function zoomed(frame, changed) {
  let svg = null;
  let size = { width: 1, height: 1 };
  let view = null;
  const pointers = new Map();

  const button = (name, title, onclick) => h("button.icon-button", { type: "button", title, "aria-label": title.replace(/ \(.*/, ""), onclick }, icon(name));
  const buttons = [button("minus", "Zoom out (-)", () => by(1 / STEP)), button("plus", "Zoom in (+)", () => by(STEP)), button("whole", "Show the whole picture (0)", whole)];

  function apply() {
    if (svg) svg.setAttribute("viewBox", view ? `${view.x} ${view.y} ${view.width} ${view.height}` : `0 0 ${size.width} ${size.height}`);
    frame.classList.toggle("zoomed", view !== null);
    buttons[2].disabled = view === null;
    changed(view !== null);
  }

  /** The seen part at present, in the units of the picture, as wide and high as the frame. */
  function seen() {
    if (view) return view;
    const scale = Math.max(size.width / frame.clientWidth, size.height / frame.clientHeight);
    const [width, height] = [frame.clientWidth * scale, frame.clientHeight * scale];
    return { x: (size.width - width) / 2, y: (size.height - height) / 2, width, height };
  }

  function whole() {
    view = null;
    apply();
  }

  /** Zoom around a point of the screen, by default the middle of the frame. */
  function by(factor, point = null) {
    if (!svg) return;
    const now = seen();
    const least = Math.max(size.width / frame.clientWidth, size.height / frame.clientHeight);
    const scale = Math.min(least, Math.max(least / MOST, now.width / frame.clientWidth / factor));
    if (scale >= least * 0.999) return whole();
    const box = frame.getBoundingClientRect();
    const [u, v] = point ? [(point.x - box.x) / box.width, (point.y - box.y) / box.height] : [0.5, 0.5];
    const [width, height] = [frame.clientWidth * scale, frame.clientHeight * scale];
    view = within({ x: now.x + now.width * u - width * u, y: now.y + now.height * v - height * v, width, height });
    apply();
  }

  function move(dx, dy) {
    const now = seen();
    view = within({ ...now, x: now.x - (dx * now.width) / frame.clientWidth, y: now.y - (dy * now.height) / frame.clientHeight });
    apply();
  }

  function within({ x, y, width, height }) {
    const bound = (at, part, all) => (part >= all ? (all - part) / 2 : Math.min(all - part, Math.max(0, at)));
    return { x: bound(x, width, size.width), y: bound(y, height, size.height), width, height };
  }

  /** Show the picture in its own size, with an element of it in the middle. */
  function own(target) {
    const box = target?.getBBox?.();
    const around = box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : { x: 0, y: 0 };
    view = within({ x: around.x - frame.clientWidth / 2, y: around.y - frame.clientHeight / 2, width: frame.clientWidth, height: frame.clientHeight });
    apply();
  }

  frame.addEventListener("wheel", (event) => {
    if (!svg) return;
    event.preventDefault();
    by(Math.exp(-event.deltaY * WHEEL * (event.ctrlKey ? 6 : 1)), { x: event.clientX, y: event.clientY });
  }, { passive: false });

  frame.addEventListener("pointerdown", (event) => {
    if (!svg || event.target.closest("button") || (event.target.closest(".thing.movable") && pointers.size === 0)) return;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  frame.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const distance = (one) => Math.hypot(one.x - other.x, one.y - other.y);
      by(distance(now) / Math.max(1, distance(before)), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    } else if (view) {
      move(now.x - before.x, now.y - before.y);
    }
    pointers.set(event.pointerId, now);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) frame.addEventListener(end, (event) => pointers.delete(event.pointerId));

  return {
    buttons,
    by,
    whole,
    own,
    show(next, whole) {
      svg = next;
      if (!svg || whole.width !== size.width || whole.height !== size.height) view = null;
      size = whole;
      apply();
    },
  };
}
