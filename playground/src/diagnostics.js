// Diagnostics of the page's own files: with their names, and made of problems of calls, too.

/** Return the problem of a call as a diagnostic of the texts; one without a place may name its file: `<problem> is empty`. */
export function diagnosticOf(problem) {
  const detail = problem.detail ?? String(problem);
  const [, file] = /^<(domain|problem|axioms)/.exec(detail) ?? [];
  return { severity: "error", code: problem.code ?? "", file, ...problem, message: named(detail) };
}

/** Return a message with the names of the page's files: "<problem> is empty" is about its problem. */
export function named(message) {
  return message.replace(/^<(\w+)>/, "the $1");
}
