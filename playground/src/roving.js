// One stop for Tab in a list whose parts the arrows up and down walk.

// The other arrows undo and redo.
const MOVES = { ArrowDown: 1, ArrowUp: -1 };

/** Let Tab stop at one part of a list: the one that had the focus last, or the first. */
export function stopOnce(parts) {
  const held = parts.find((each) => each === document.activeElement) ?? parts[0];
  for (const each of parts) each.setAttribute("tabindex", each === held ? "0" : "-1");
}

/** Go with the arrows up and down from part to part of an element; `partsOf()` returns them in their order. */
export function walk(element, partsOf) {
  element.addEventListener("focusin", (event) => {
    const parts = partsOf();
    if (parts.includes(event.target)) stopOnce(parts);
  });
  element.addEventListener("keydown", (event) => {
    const parts = partsOf();
    const at = parts.indexOf(event.target);
    if (at < 0 || !(event.key in MOVES)) return;
    event.preventDefault();
    parts[at + MOVES[event.key]]?.focus();
  });
}
