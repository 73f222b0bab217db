// RDDL as CodeMirror reads it: token by token.

const WORDS = new Set(
  ("domain instance non-fluents types pvariables cpfs reward state-action-constraints action-preconditions state-invariants termination requirements " +
    "objects init-state max-nondef-actions horizon discount if then else switch case default object").split(" "),
);
const TYPES = new Set("bool int real non-fluent state-fluent action-fluent interm-fluent derived-fluent observ-fluent".split(" "));
const FUNCTIONS = new Set(
  ("KronDelta DiracDelta Bernoulli Discrete UnnormDiscrete Normal Poisson Exponential Weibull Gamma Binomial NegativeBinomial Beta Geometric Pareto Student Gumbel Laplace Cauchy Gompertz ChiSquare Kumaraswamy Uniform Dirichlet Multinomial " +
    "sum prod avg min max argmin argmax forall exists abs sgn round floor ceil cos sin tan acos asin atan cosh sinh tanh exp ln sqrt lngamma gamma div mod fmod pow log hypot").split(" "),
);

// Longer names may be broken at the end of a line.
const LONG = 30;

/** The words of the language, for completion. */
export const RDDL_WORDS = [...WORDS, ...TYPES, ...FUNCTIONS, "true", "false"];

/** The mode, for `StreamLanguage.define`. */
export const rddl = {
  name: "rddl",
  startState: () => ({ depth: 0 }),
  copyState: ({ depth }) => ({ depth }),
  token(stream, state) {
    if (stream.eatSpace()) return null;
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match(/^[?@][\w-]+/)) return stream.current().length > LONG ? "variableName.special" : "variableName";
    if (stream.match(/^\d+(\.\d+)?([eE][-+]?\d+)?/)) return "number";
    if (stream.match(/^[A-Za-z][\w]*(-[A-Za-z]\w*)*'?/)) return kindOf(stream.current());
    const next = stream.next();
    if (next === "{") state.depth += 1;
    if (next === "}") state.depth = Math.max(0, state.depth - 1);
    return /[{}()[\]]/.test(next) ? "bracket" : /[-+*/<>=~^|&:]/.test(next) ? "operator" : null;
  },
  indent(state, after, context) {
    return Math.max(0, state.depth - (after.startsWith("}") ? 1 : 0)) * context.unit;
  },
  languageData: {
    commentTokens: { line: "//" },
    closeBrackets: { brackets: ["(", "[", "{"] },
    wordChars: "-?@'",
    indentOnInput: /^\s*\}$/,
  },
};

function kindOf(word) {
  if (WORDS.has(word)) return "keyword";
  if (TYPES.has(word)) return "typeName";
  if (word === "true" || word === "false") return "number";
  return FUNCTIONS.has(word) ? "name" : null;
}
