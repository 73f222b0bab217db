// Directions: actions that differ by one of four directions are carried out by the arrow keys.

import { objectsOf, label, words } from "./actions.js";

const NAMES = { ArrowLeft: ["left", "west"], ArrowRight: ["right", "east"], ArrowUp: ["up", "north"], ArrowDown: ["down", "south"] };

/** Tell whether a name ends or begins with a word for a direction: `right`, `dir-right`, `move-east`. */
function says(name, direction) {
  const parts = name.toLowerCase().split(/[-_]/);
  return direction.some((word) => parts[0] === word || parts.at(-1) === word);
}

/** Return the actions among which an arrow key may choose: those that name its direction. */
export function directed(key, actions) {
  const direction = NAMES[key];
  return (actions ?? []).filter((action) => [words(label(action))[0] ?? "", ...objectsOf(action)].some((name) => says(name, direction)));
}

/** Tell whether the names of a task have directions, so that arrows move something instead of undoing and redoing. */
export function hasDirections(names) {
  const all = [...(names?.objects ?? []), ...(names?.actions ?? [])].map((each) => each.name ?? each);
  return Object.values(NAMES).every((direction) => all.some((name) => says(name, direction)));
}
