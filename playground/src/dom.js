// Elements: made by a short notation, never from strings of HTML, so that no name in a file can become markup.

/**
 * Make an element: `h("button.primary", {type: "button", onclick}, "Play")`.
 * A property that is false, null or undefined is left out; `class`, `on…` handlers and `data-…` are as in HTML.
 */
export function h(kind, properties = {}, ...children) {
  const [tag, ...classes] = kind.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [name, value] of Object.entries(properties)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = [element.className, value].filter(Boolean).join(" ");
    else if (name === "value" || name === "checked" || name === "textContent") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Replace what an element holds. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** Make an element of SVG: `s("path", {d: "M0 0"})`. */
export function s(tag, properties = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

const FORBIDDEN = new Set(["script", "foreignobject", "iframe", "object", "embed", "style", "image", "a", "animate", "set"]);

/** Return the text of an SVG picture as an element, without anything that could act. */
export function picture(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.nodeName !== "svg") throw new Error("the picture is not SVG");
  for (const element of [...root.querySelectorAll("*")]) {
    if (FORBIDDEN.has(element.localName.toLowerCase())) element.remove();
  }
  for (const element of [root, ...root.querySelectorAll("*")]) {
    for (const { name, value } of [...element.attributes]) {
      const outside = name.endsWith("href") && !value.startsWith("#");
      if (name.startsWith("on") || name === "style" || outside) element.removeAttribute(name);
    }
  }
  return document.importNode(root, true);
}

let last = 0;

/** Return an id that no other element has. */
export function newId(word) {
  last += 1;
  return `${word}-${last}`;
}

/** Return a function that calls `action` once no further call has come for so many milliseconds. */
export function debounced(action, milliseconds) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...given), milliseconds);
  };
}
