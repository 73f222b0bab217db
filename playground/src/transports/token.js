// The token of a service that asks for one. It is kept for this tab, and comes as a subprotocol, since a page cannot set
// the headers of a socket.

import { h } from "../dom.js";

const KEY = "relgym-token";
const FORM = /^relgym_[0-9a-f]{16}_[\w-]{43}$/;

/** Return the subprotocols with which a socket opens. */
export function protocols() {
  const token = kept();
  return token === "" ? ["relgym"] : ["relgym", `relgym.bearer.${token}`];
}

/** Tell whether the service refuses this tab for want of a token. */
export async function isTokenMissing() {
  try {
    const headers = kept() === "" ? {} : { authorization: `Bearer ${kept()}` };
    return (await fetch(new URL("v1/engines", document.baseURI), { headers })).status === 401;
  } catch {
    return false;
  }
}

/** Ask the visitor for a token, and keep it; resolves when there is one. */
export function askForToken() {
  return new Promise((resolve) => {
    const wrong = h("p.note", { role: "alert" }, kept() === "" ? "" : "The service does not accept the token: it may have ended.");
    const field = h("input", { type: "password", id: "service-token", autocomplete: "off", spellcheck: "false", autofocus: true });
    const enter = h("button.primary", { type: "button", onclick: done }, "Enter");
    const dialog = h(
      "dialog.token",
      { "aria-label": "Token" },
      h("h2", {}, "This service needs a token"),
      h("p", {}, "Who runs it makes one with ", h("code", {}, "relgym token create"), ". It is kept until this tab is closed."),
      h("div.row", {}, h("label", { for: "service-token" }, "Token"), field, enter),
      wrong,
    );
    field.addEventListener("keydown", (event) => event.key === "Enter" && done());
    // Nothing can be done without one.
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    document.body.append(dialog);
    dialog.showModal();

    function done() {
      const token = field.value.trim();
      if (!FORM.test(token)) {
        wrong.textContent = "A token looks like relgym_0123456789abcdef_… and has 67 characters.";
        return;
      }
      sessionStorage.setItem(KEY, token);
      dialog.remove();
      resolve();
    }
  });
}

function kept() {
  return sessionStorage.getItem(KEY) ?? "";
}
