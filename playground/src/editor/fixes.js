// Fixes that a click carries out: what a diagnostic proposes, as a change of the text.

import { withoutComments } from "../comments.js";

/**
 * Return the fix of a diagnostic, or null.
 *
 * @param {object} found - the diagnostic
 * @param {string} text - the file that it is about
 * @returns {{label: string, text: string} | null} what a button says, and the text after the fix
 */
export function fixOf(found, text) {
  const { hint = "", expected = "" } = found;
  const near = /^did you mean '([^']+)'\?/.exec(hint ?? "")?.[1] ?? /^\(:domain ([^\s()]+)\)$/.exec(expected ?? "")?.[1];
  if (near) return replaced(found, text, near);
  const missing = /:requirements declare: (:[\w: -]+)$/.exec(found.message)?.[1];
  if (missing) return declared(text, missing);
  if (hint === "leave it out") return leftOut(found, text);
  return null;
}

function replaced(found, text, word) {
  const [from, to] = rangeOf(found, text);
  if (from < 0 || !/^[^\s()]+$/.test(text.slice(from, to))) return null;
  return { label: `Write ${word}`, text: text.slice(0, from) + word + text.slice(to) };
}

function declared(text, missing) {
  const plain = withoutComments(text);
  const own = /\(\s*:requirements\b[^()]*/i.exec(plain);
  if (own) {
    const at = own.index + own[0].trimEnd().length;
    return { label: `Declare ${missing}`, text: `${text.slice(0, at)} ${missing}${text.slice(at)}` };
  }
  const name = /\(\s*(domain|problem)\s[^()]*\)/i.exec(plain);
  if (!name) return null;
  // In a problem, the section stands after the name of the domain.
  const after = /\(\s*:domain\s[^()]*\)/i.exec(plain) ?? name;
  const at = after.index + after[0].length;
  return { label: `Declare ${missing}`, text: `${text.slice(0, at)}\n  (:requirements ${missing})${text.slice(at)}` };
}

/** Leave out a declaration in brackets: `(unused ?x - lamp)`. */
function leftOut(found, text) {
  const plain = withoutComments(text);
  const [from] = rangeOf(found, text);
  const begin = plain.lastIndexOf("(", from);
  const end = plain.indexOf(")", from);
  if (from < 0 || begin < 0 || end < 0 || plain.slice(begin + 1, from).trim()) return null;
  // A number of functions may have a type behind it.
  if (/^\s*-/.test(plain.slice(end + 1))) return null;
  return { label: "Leave it out", text: text.slice(0, begin).replace(/[ \t]*\n?[ \t]*$/, "") + text.slice(end + 1) };
}

function rangeOf({ line, column, end_line: endLine, end_column: endColumn }, text) {
  return line ? [offset(text, line, column), offset(text, endLine ?? line, endColumn ?? column)] : [-1, -1];
}

function offset(text, line, column) {
  return text.split("\n").slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
}
