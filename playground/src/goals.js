// The conditions of a goal, read from the text of a problem: the parts of its outermost conjunctions.

/** Return the s-expressions of a text as nested arrays of words; brackets that do not balance end the last ones. */
function expressions(text) {
  const tokens = text.replace(/;[^\n]*/g, "").match(/[()]|[^\s()]+/g) ?? [];
  const stack = [[]];
  for (const token of tokens) {
    if (token === "(") stack.push([]);
    else if (token === ")" && stack.length > 1) stack.at(-2).push(stack.pop());
    else if (token !== ")") stack.at(-1).push(token.toLowerCase());
  }
  while (stack.length > 1) stack.at(-2).push(stack.pop());
  return stack[0];
}

/** Return an expression as text. */
function written(expression) {
  return Array.isArray(expression) ? `(${expression.map(written).join(" ")})` : expression;
}

/** Return the conditions of the goal of a problem as texts. */
export function goalConditions(problem) {
  const define = expressions(problem).find((each) => Array.isArray(each) && each[0] === "define") ?? [];
  const goal = define.find((each) => Array.isArray(each) && each[0] === ":goal");
  return goal?.[1] === undefined ? [] : parts(goal[1]).map(written);
}

function parts(formula) {
  if (Array.isArray(formula) && formula[0] === "and") return formula.slice(1).flatMap(parts);
  return Array.isArray(formula) && formula.length ? [formula] : [];
}
