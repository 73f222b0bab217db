// A thing of the picture that is dragged onto another one: the action that fits both is carried out.

import { objectsOf } from "../actions.js";
import { naming } from "./around.js";

const MOVED = 6;

/**
 * Let the things of a picture be dragged.
 *
 * @param {HTMLElement} frame - what holds the picture
 * @param {object} app - the store
 * @param {(actions: string[], place: DOMRect, objects: string[]) => void} dropped - hears which actions fit what was dragged,
 *   and where
 * @returns {() => boolean} whether the last click was the end of a drag
 */
export function dragged(frame, app, dropped) {
  let held = null;
  let wasMoved = false;

  frame.addEventListener("pointerdown", (event) => {
    wasMoved = false;
    const thing = event.target.closest?.(".thing.movable");
    if (!thing || event.button !== 0) return;
    held = { thing, name: thing.dataset.names.split(" ")[0], x: event.clientX, y: event.clientY, isMoving: false };
  });

  frame.addEventListener("pointermove", (event) => {
    if (!held) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.isMoving) {
      if (Math.hypot(dx, dy) < MOVED) return;
      held.isMoving = true;
      frame.setPointerCapture(event.pointerId);
      held.thing.classList.add("dragged");
      app.set("highlight", { highlight: targets(held.name) });
    }
    const scale = frame.querySelector("svg").getScreenCTM()?.a || 1;
    held.thing.style.translate = `${dx / scale}px ${dy / scale}px`;
  });

  function drop(event) {
    const { thing, name, isMoving } = held ?? {};
    held = null;
    if (!isMoving) return;
    wasMoved = true;
    const found = document.elementsFromPoint(event.clientX, event.clientY).map((each) => each.closest?.(".thing")).filter((each) => each && each !== thing && frame.contains(each));
    thing.classList.remove("dragged");
    thing.style.translate = "";
    app.set("highlight", { highlight: new Set() });
    if (event.type === "pointercancel") return;
    const { actions } = app.state.node ?? {};
    const others = [...new Set(found.flatMap((each) => each.dataset.names.split(" ")))].filter((each) => each !== name);
    const place = new DOMRect(event.clientX, event.clientY, 0, 0);
    for (const other of others) {
      const fitting = naming(actions, name, other);
      if (fitting.length) return dropped(fitting, place, [name, other]);
    }
    const alone = naming(actions, name).filter((action) => objectsOf(action).length === 1);
    dropped(others.length ? [] : alone, place, [name, ...others.slice(0, 1)]);
  }
  frame.addEventListener("pointerup", drop);
  frame.addEventListener("pointercancel", drop);

  /** The objects onto which an object may be dragged. */
  function targets(name) {
    const named = naming(app.state.node?.actions, name).flatMap((action) => objectsOf(action));
    return new Set(named.filter((each) => each !== name));
  }

  return () => wasMoved;
}
