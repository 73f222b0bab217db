// A negative cycle of derived predicates, drawn as a ring: what depends on its own negation.

import { h, newId, s } from "../dom.js";

const [SIZE, RING, NODE] = [260, 84, 30];

/** Return the steps of the cycle that an error names, `a -> not b -> a`: [{name, negated}], or null. */
export function cycleIn(message) {
  const found = /:\s*(\S+(?:\s*->\s*(?:not\s+)?\S+)+)\s*$/.exec(message);
  if (!found) return null;
  const steps = found[1].split("->").map((part) => part.trim());
  return steps.slice(1).map((part) => ({ name: part.replace(/^not\s+/, ""), negated: part.startsWith("not ") }));
}

/** Return the picture of a cycle. */
export function drawnCycle(cycle) {
  const count = cycle.length;
  const head = newId("head");
  const middle = SIZE / 2;
  const at = (index) => {
    const angle = (2 * Math.PI * index) / count - Math.PI / 2;
    return [middle + RING * Math.cos(angle), middle + RING * Math.sin(angle)];
  };
  const text = cycle.map(({ name, negated }) => `${negated ? "not " : ""}${name}`).join(", then ");
  const svg = s("svg", { class: "cycle", viewBox: `0 0 ${SIZE} ${SIZE}`, role: "img", "aria-label": `A cycle through a negation: ${text}` });
  svg.append(s("defs", {}, s("marker", { id: head, viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse" }, s("path", { d: "M0 0 10 5 0 10z" }))));
  cycle.forEach(({ negated }, index) => {
    const [from, to] = [at((index + count - 1) % count), at(index)];
    svg.append(s("path", { class: negated ? "arc negated" : "arc", d: arc(from, to, count), "marker-end": `url(#${head})` }));
    if (negated) {
      const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
      // Two arcs have the same middle: each has its word on its own side.
      const out = count === 1 ? [middle, 14] : count === 2 ? [x + Math.sign(to[1] - from[1]) * 36, y + 4] : [x + (x - middle) * 0.42, y + (y - middle) * 0.42];
      svg.append(s("text", { class: "not", x: out[0], y: out[1], "text-anchor": "middle" }, "not"));
    }
  });
  cycle.forEach(({ name }, index) => {
    const [x, y] = at(index);
    svg.append(s("g", { transform: `translate(${x} ${y})` }, s("rect", { x: -NODE * 1.5, y: -14, width: NODE * 3, height: 28, rx: 14 }), s("text", { y: 4, "text-anchor": "middle" }, name.length > 12 ? `${name.slice(0, 11)}…` : name, s("title", {}, name))));
  });
  return h("figure.cycle-figure", {}, svg, h("figcaption", {}, "No truth value can be given to these: break the cycle at a negation."));
}

function arc([x1, y1], [x2, y2], count) {
  if (count === 1) return `M${x1 - 20} ${y1 - 14}C${x1 - 50} ${y1 - 70} ${x1 + 50} ${y1 - 70} ${x1 + 20} ${y1 - 14}`;
  // Lines end at the borders of boxes.
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = Math.hypot(dx, dy);
  const bend = count === 2 ? 34 : 16;
  const [nx, ny] = [(-dy / length) * bend, (dx / length) * bend];
  const gap = (ux, uy) => Math.min(46 / Math.max(Math.abs(ux), 0.01), 17 / Math.max(Math.abs(uy), 0.01));
  const [ux, uy] = [dx / length, dy / length];
  const own = Math.min(gap(ux, uy), length / 2 - 6);
  return `M${x1 + ux * own} ${y1 + uy * own}Q${(x1 + x2) / 2 - nx} ${(y1 + y2) / 2 - ny} ${x2 - ux * own} ${y2 - uy * own}`;
}
