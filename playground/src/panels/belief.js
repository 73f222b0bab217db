// Beliefs: where a domain says what is seen, what an agent sees, knows for sure and holds possible, beside the truth.

import { words } from "../actions.js";
import { fill, h } from "../dom.js";
import { panel } from "../registry.js";
import { refusal } from "./refusal.js";

const SHOWN = 300;
// More ghosts hide the picture.
const GHOSTS = 48;

panel({ id: "belief", title: "Beliefs", order: 30, mount, shown: ({ task, texts }) => task?.language === "pddl" && [texts.domain, ...texts.axioms].some((text) => /\(\s*:derived\s*\(\s*seen-/i.test(text)) });

function mount(element, app) {
  const note = h("p.note");
  const columns = h("div.belief-columns");
  let token = 0;
  let isStale = true;
  element.append(note, columns);

  async function show() {
    const { node, task } = app.state;
    const own = ++token;
    isStale = app.state.tool !== "belief";
    if (isStale) return haunt(null);
    if (!node || task?.language !== "pddl") return fill(columns, h("p.empty", {}, "There is no state yet."));
    try {
      const found = await app.ask("belief");
      if (own !== token || app.state.node !== node) return null;
      const known = new Set(found.known);
      const possible = found.possible.filter((atom) => !known.has(atom));
      haunt({ node: node.node, atoms: informative(possible).slice(0, GHOSTS), all: possible.length });
      note.textContent = `${possible.length ? `${possible.length} ${possible.length === 1 ? "atom is" : "atoms are"} uncertain` : "Nothing is uncertain"}; ${found.actions.length} of ${node.actions.length} valid actions are known to be valid.`;
      // Atoms that are known or possible are those that can change; what is static everybody knows.
      const names = new Set(found.possible.map(nameOf));
      const truth = node.state.atoms.filter((atom) => names.has(nameOf(atom)));
      return fill(columns,
        list("Seen now", "what the last observation holds", found.seen, app),
        list("Known", "true in every possible state", found.known, app),
        list("Possible", "true in some of them", possible, app, (atom) => (truth.includes(atom) ? "true" : "")),
        list("The truth", "the state as it is", truth, app, (atom) => (known.has(atom) ? "" : "uncertain")));
    } catch (problem) {
      return own === token ? fill(columns, refusal(problem)) : null;
    }
  }

  /** Let the picture draw atoms pale, or none. */
  function haunt(ghosts) {
    if (ghosts !== app.state.ghosts) app.set("ghosts", { ghosts });
  }

  app.on("node", show);
  app.on("tool", ({ tool }) => (tool === "belief" ? isStale && show() : ((isStale = true), haunt(null))));
  show();
}

/** Return atoms that may hold, those with the fewest alternatives first: what `(at b c)` says is worth most where b may be in few places. */
function informative(atoms) {
  const counts = new Map();
  const keys = (atom) => words(atom).slice(1).map((object, place) => `${nameOf(atom)} ${place} ${object}`);
  for (const key of atoms.flatMap(keys)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const alternatives = new Map(atoms.map((atom) => [atom, Math.min(...keys(atom).slice(0, -1).map((key) => counts.get(key)), atoms.length)]));
  return [...atoms].sort((one, other) => alternatives.get(one) - alternatives.get(other));
}

function nameOf(atom) {
  return atom.slice(1).split(/[\s)]/)[0];
}

function list(title, hint, atoms, app, kind = () => "") {
  const point = (atom) => app.set("highlight", { highlight: new Set(atom ? atom.slice(1, -1).split(/\s+/).slice(1) : []) });
  return h("section", { "aria-label": title },
    h("h2", {}, title, h("span.count", {}, String(atoms.length))),
    h("p.note", {}, hint),
    h("ul.facts", {}, atoms.slice(0, SHOWN).map((atom) => h("li", { class: kind(atom), onpointerenter: () => point(atom), onpointerleave: () => point(null) }, h("code", {}, atom), kind(atom) && h("span.note", {}, kind(atom) === "true" ? "is true" : "not known"))), atoms.length > SHOWN && h("li.note", {}, `and ${atoms.length - SHOWN} more`)));
}
