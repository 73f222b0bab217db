// A picture that fits into its panel, or has its own size with scrollbars.

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";

/**
 * Make a box for a picture.
 *
 * @param {string} name - what screen readers call it
 * @returns {{element: HTMLElement, show: (svg: SVGElement) => void, hide: () => void}} the box, hidden until it shows a picture
 */
export function fittedPicture(name) {
  const button = h("button.icon-button", { type: "button", onclick: () => fit(box.classList.contains("large")) });
  const box = h("div.network-box", { tabindex: "0", role: "region", "aria-label": name });
  const element = h("div.fitted", { hidden: true }, box, button);

  function fit(isFitted) {
    box.classList.toggle("large", !isFitted);
    const title = isFitted ? "Show it in its own size" : "Show all of it";
    button.title = title;
    button.setAttribute("aria-label", title);
    fill(button, icon(isFitted ? "larger" : "smaller"));
    if (!isFitted) box.querySelector(".present")?.scrollIntoView({ block: "center", inline: "center" });
  }

  return {
    element,
    show(svg) {
      fill(box, svg);
      fit(true);
      element.hidden = false;
    },
    hide() {
      element.hidden = true;
    },
  };
}
