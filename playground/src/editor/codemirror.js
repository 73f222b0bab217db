// CodeMirror as the editor. It stands in a shadow root, since its styles are made by scripts: there they are style
// sheets of the root, which the page's content security policy allows.

import * as library from "../../vendor/codemirror.js";
import { h } from "../dom.js";
import { completions } from "./completion.js";
import { pddl } from "./pddl.js";
import { rddl } from "./rddl.js";
import { wrapping } from "./wrapping.js";

const { Annotation, EditorState, EditorView, HighlightStyle, StreamLanguage, tags } = library;
const External = Annotation.define();
const MODES = { pddl, rddl };
// More than the space above the first line, so that it comes into view, too.
const TOP = 20;
const EMPTY = {
  domain: "What can be true, and what can be done: (define (domain …) …)",
  problem: "Which objects there are, what is true at the start, and the goal: (define (problem …) …)",
  axioms: "Predicates that follow from others, for example\n(:derived (above ?x ?y)\n  (or (on ?x ?y) …))",
};

const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--code-keyword)", fontWeight: "600" },
  { tag: tags.meta, color: "var(--code-keyword)" },
  { tag: tags.variableName, color: "var(--code-variable)", whiteSpace: "nowrap" },
  { tag: tags.name, color: "var(--code-name)", whiteSpace: "nowrap" },
  // Names that are longer than lines have to break.
  { tag: tags.special(tags.variableName), color: "var(--code-variable)" },
  { tag: tags.special(tags.name), color: "var(--code-name)" },
  { tag: tags.typeName, color: "var(--code-number)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: tags.bracket, color: "var(--soft)" },
  { tag: tags.operator, color: "var(--soft)" },
]);

const LOOK = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", fontSize: "12.5px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-content": { padding: "10px 0", caretColor: "var(--ink)" },
  ".cm-gutters": { border: "none", backgroundColor: "transparent", color: "var(--soft)" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "30px", paddingRight: "8px" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--sunken) 55%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--ink)" },
  ".cm-placeholder": { color: "var(--soft)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--accent-soft)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-soft)", outline: "1px solid var(--accent)" },
  ".cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket": { backgroundColor: "var(--bad-soft)" },
  ".cm-tooltip": { maxWidth: "360px", border: "1px solid var(--strong-line)", borderRadius: "8px", backgroundColor: "var(--card)", color: "var(--ink)", boxShadow: "var(--shadow)", overflow: "hidden" },
  ".cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", fontSize: "12.5px" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionDetail": { marginLeft: "10px", fontStyle: "normal", opacity: "0.8" },
  ".cm-diagnostic": { padding: "7px 11px", fontFamily: "var(--sans)", fontSize: "13px", whiteSpace: "pre-wrap" },
  ".cm-diagnostic-error": { borderLeft: "4px solid var(--bad)" },
  ".cm-diagnostic-warning": { borderLeft: "4px solid var(--warn)" },
  ".cm-diagnostic-info": { borderLeft: "4px solid var(--strong-line)" },
  ".cm-diagnosticAction": { padding: "3px 9px", marginLeft: "0", marginTop: "5px", border: "1px solid var(--line)", borderRadius: "6px", backgroundColor: "var(--sunken)", color: "var(--ink)" },
  ".cm-diagnostic p": { margin: "3px 0 0", color: "var(--soft)" },
  ".cm-lintRange": { backgroundImage: "none", textDecoration: "underline wavy 1.5px", textUnderlineOffset: "3px", textDecorationSkipInk: "none" },
  ".cm-lintRange-error": { textDecorationColor: "var(--bad)", backgroundColor: "var(--bad-soft)" },
  ".cm-lintRange-warning": { textDecorationColor: "var(--warn)" },
  ".cm-lintRange-info": { textDecorationStyle: "dotted", textDecorationColor: "var(--strong-line)" },
  ".cm-lintPoint::after": { borderBottomColor: "var(--bad)" },
  ".cm-selectionMatch, .cm-searchMatch .cm-selectionMatch": { backgroundColor: "var(--sunken)", outline: "1px solid var(--strong-line)" },
  ".cm-searchMatch": { backgroundColor: "var(--warn-soft)", outline: "1px solid var(--warn)" },
  ".cm-panels": { backgroundColor: "var(--sunken)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-panels input, .cm-panels button": { backgroundColor: "var(--card)", backgroundImage: "none", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "6px" },
});

/** Make the editor; see index.js for its verbs. */
export function createCodeMirror(element, { onEdit, names, fix, label }) {
  const host = h("div.codemirror");
  element.append(host);
  const shadow = host.attachShadow({ mode: "open" });
  const states = new Map();
  let current = { file: "domain", language: "pddl" };
  const view = new EditorView({ state: fresh("", current), parent: shadow, root: shadow });
  view.dom.style.height = "100%";
  let height = 0;
  // Where the list of problems or a keyboard on the screen takes room, the place of typing stays in view.
  new ResizeObserver(([{ contentRect }]) => {
    if (view.hasFocus && contentRect.height < height) view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head) });
    height = contentRect.height;
  }).observe(host);

  function fresh(text, { file, language }) {
    const source = completions(library, () => current.language, names);
    return EditorState.create({
      doc: text,
      extensions: [
        library.lineNumbers(),
        library.history(),
        library.drawSelection(),
        library.placeholder(EMPTY[file]),
        library.indentOnInput(),
        library.bracketMatching(),
        library.closeBrackets(),
        library.highlightActiveLine(),
        library.highlightActiveLineGutter(),
        library.highlightSelectionMatches(),
        library.search({ top: true }),
        library.autocompletion({ override: [source], icons: false }),
        library.keymap.of([...library.closeBracketsKeymap, ...library.defaultKeymap, ...library.searchKeymap, ...library.historyKeymap, ...library.completionKeymap, ...library.lintKeymap]),
        StreamLanguage.define(MODES[language]),
        library.syntaxHighlighting(COLOURS),
        LOOK,
        wrapping(library),
        EditorView.domEventHandlers({ beforeinput: replaceSelected }),
        EditorView.contentAttributes.of({ "aria-label": label(file), spellcheck: "false", autocapitalize: "off", tabindex: "0" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !update.transactions.some((each) => each.annotation(External))) onEdit(update.state.doc.toString());
        }),
      ],
    });
  }

  function actionsOf(found) {
    const mended = fix(found);
    return mended ? [{ name: mended.label, apply: mended.apply }] : [];
  }

  return {
    open(file, text, language, isNew) {
      if (isNew) states.clear();
      else states.set(current.file, { state: view.state, language: current.language, scroll: view.scrollSnapshot() });
      const kept = isNew ? null : states.get(file);
      current = { file, language };
      if (kept && kept.language === language) {
        if (kept.state !== view.state) {
          view.setState(kept.state);
          view.dispatch({ effects: kept.scroll });
        }
        if (view.state.doc.toString() !== text) {
          view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, annotations: External.of(true) });
        }
      } else {
        view.setState(fresh(text, current));
        // What the editor stands in must not be scrolled.
        if (view.scrollDOM.scrollTop > 0) view.dispatch({ effects: EditorView.scrollIntoView(0, { y: "start", yMargin: TOP }) });
      }
    },

    mark(found) {
      const diagnostics = found.map((each) => ({ ...rangeOf(view.state.doc, each), severity: each.severity, message: each.message, renderMessage: () => messageOf(each), actions: actionsOf(each) }));
      view.dispatch(library.setDiagnostics(view.state, diagnostics));
    },

    jump(found) {
      const { from, to } = rangeOf(view.state.doc, found);
      view.dispatch({ selection: { anchor: from, head: found.isCaret ? from : to }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
      view.focus();
    },

    focus: () => view.focus(),
  };
}

// Where text replaces a selection, Chromium keeps the look of the old text by a `style` attribute, which the page's
// policy refuses: so the text is put in as CodeMirror does for other browsers.
function replaceSelected(event, view) {
  const { from, to } = view.state.selection.main;
  if (event.inputType !== "insertText" || !event.data || view.composing || from === to) return false;
  const transaction = () => view.state.update(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
  const handlers = view.state.facet(EditorView.inputHandler);
  if (!handlers.some((handler) => handler(view, from, to, event.data, transaction))) view.dispatch(transaction());
  event.preventDefault();
  return true;
}

/** Return the place of a diagnostic, at least one character where there is one. */
function rangeOf(doc, { line, column, end_line: endLine, end_column: endColumn }) {
  if (!line) return { from: 0, to: 0 };
  const from = offset(doc, line, column ?? 1);
  const to = Math.max(from, offset(doc, endLine ?? line, endColumn ?? column ?? 1));
  return { from, to: to === from ? Math.min(doc.length, from + 1) : to };
}

function offset(doc, line, column) {
  const found = doc.line(Math.min(Math.max(1, line), doc.lines));
  return Math.min(found.to, found.from + column - 1);
}

function messageOf({ message, expected, hint }) {
  return h("div", {}, message, expected && h("p", {}, `expected: ${expected}`), hint && h("p", {}, `hint: ${hint}`));
}
