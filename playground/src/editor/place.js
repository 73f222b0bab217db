// The place of the cursor in a text of PDDL: what is open around it, so that only what fits there is proposed.

/**
 * Return where a text of PDDL ends.
 *
 * @param {string} before - the text before the word that is being written
 * @returns {{section: string | null, head: string | null, index: number, isType: boolean, variables: string[]}} the
 *   section (`:init`, or `:precondition` within an action), the first word of the innermost bracket and the number of words
 *   after it, whether a type is wanted, and the variables that are in scope, the nearest first
 */
export function placeIn(before) {
  const stack = [];
  let last = "";
  for (const [token] of before.replace(/;[^\n]*/g, "").matchAll(/[()]|[^\s()]+/g)) {
    const top = stack.at(-1);
    if (token === "(") {
      // A bracket that follows `:precondition` stands in that section, and so does all in it.
      stack.push({ head: null, words: [], section: sectionOf(top), variables: [] });
    } else if (token === ")") {
      const closed = stack.pop();
      const around = stack.at(-1);
      if (around) {
        around.words.push("()");
        // Parameters and the variables of a quantifier hold for what follows them.
        if (closed.isList) around.variables.push(...[closed.head, ...closed.words].filter((word) => word?.startsWith("?")));
      }
    } else if (top) {
      if (top.head === null) top.head = token.toLowerCase();
      else top.words.push(token);
    }
    last = token;
    const now = stack.at(-1);
    if (token === "(" && isListAfter(top)) now.isList = true;
  }
  const top = stack.at(-1) ?? null;
  return {
    section: top ? (sectionOf(top) ?? top.section) : null,
    head: top?.head ?? null,
    index: top ? top.words.filter((word) => word !== "-").length : 0,
    isType: last === "-" && top !== null,
    variables: stack.flatMap((frame) => frame.variables).reverse(),
  };
}

/** Return the section that words within a bracket belong to: its keyword, or the last one of an action. */
function sectionOf(frame) {
  if (!frame) return null;
  const keyword = frame.words.findLast((word) => word.startsWith(":"));
  if (keyword) return keyword.toLowerCase();
  return frame.head?.startsWith(":") ? frame.head : frame.section;
}

/** Tell whether a bracket opens a list of variables. */
function isListAfter(frame) {
  if (!frame) return false;
  if (["forall", "exists"].includes(frame.head) && frame.words.length === 0) return true;
  if (frame.head === ":derived" && frame.words.length === 0) return true;
  return frame.words.at(-1)?.toLowerCase() === ":parameters" || frame.words.at(-1)?.toLowerCase() === ":vars";
}
