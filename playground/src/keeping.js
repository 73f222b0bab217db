// What is on the page is kept in the browser's history: reloading loses nothing, and "back" leads to the files before.

import { debounced } from "./dom.js";
import { opened, snapshot } from "./share.js";

const KEEP_AFTER = 400;

/** Return what the page opens at its start: what was kept, or what the address has; null for neither. */
export async function begun() {
  return history.state ?? (await opened());
}

/** Keep what is on the page, and go where "back" and "forward" lead. */
export function keepHistory(app) {
  const keep = () => history.replaceState(snapshot(app), "");
  const soon = debounced(keep, KEEP_AFTER);
  for (const event of ["checked", "node", "engines"]) app.on(event, soon);

  app.on("leave", () => {
    if (!app.state.texts.domain) return;
    keep();
    // A link that was opened says nothing about the next files.
    history.pushState(null, "", location.pathname + location.search);
  });
  addEventListener("popstate", async ({ state }) => {
    const given = state ?? (await opened());
    // The link to the picture is a step of the browser, too.
    if (given !== null && JSON.stringify(given) !== JSON.stringify(snapshot(app))) app.play.openShared(given);
  });
}
