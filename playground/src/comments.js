// Comments of files: replaced by blanks, so that places stay where they are.

/** Return a text of PDDL without its comments. */
export function withoutComments(text) {
  return text.replace(/;[^\n]*/g, (comment) => " ".repeat(comment.length));
}

/** Return the place of the goal in the text of a problem, or -1. */
export function goalIndex(problem) {
  return withoutComments(problem).search(/\(\s*:goal/i);
}
