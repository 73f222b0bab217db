// What a question that was refused says.

import { h } from "../dom.js";

/** Return the problem of a question as an element. */
export function refusal(problem) {
  return h(
    "div.refusal",
    { role: "alert" },
    h("p", {}, h("b", {}, problem.detail ?? String(problem))),
    problem.excerpt && h("pre", {}, problem.excerpt),
    problem.expected && h("p", {}, h("b", {}, "expected "), problem.expected),
    problem.hint && h("p", {}, h("b", {}, "hint "), problem.hint),
  );
}
