// Completion: words of the language, names that the files declare, and forms to fill in. In PDDL, the place decides what fits.

import { PDDL_WORDS } from "./pddl.js";
import { placeIn } from "./place.js";
import { RDDL_WORDS } from "./rddl.js";

const FORMS = [
  [":action", "(:action ${name}\n  :parameters (${?x - object})\n  :precondition (and ${})\n  :effect (and ${}))", "an action"],
  [":derived", "(:derived (${name} ${?x})\n  ${})", "a derived predicate"],
  ["forall", "(forall (${?x - object})\n  ${})", "for all objects"],
  ["exists", "(exists (${?x - object})\n  ${})", "for some object"],
  ["when", "(when ${}\n  ${})", "a conditional effect"],
];

/**
 * Return a source of completions.
 *
 * @param {{snippetCompletion: Function}} library - CodeMirror
 * @param {() => string} language - "pddl" or "rddl"
 * @param {() => object | null} names - the answer to the question `names`
 */
export function completions({ snippetCompletion }, language, names) {
  const forms = FORMS.map(([label, text, detail]) => {
    const form = snippetCompletion(text, { label: `(${label}`, detail, type: "keyword", boost: 1 });
    // A bracket that closes the one that was typed goes: the form has its own.
    return { ...form, apply: (view, completion, from, to) => form.apply(view, completion, from, view.state.sliceDoc(to, to + 1) === ")" ? to + 1 : to) };
  });

  return (context) => {
    const word = context.matchBefore(/[(:?\w@'-]+/);
    if (!word && !context.explicit) return null;
    const text = word?.text ?? "";
    const from = word?.from ?? context.pos;
    const place = language() === "pddl" ? placeIn(context.state.sliceDoc(0, from)) : null;
    const fitting = place && fits(place, text, names());
    if (fitting) return { from, options: fitting, validFor: /^[(?@:]?[\w-]*$/ };
    if (/^\(/.test(text)) {
      const options = [...declared(names()).map((each) => ({ ...each, label: `(${each.label}` })), ...(language() === "pddl" ? forms : [])];
      return { from, options, validFor: /^\([\w:-]*$/ };
    }
    if (/^[?@]/.test(text)) return { from, options: variables(context), validFor: /^[?@][\w-]*$/ };
    const words = (language() === "pddl" ? PDDL_WORDS : RDDL_WORDS).map((label) => ({ label, type: "keyword" }));
    return { from, options: [...declared(names()), ...words], validFor: /^[:\w'-]*$/ };
  };
}

/** Return what fits at a place of PDDL, the likeliest first; null where everything may. */
function fits(place, text, names) {
  const every = declared(names);
  const of = (type, boost = 0) => every.filter((each) => each.type === type).map((each) => ({ ...each, boost }));
  if (place.isType) return [...of("type"), { label: "object", type: "type" }, { label: "either", type: "keyword" }];
  const isFormula = [":precondition", ":goal", ":effect", ":derived", ":condition"].includes(place.section);
  const predicate = place.head?.startsWith("?") ? null : names?.predicates?.find((each) => each.name === place.head);
  if (predicate && (isFormula || place.section === ":init") && !text.startsWith("(")) {
    const wanted = predicate.parameters?.[place.index]?.types ?? [];
    const variables = place.variables.map((label, at) => ({ label, type: "variable", boost: 20 - at }));
    const objects = (names.objects ?? []).filter((each) => !wanted.length || wanted.some((type) => each.types?.includes(type)));
    return [...(isFormula ? variables : []), ...objects.map((each) => ({ label: each.name ?? each, type: "constant", detail: each.types?.join(" ") }))];
  }
  if (text.startsWith("(") && place.section === ":init") return inBrackets([...of("property", 10), ...of("function")]);
  return null;
}

function inBrackets(options) {
  return options.map((each) => ({ ...each, label: `(${each.label}` }));
}

/** Return the declared names as completions. */
export function declared(names) {
  if (!names) return [];
  const kinds = { predicates: "property", functions: "function", actions: "method", types: "type", objects: "constant" };
  const found = [];
  for (const [member, type] of Object.entries(kinds)) {
    for (const each of names[member] ?? []) {
      const label = typeof each === "string" ? each : each.name;
      found.push({ label, type, detail: detailOf(each, member) });
    }
  }
  return found;
}

function detailOf(each, member) {
  if (typeof each === "string") return member.replace(/s$/, "");
  const parameters = each.parameters?.map(({ name, types }) => (types.length ? `${name} - ${types.join("|")}` : name));
  return parameters?.join(" ") || each.types?.join(" ") || each.range || member.replace(/s$/, "");
}

function variables(context) {
  const text = context.state.doc.toString();
  const found = new Set(text.match(/[?@][A-Za-z][\w-]*/g) ?? []);
  found.delete(context.matchBefore(/[?@][\w-]*/)?.text);
  return [...found].map((label) => ({ label, type: "variable" }));
}
