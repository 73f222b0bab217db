// The first look: the picture, the goal and the actions of the first world, which the page without a service shows before Python is there.

import { goalConditions } from "./goals.js";

/** Show what the build of the page has made, unless the world itself is there first; without the file the page is as patient as before. */
export async function showFirstLook(app) {
  const response = await fetch("first.json").catch(() => null);
  if (!response?.ok) return;
  const look = await response.json();
  if (app.state.node || app.state.source) return;
  // Which conditions hold is known when relgym answers.
  const conditions = goalConditions(look.problem).map((text) => ({ text, holds: null }));
  app.set("look", { look, goals: { conditions } });
  app.emit("goals");
  const forget = () => app.state.look && app.set("look", { look: null });
  app.on("node", forget);
  app.on("texts", ({ source }) => source?.name !== look.source && forget());
}
