// Icons: paths of 24 by 24, drawn with the colour of the text.

import { s } from "./dom.js";

const PATHS = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  start: "M6 5v14M20 5v14L9 12z",
  play: "M7 4v16l13-8z",
  pause: "M8 5v14M16 5v14",
  dice: "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM8.5 8.5v.01M15.5 8.5v.01M12 12v.01M8.5 15.5v.01M15.5 15.5v.01",
  share: "M12 15V3m0 0L8 7m4-4 4 4M5 12v7a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-7",
  download: "M12 3v12m0 0 4-4m-4 4-4-4M5 17v2a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-2",
  help: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.2a2.6 2.6 0 0 1 5 .8c0 1.7-2.5 2.2-2.5 3.8M12 17v.01",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  close: "M6 6l12 12M18 6 6 18",
  check: "m5 12.5 4.5 4.5L19 7.5",
  dot: "M12 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5",
  route: "M6 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM18 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 17h6a3 3 0 0 0 0-6h-4a3 3 0 0 1 0-6h6",
  file: "M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8zM14 3v5h5",
  format: "M4 6h16M4 10h10M4 14h16M4 18h10",
  plus: "M12 5v14M5 12h14",
  flag: "M5 21V4m0 0h12l-2.5 4L17 12H5",
  error: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 8v5M12 16.5v.01",
  chevron: "m6 9 6 6 6-6",
  taller: "M4 4h16M12 20V9m0 0-4 4m4-4 4 4",
  lower: "M4 20h16M12 4v11m0 0-4-4m4 4 4-4",
  smaller: "M4 9h5V4M20 9h-5V4M4 15h5v5M20 15h-5v5",
  minus: "M5 12h14",
  whole: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5M9 9h6v6H9z",
  full: "M4 9V4h5M15 4h5v5M4 15v5h5M20 15v5h-5",
  larger: "M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5",
};

/** Return an icon; it is hidden from screen readers, so its button needs a label. */
export function icon(name) {
  const properties = { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", focusable: "false" };
  return s("svg", properties, s("path", { d: PATHS[name] }));
}
