// Movement between two pictures: an object that stands elsewhere glides from its old place to its new one (FLIP).

const MILLISECONDS = 260;
const MOST = 400;

/** Let the objects of a picture glide from where they were in the picture before; both are `<svg>` elements. */
export function glide(before, after) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const things = after.querySelectorAll(".thing");
  if (things.length > MOST) return;
  const old = new Map();
  for (const group of before.querySelectorAll(".thing")) {
    const key = keyOf(group, old);
    old.set(key, centre(group));
  }
  const seen = new Map();
  for (const group of things) {
    const key = keyOf(group, seen);
    const now = centre(group);
    seen.set(key, now);
    const then = old.get(key);
    if (!then || !now) continue;
    const [dx, dy] = [then.x - now.x, then.y - now.y];
    if (Math.abs(dx) + Math.abs(dy) < 1) continue;
    group.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: MILLISECONDS, easing: "cubic-bezier(.2,.7,.2,1)" });
  }
}

// An object may be drawn by several groups: the first is compared with the first, and so on.
function keyOf(group, known) {
  const { names, atom = "", goal = "" } = group.dataset;
  // An atom of two objects is another thing than each of them, and so is an outline of the goal.
  const key = `${names}|${group.classList.contains("object") ? "" : atom}|${goal}`;
  let number = 0;
  while (known.has(`${key}|${number}`)) number += 1;
  return `${key}|${number}`;
}

function centre(group) {
  // The picture before is no longer in the page: its boxes were measured while it was.
  if (group.dataset.x) return { x: Number(group.dataset.x), y: Number(group.dataset.y) };
  if (!group.isConnected) return null;
  const box = group.getBBox();
  const found = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  group.dataset.x = found.x;
  group.dataset.y = found.y;
  return found;
}
