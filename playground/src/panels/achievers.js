// What makes a failing condition true: a link that lists the actions, those that are valid now first.

import { words } from "../actions.js";
import { fill, h, newId } from "../dom.js";
import { pointsAt } from "../previews.js";
import { refusal } from "./refusal.js";

/** Return the link below a reason, with the list that it opens; null where no action changes the condition. */
export function achieversOf({ statement, holds, reason = "" }, app) {
  if (holds !== false || !statement?.startsWith("(") || reason.includes("no action changes")) return null;
  const head = words(statement).find((word) => word !== "not");
  const predicate = app.state.names?.predicates?.find((each) => each.name === head);
  if (!predicate || predicate.derived) return null;
  const list = h("div.achievers", { id: newId("achievers"), hidden: true });
  const link = h("button.link", { type: "button", "aria-expanded": "false", "aria-controls": list.id, onclick: toggle }, "What makes it true?");

  async function toggle() {
    list.hidden = !list.hidden;
    link.setAttribute("aria-expanded", String(!list.hidden));
    if (list.hidden) return;
    fill(list, h("p.note", {}, "Looking for actions …"));
    try {
      const { achievers = [] } = await app.ask("explain", statement, { achievers: true });
      fill(list, achievers.length ? h("ul", { "aria-label": `Actions that make ${statement} true` }, achievers.map(line)) : h("p.note", {}, "No action comes near to making it true."));
    } catch (problem) {
      fill(list, refusal(problem));
    }
    // It opens below the link, where the panel may end.
    list.scrollIntoView({ block: "nearest" });
  }

  function line({ action, valid, missing, by_luck: byLuck }) {
    const luck = byLuck && h("span.note", {}, "by luck");
    if (valid) return h("li", {}, h("button.chip", { type: "button", onclick: () => app.play.step(action), ...pointsAt(action, app) }, h("code", {}, action)), " ", h("span.note", {}, "valid now"), " ", luck);
    const isGround = !action.includes("?");
    const name = h("code", {}, action);
    return h("li.later", {}, isGround ? h("button.chip", { type: "button", title: `Why not ${action}?`, onclick: () => app.explain(action) }, name) : name, " ", h("span.note", {}, "needs ", h("code", {}, missing)), " ", luck);
  }

  return h("div.achieving", {}, link, list);
}
