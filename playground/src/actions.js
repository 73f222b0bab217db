// Actions as the service lists them: texts in PDDL, values of cells in RDDL.

/** Return an action as text. */
export function label(action) {
  if (typeof action === "string") return action;
  const cells = Object.entries(action);
  if (!cells.length) return "noop";
  return cells.map(([name, value]) => `${name} = ${value}`).join(", ");
}

/** Return an action as people read it: `reboot(c1)` instead of `reboot___c1 = true`. */
export function shown(action) {
  if (typeof action === "string") return action;
  const cells = Object.entries(action).map(([cell, value]) => (value === true ? readable(cell) : `${readable(cell)} = ${value}`));
  return cells.join(", ") || "noop";
}

/** Return a cell of RDDL as people read it: `running(c1)` instead of `running___c1`; an atom of PDDL as it is. */
export function readable(cell) {
  if (cell.startsWith("(")) return cell;
  const [name, objects] = cell.split("___");
  return objects ? `${name}(${objects.split("__").join(", ")})` : name;
}

/** Return a value as people read it: numbers have six digits. */
export function rounded(value) {
  return typeof value === "number" && !Number.isInteger(value) ? String(Number(value.toPrecision(6))) : String(value);
}

/** Return the names in an atom or action: `(on a b)` has `on`, `a`, `b`; `go___a__b` has `go`, `a`, `b`. */
export function words(text) {
  if (text.startsWith("(")) return text.replace(/[()]/g, " ").trim().split(/\s+/);
  return text.split(/___|__|[\s,=()]+/).filter(Boolean);
}

/** Return the objects that an action or atom names. */
export function objectsOf(action) {
  if (typeof action === "string" && action.startsWith("(")) return words(action).slice(1);
  return words(label(action)).slice(1);
}
