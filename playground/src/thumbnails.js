// Thumbnails of the domains that come along: asked for when they come into view, a few at a time, and kept.

import { fill, h, picture } from "./dom.js";

const AT_ONCE = 3;

/** Return a function that makes the thumbnail of a domain by its name. */
export function thumbnails(app) {
  const drawn = new Map();
  const waiting = [];
  let running = 0;

  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      waiting.push(target);
    }
    next();
  });

  function next() {
    while (running < AT_ONCE && waiting.length) {
      running += 1;
      draw(waiting.shift()).finally(() => {
        running -= 1;
        next();
      });
    }
  }

  async function draw(box) {
    const { name } = box.dataset;
    try {
      // Another card of the same domain may have asked meanwhile; no card that has gone needs one.
      if (!drawn.has(name) && box.isConnected) drawn.set(name, (await app.call("catalogue.picture", { name })).svg);
      if (drawn.has(name)) show(box, drawn.get(name));
    } catch {
      // A card without a picture still has its words.
    }
  }

  function show(box, text) {
    fill(box, still(text));
  }

  return (name) => {
    const box = h("div.thumbnail", { "data-name": name, "aria-hidden": "true" });
    if (drawn.has(name)) show(box, drawn.get(name));
    else seen.observe(box);
    return box;
  };
}

/** Return a picture of the service that only shows something: it takes the size of its box, and nothing in it is a button. */
export function still(text) {
  const svg = picture(text);
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  for (const each of svg.querySelectorAll("[role], [tabindex]")) {
    each.removeAttribute("role");
    each.removeAttribute("tabindex");
  }
  return svg;
}
