// The actions around a thing of the picture: of the one that is chosen, or of one that was dragged onto another one.

import { objectsOf, shown } from "../actions.js";
import { fill, h } from "../dom.js";
import { pointsAt } from "../previews.js";

const SHOWN = 7;
const GAP = 8;

/**
 * Make the menu.
 *
 * @param {HTMLElement} frame - what holds the picture
 * @param {object} app - the store: what is pointed at is previewed, what is chosen is carried out
 * @returns {{show: (actions: string[], place: DOMRect) => void, hide: () => void}}
 */
export function menuAround(frame, app) {
  const list = h("ul");
  const element = h("div.around", { role: "group", "aria-label": "Actions of what is chosen", hidden: true }, list);

  function show(actions, place) {
    element.hidden = actions.length === 0;
    if (element.hidden) return;
    frame.append(element);
    const first = actions.slice(0, SHOWN);
    fill(
      list,
      first.map((action) => h("li", {}, h("button", { type: "button", onclick: () => (hide(), app.play.step(action)), ...pointsAt(action, app) }, shown(action).replace(/^\(|\)$/g, "")))),
      actions.length > first.length && h("li.note", {}, `${actions.length - first.length} more in the list`),
    );
    const box = frame.getBoundingClientRect();
    const [width, height] = [element.offsetWidth, element.offsetHeight];
    // Beside the thing, on the side where there is room.
    const right = place.right - box.x + GAP;
    const left = right + width <= box.width ? right : Math.max(0, place.left - box.x - GAP - width);
    element.style.left = `${Math.min(left, Math.max(0, box.width - width))}px`;
    element.style.top = `${Math.max(0, Math.min(place.top - box.y, box.height - height))}px`;
  }

  function hide() {
    if (!element.hidden && app.state.hovered !== null && element.matches(":is(:hover, :focus-within)")) app.set("hover", { hovered: null });
    element.hidden = true;
  }

  return { show, hide };
}

/** Return the actions that name all of some objects. */
export function naming(actions, ...objects) {
  return (actions ?? []).filter((action) => {
    const named = objectsOf(action);
    return objects.every((each) => named.includes(each));
  });
}
