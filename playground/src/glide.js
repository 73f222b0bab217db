// Movement between two pictures: an object that stands elsewhere glides from its old place to its new one (FLIP).

const MILLISECONDS = 260;
const MOST = 400;

/** Return where the things of a picture stand, by a key of each; the picture must be a part of the page. */
export function placesOf(svg) {
  const places = new Map();
  const things = svg.querySelectorAll(".thing");
  if (things.length > MOST || matchMedia("(prefers-reduced-motion: reduce)").matches) return places;
  for (const group of things) {
    const { x, y, width, height } = group.getBBox();
    places.set(keyOf(group, places), { group, x: x + width / 2, y: y + height / 2 });
  }
  return places;
}

/** Let the things of a picture glide from where they stood before. */
export function glide(before, svg) {
  for (const [key, { group, x, y }] of placesOf(svg)) {
    const old = before.get(key);
    if (!old || Math.abs(old.x - x) + Math.abs(old.y - y) < 1) continue;
    group.animate([{ transform: `translate(${old.x - x}px, ${old.y - y}px)` }, { transform: "none" }], { duration: MILLISECONDS, easing: "cubic-bezier(.2,.7,.2,1)" });
  }
}

// An object may be drawn by several groups: the first is compared with the first, and so on.
function keyOf(group, known) {
  const { names, atom = "", goal = "", possible = "" } = group.dataset;
  // An atom of two objects is another thing than each of them, and so is an outline of the goal.
  const key = `${names}|${group.classList.contains("object") ? "" : atom}|${goal}|${possible}`;
  let number = 0;
  while (known.has(`${key}|${number}`)) number += 1;
  return `${key}|${number}`;
}
