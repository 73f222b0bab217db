// The registry of panels. A panel is a module that calls `panel` when it is imported; `panels/index.js` imports them.

const PANELS = [];

/** Where panels stand: the files, the picture, what can be done, or a tab among the tools below. */
const AREAS = ["files", "stage", "side", "tools"];

/**
 * Register a panel.
 *
 * @param {object} given
 * @param {string} given.id - a word for ids and tests
 * @param {string} given.title - what its tab or heading says
 * @param {(element: HTMLElement, app: object) => void} given.mount - fills the element once, at the start
 * @param {string} [given.area] - one of AREAS
 * @param {number} [given.order] - panels of an area stand in this order
 * @param {(state: object) => boolean} [given.shown] - whether it has something to say (a tab for RDDL only); asked at
 *   each change of the task
 * @param {() => void} [given.opened] - called when its tab is opened
 */
export function panel({ id, title, mount, area = "tools", order = 50, shown = null, opened = null }) {
  if (!AREAS.includes(area)) throw new Error(`the panel '${id}' has no area '${area}'`);
  if (PANELS.some((other) => other.id === id)) throw new Error(`there are two panels '${id}'`);
  PANELS.push({ id, title, mount, area, order, shown, opened });
}

/** Return the panels of an area. */
export function panelsOf(area) {
  return PANELS.filter((found) => found.area === area).sort((one, other) => one.order - other.order);
}
