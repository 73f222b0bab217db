"""The outer shape of a file: `(define (kind name) (:section ...) ...)`, and `:key value` pairs inside a section."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from relgym.errors import ParseError, UnsupportedFeature, did_you_mean
from relgym.model.span import Source, Span
from relgym.read.sexpr import Form, Node, Word, parse
from relgym.read.typed import name_of, shortened

Sections = Mapping[str, list[Form]]
"""The sections of a file by their keyword, in the file's order."""


def read_define(source: Source, kind: str) -> tuple[Form, Word]:
    """The one `(define (kind name) ...)` of a file, and the name. Raises `ParseError` for any other text."""
    top = parse(source)
    syntax = f"(define ({kind} name) ...)"
    if not top:
        raise ParseError(f"{source.name} is empty", expected=syntax)
    form = top[0]
    if not isinstance(form, Form) or form.head != "define":
        raise ParseError(f"a {kind} file does not begin with {shortened(form)}", span=form.span, expected=syntax)
    if len(top) > 1:
        raise _text_after(form, top[1], kind)
    header = form.items[1] if len(form.items) > 1 else form
    if not isinstance(header, Form) or header is form or header.head == "" or len(header.items) != 2:
        raise ParseError(f"the ({kind} name) is missing", span=header.span, expected=syntax)
    if header.head.startswith(":"):
        raise ParseError(f"the ({kind} name) is missing", span=header.span, expected=syntax)
    if header.head != kind:
        other = {"domain": "problem", "problem": "domain"}.get(header.head)
        hint = f"this is a {header.head} file; the two may be swapped" if other == kind else None
        raise ParseError(f"a {kind} is expected, not a {header.head}", span=header.span, expected=syntax, hint=hint)
    return form, name_of(header.items[1], f"the name of the {kind}")


def _text_after(form: Form, extra: Node, kind: str) -> ParseError:
    section = isinstance(extra, Form) and extra.head.startswith(":")
    if section:
        return ParseError(
            f"this ')' ends the {kind}, but {shortened(extra)} follows",
            span=Span(form.source, form.end - 1, form.end),
            expected="all sections inside of (define ...)",
            hint="there is a ')' too many, here or before",
        )
    return ParseError(
        f"text follows the end of the {kind}: {shortened(extra)}", span=extra.span, expected=f"one {kind} in a file"
    )


def read_sections(form: Form, known: Collection[str], single: Collection[str], refused: Mapping[str, str]) -> Sections:
    """Everything after the header, sorted by keyword.

    `single` sections may stand once; `refused` says what relgym supports in place of a section.
    Raises `ParseError` for unknown and repeated sections, `UnsupportedFeature` for refused ones.
    """
    found: dict[str, list[Form]] = {key: [] for key in known}
    for node in form.items[2:]:
        if not isinstance(node, Form) or not node.head.startswith(":"):
            raise ParseError(f"{shortened(node)} is not a section", span=node.span, expected=_listed(known))
        key, place = node.head, node.items[0].span
        if key in refused:
            raise UnsupportedFeature(f"relgym does not support {key}", span=place, expected=refused[key])
        if key not in found:
            raise ParseError(
                f"unknown section {key}", span=place, expected=_listed(known), hint=did_you_mean(key, known)
            )
        if found[key] and key in single:
            raise ParseError(f"a second {key} section", span=place, expected=f"{key} once")
        found[key].append(node)
    return found


def read_keys(
    items: Iterable[Node], known: Collection[str], refused: Mapping[str, str], whose: Node
) -> dict[str, Node]:
    """The values of `:key value :key value ...`. Raises as `read_sections` does."""
    found: dict[str, Node] = {}
    rest = iter(items)
    for key in rest:
        if not isinstance(key, Word) or not key.startswith(":"):
            raise ParseError(f"{shortened(key)} stands where a keyword should", span=key.span, expected=_listed(known))
        if key in refused:
            raise UnsupportedFeature(f"relgym does not support {key}", span=key.span, expected=refused[key])
        if key not in known:
            raise ParseError(
                f"unknown keyword {key}", span=key.span, expected=_listed(known), hint=did_you_mean(key, known)
            )
        if key in found:
            raise ParseError(f"a second {key} of '{whose.raw}'", span=key.span, expected=f"{key} once")
        value = next(rest, None)
        if value is None or (isinstance(value, Word) and value.startswith(":")):
            raise ParseError(f"{key} has no value", span=key.span, expected=f"{key} (...)")
        found[str(key)] = value
    return found


def _listed(known: Collection[str]) -> str:
    return "one of " + " ".join(known)
