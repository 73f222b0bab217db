// Answers in a picture: a ring around each thing that a predicate of one argument holds of, an arrow for each pair of one of two.

import { s } from "../dom.js";

/** The largest number of arrows that are drawn: more of them hide the picture. */
const ARROWS = 80;
const RADIUS = 8;
const PADDING = 3;

/**
 * Draw answers over a picture, in place of those that it has.
 *
 * @param {SVGElement} svg - the picture, as a part of the page
 * @param {{width: number, height: number}} size - of the whole picture
 * @param {string[][] | null} rows - the objects of each answer, one or two each; null for none
 * @param {{isOld?: boolean, thick?: number}} look - whether the answers are of other files than those in the editor, and how thick lines are
 * @returns {{drawn: number, whole: boolean}} how many answers are drawn, and whether these are all
 */
export function drawOverlay(svg, { width, height }, rows, { isOld = false, thick = 1 } = {}) {
  svg.querySelector(".overlay")?.remove();
  if (!rows?.length) return { drawn: 0, whole: true };
  const places = placesIn(svg, new Set(rows.flat()));
  const unit = thick * Math.max(0.7, width / 800, height / 600);
  const shown = rows.filter((row) => row.every((name) => places.has(name))).slice(0, rows[0].length > 1 ? ARROWS : rows.length);
  const group = s("g", { class: isOld ? "overlay old" : "overlay", "aria-hidden": "true" });
  for (const row of shown) {
    const [one, other = one] = row.map((name) => places.get(name));
    group.append(...(one === other ? ring(one, unit) : arrow(one, other, unit)));
  }
  svg.append(group);
  return { drawn: shown.length, whole: shown.length === rows.length };
}

/** Return the boxes of objects in a picture, by their names. */
function placesIn(svg, wanted) {
  const found = new Map();
  for (const group of svg.querySelectorAll("[data-objects]:not([data-goal], [data-possible])")) {
    const names = group.dataset.objects.split(" ");
    if (names.length !== 1 || !wanted.has(names[0])) continue;
    const isObject = group.classList.contains("object");
    // The thing itself comes before words about it, and the first of several before the others.
    if (found.has(names[0]) && (found.get(names[0]).isObject || !isObject)) continue;
    const { x, y, width, height } = group.getBBox();
    if (width + height > 0) found.set(names[0], { x, y, width, height, isObject });
  }
  return found;
}

function ring({ x, y, width, height }, unit) {
  const out = PADDING * unit;
  const box = { x: x - out, y: y - out, width: width + 2 * out, height: height + 2 * out, rx: RADIUS };
  return [s("rect", { class: "halo", ...box, "stroke-width": 5 * unit }), s("rect", { class: "ring", ...box, "stroke-width": 2.6 * unit })];
}

function arrow(from, to, unit) {
  const [start, end] = [endOf(from, to), endOf(to, from)];
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.max(1, Math.hypot(dx, dy));
  const side = { x: -dy / length, y: dx / length };
  // Arrows begin and end beside the middles of things, so that names can be read, and there and back are two.
  const beside = (box) => 0.3 * Math.min(box.width, box.height, 60 * unit);
  const a = { x: start.x + side.x * beside(from), y: start.y + side.y * beside(from) };
  const b = { x: end.x + side.x * beside(to), y: end.y + side.y * beside(to) };
  const bend = 6 * unit + 0.16 * length;
  const middle = { x: (a.x + b.x) / 2 + side.x * bend * 2, y: (a.y + b.y) / 2 + side.y * bend * 2 };
  const size = Math.min(11 * unit, 0.6 * length);
  const angle = Math.atan2(b.y - middle.y, b.x - middle.x);
  const neck = { x: b.x - Math.cos(angle) * size * 0.8, y: b.y - Math.sin(angle) * size * 0.8 };
  const way = `M${number(a.x)} ${number(a.y)}Q${number(middle.x)} ${number(middle.y)} ${number(neck.x)} ${number(neck.y)}`;
  const corner = (turn) => `${number(b.x - Math.cos(angle + turn) * size)},${number(b.y - Math.sin(angle + turn) * size)}`;
  const head = `${number(b.x)},${number(b.y)} ${corner(0.42)} ${corner(-0.42)}`;
  return [
    s("path", { class: "halo", d: way, "stroke-width": 5 * unit }),
    s("polygon", { class: "halo", points: head, "stroke-width": 2.6 * unit }),
    s("path", { class: "arrow", d: way, "stroke-width": 2.4 * unit }),
    s("polygon", { class: "head", points: head }),
  ];
}

/** Return where an arrow meets a box: in its middle, or at its upper edge where the other thing is inside it. */
function endOf(box, other) {
  const isAround = other.x >= box.x && other.y >= box.y && other.x + other.width <= box.x + box.width && other.y + other.height <= box.y + box.height;
  return { x: box.x + box.width / 2, y: isAround ? box.y : box.y + box.height / 2 };
}

function number(value) {
  return Number(value.toFixed(1));
}
