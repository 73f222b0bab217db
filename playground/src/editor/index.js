// The editor: CodeMirror where it is built, else a text area; both with the same five verbs.

import { createTextArea } from "./textarea.js";

/**
 * Make an editor in an element.
 *
 * @param {HTMLElement} element
 * @param {{onEdit: (text: string) => void, onFallback: () => void, names: () => object | null, fix: (found: object) => object | null, label?: (file: string) => string}} given
 *   `label` gives the name that screen readers say of the editor
 * @returns {{open, mark, jump, focus}} a text area at once; CodeMirror takes its place when it has been loaded
 */
export function createEditor(element, given) {
  const hooks = { label: (file) => `Text of the ${file}`, ...given };
  let editor = createTextArea(element, hooks);
  let last = null;
  let marks = [];
  load();

  async function load() {
    try {
      const { createCodeMirror } = await import("./codemirror.js");
      element.replaceChildren();
      editor = createCodeMirror(element, hooks);
      if (last) editor.open(...last);
      editor.mark(marks);
    } catch {
      hooks.onFallback();
    }
  }

  return {
    /** Show a text: `file` is its name, which says whose undo history it has; new files begin one. */
    open(file, text, language, isNew = false) {
      last = [file, text, language, true];
      editor.open(file, text, language, isNew);
    },
    /** Underline diagnostics. */
    mark(found) {
      marks = found;
      editor.mark(found);
    },
    /** Go to the place of a diagnostic. */
    jump: (found) => editor.jump(found),
    focus: () => editor.focus(),
  };
}
