// PDDL as CodeMirror reads it: token by token, with the columns to which lines are indented.

const SECTIONS = /^:(requirements|types|constants|predicates|functions|axiom|derived|action|durative-action|domain|objects|init|goal|metric|parameters|precondition|effect|vars|context|implies|reward|goal-reward)$/;
const WORDS = new Set(
  "define domain problem and or not imply forall exists when oneof probabilistic increase decrease assign scale-up scale-down minimize maximize either object number total-cost".split(" "),
);

// Longer names may be broken at the end of a line.
const LONG = 30;

/** The sections and operators, for completion. */
export const PDDL_WORDS = [
  ...":requirements :types :constants :predicates :functions :derived :action :parameters :precondition :effect :objects :init :goal :metric :domain".split(" "),
  ...WORDS,
];

/** The mode, for `StreamLanguage.define`. */
export const pddl = {
  name: "pddl",
  startState: () => ({ stack: [], head: false }),
  copyState: ({ stack, head }) => ({ stack: [...stack], head }),
  token(stream, state) {
    if (stream.eatSpace()) return null;
    const next = stream.next();
    if (next === ";") {
      stream.skipToEnd();
      return "comment";
    }
    if (next === "(") {
      state.stack.push(stream.column() + 2);
      state.head = true;
      return "bracket";
    }
    if (next === ")") {
      state.stack.pop();
      state.head = false;
      return "bracket";
    }
    stream.eatWhile(/[^\s();]/);
    const word = stream.current().toLowerCase();
    const { head } = state;
    state.head = false;
    const kind = word.length > LONG ? ".special" : "";
    if (word.startsWith("?")) return `variableName${kind}`;
    if (word.startsWith(":")) return SECTIONS.test(word) ? "keyword" : "meta";
    if (/^[-+]?\d/.test(word)) return "number";
    if (word === "-") return "operator";
    if (WORDS.has(word) && (head || word === "object" || word === "domain" || word === "problem")) return "keyword";
    if (/^[-+*/<>=]+$/.test(word)) return "operator";
    return head ? `name${kind}` : null;
  },
  indent(state, after, context) {
    const { stack } = state;
    if (!stack.length) return 0;
    // Who breaks a line before brackets that the editor has closed goes on within them.
    const goesOn = context.simulatedBreak !== null && /\S/.test(context.lineAt(context.pos, -1).text);
    return after.startsWith(")") && !goesOn ? stack.at(-1) - 2 : stack.at(-1);
  },
  languageData: {
    commentTokens: { line: ";" },
    closeBrackets: { brackets: ["("] },
    wordChars: "-?:",
    indentOnInput: /^(\(|\s*\))$/,
  },
};
