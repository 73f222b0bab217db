// Ready-made axioms as cards: the present state with what they derive in it, so that one sees what they say before taking them.

import { words } from "../actions.js";
import { fill, h } from "../dom.js";
import { drawOverlay } from "../panels/overlay.js";
import { still } from "../thumbnails.js";

// The pictures of cards are small.
const THICK = 2.5;

/**
 * Make the cards of the ready-made axioms that fit the domain.
 *
 * @param {object} app - the store
 * @param {{text: () => string, write: (text: string) => void}} axioms - the editor of the axioms
 * @returns {{element: HTMLElement, refresh: () => Promise<void>}} `refresh` asks which fit, and draws them in the present state
 */
export function readyMade(app, axioms) {
  const list = h("ul.cards");
  const none = h("p.note", { hidden: true }, "No others fit these predicates.");
  const element = h("div", {}, list, none);
  let known = null;
  let shown = "";

  async function refresh() {
    // Without an answer, the next state asks again.
    known ??= (await app.call("axioms").catch(() => null))?.axioms;
    const fitting = (known ?? []).filter((each) => fits(each, app.state.names) && !axioms.text().includes(each.text.trim()));
    const names = fitting.map((each) => each.name).join(" ");
    none.hidden = fitting.length > 0;
    if (names !== shown) {
      shown = names;
      fill(list, fitting.map(card));
    }
    await Promise.all([...list.children].map((item, index) => draw(item, fitting[index])));
  }

  function card({ name, summary, defines, text }) {
    const all = defines.map(({ atom }) => atom).join(" ");
    return h("li", {}, h("button.card", { type: "button", title: `Add ${all}`, onclick: () => (axioms.write([axioms.text().trim(), text.trim()].filter(Boolean).join("\n\n")), refresh()) }, h("span.thumbnail", { "aria-hidden": "true" }), h("span", {}, h("code", {}, name), h("span.note", {}, summary), h("span.note.defines", {}, all))));
  }

  /** Draw the present state with the first of the predicates that says something of it. */
  async function draw(item, { name, defines }) {
    const { node, task, texts, backend } = app.state;
    if (!node || !task) return;
    try {
      const extended = await app.call("tasks.create", { ...texts, axioms: [...texts.axioms, name] });
      const [{ svg }, { derived }] = await Promise.all([
        app.ask("picture", null, { goal: false }),
        app.call("tasks.ask", { task: extended.id, question: "derived", backend, state: node.state }),
      ]);
      if (app.state.node !== node || !item.isConnected) return;
      const rowsOf = (atom) => derived.map(words).filter(([first]) => first === words(atom)[0]).map(([, ...row]) => row);
      const rows = defines.map(({ atom }) => rowsOf(atom)).find((found) => found.length && [1, 2].includes(found[0].length));
      const drawing = still(svg);
      fill(item.querySelector(".thumbnail"), drawing);
      drawOverlay(drawing, drawing.viewBox.baseVal, rows ?? null, { thick: THICK });
    } catch {
      // A card without a picture still has its words.
    }
  }

  return { element, refresh };
}

/** Return whether a domain has the predicates that ready-made axioms need, and none that they define. */
function fits({ needs, defines }, names) {
  const own = new Map((names?.predicates ?? []).map((each) => [each.name, each.parameters.length]));
  const arity = (atom) => words(atom).length - 1;
  return needs.every(({ atom }) => own.get(words(atom)[0]) === arity(atom)) && defines.every(({ atom }) => !own.has(words(atom)[0]));
}
