// Long lines go on below, indented a little further than they begin.

const DEEPEST = 24;
const FURTHER = 4;

/** Return the extension. Indents are classes, since the page's policy allows no `style` attributes. */
export function wrapping({ Decoration, EditorView, RangeSetBuilder, ViewPlugin }) {
  const decorations = Array.from({ length: DEEPEST + 1 }, (_, depth) => Decoration.line({ class: `cm-indent-${depth}` }));
  const rules = {};
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    const width = `${depth + FURTHER}ch`;
    rules[`.cm-indent-${depth}`] = { paddingLeft: `calc(6px + ${width})`, textIndent: `-${width}` };
  }

  function indents(view) {
    const builder = new RangeSetBuilder();
    for (const { from, to } of view.visibleRanges) {
      for (let at = from; at <= to; ) {
        const line = view.state.doc.lineAt(at);
        builder.add(line.from, line.from, decorations[Math.min(DEEPEST, /^ */.exec(line.text)[0].length)]);
        at = line.to + 1;
      }
    }
    return builder.finish();
  }

  const plugin = ViewPlugin.define(
    (view) => ({
      decorations: indents(view),
      update(update) {
        if (update.docChanged || update.viewportChanged) this.decorations = indents(update.view);
      },
    }),
    { decorations: (value) => value.decorations },
  );
  return [EditorView.lineWrapping, plugin, EditorView.theme(rules)];
}
