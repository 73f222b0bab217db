// Pictures as files: SVG as it is, pixels by a canvas, and the steps from the start as a film.

import { picture } from "./dom.js";
import { gif } from "./gif.js";

const [FRAME, LAST_FRAME] = [60, 200];
const FRAMES = 200;

/** Return a picture as a file that needs no page around it. */
export function svgOf(svg) {
  const copied = svg.cloneNode(true);
  const { width, height } = svg.viewBox.baseVal;
  // Some browsers draw nothing without a size.
  copied.setAttribute("width", width);
  copied.setAttribute("height", height);
  for (const element of copied.querySelectorAll("[tabindex], [role=button]")) {
    element.removeAttribute("tabindex");
    element.removeAttribute("role");
  }
  return new Blob([new XMLSerializer().serializeToString(copied)], { type: "image/svg+xml" });
}

/** Return a picture as a canvas of a size: by default its own, times a scale. */
export async function raster(svg, scale = 1, size = svg.viewBox.baseVal) {
  const address = URL.createObjectURL(svgOf(svg));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: Math.ceil(size.width * scale), height: Math.ceil(size.height * scale) });
    const brush = canvas.getContext("2d");
    brush.fillStyle = "white";
    brush.fillRect(0, 0, canvas.width, canvas.height);
    const { width, height } = svg.viewBox.baseVal;
    brush.drawImage(image, 0, 0, width * scale, height * scale);
    return canvas;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Return the pictures from the start to where the session stands, as a GIF. */
export async function film(app) {
  const { task, backend } = app.state;
  const views = app.play.line();
  if (views.length > FRAMES) throw { detail: `the film has more than ${FRAMES} pictures`, hint: "begin anew, or go back" };
  const calls = views.map(({ state }) => ({ verb: "tasks.ask", data: { task: task.id, question: "picture", backend, state, options: { goal: true } } }));
  const drawn = (await app.call("batch", { calls })).map(({ ok, problem }) => {
    if (problem) throw problem;
    return picture(ok.svg);
  });
  const sizes = drawn.map((svg) => svg.viewBox.baseVal);
  const size = { width: Math.max(...sizes.map(({ width }) => width)), height: Math.max(...sizes.map(({ height }) => height)) };
  const frames = [];
  for (const svg of drawn) {
    const canvas = await raster(svg, 1, size);
    frames.push(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height));
  }
  return new Blob([gif(frames, frames.map((_, index) => (index < frames.length - 1 ? FRAME : LAST_FRAME)))], { type: "image/gif" });
}
