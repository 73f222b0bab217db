"""The outer shape of a file: `(define (kind name) (:section ...) ...)`, and `:key value` pairs inside a section."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from relgym.errors import ParseError, RelgymError, UnsupportedFeature, did_you_mean
from relgym.model.span import Source, Span
from relgym.read.pddl.sexpr import Node, SExpression, Word, parse
from relgym.read.pddl.typed import name_of, shortened
from relgym.read.reporting import EVERY_NAME, collecting, doubt, recovering, report, warn

_DEFINE = re.compile(r"\(\s*define\b", re.IGNORECASE)

_REPEATED = frozenset([":action", ":derived", ":axiom", ":actions"])
"""The sections of which a file has as many as it has actions or axioms."""

Sections = Mapping[str, list[SExpression]]
"""The sections of a file by their keyword, in the file's order."""


KINDS = ("domain", "problem")
"""The kinds of definitions; a file has one of them, or one of each."""


def holds_problem(source: Source) -> bool:
    """Return True if a text defines a problem beside something else, such as its domain; raises `ParseError`."""
    # To parse a large file takes long, and most have no second definition.
    if len(_DEFINE.findall(source.text)) < 2:
        return False
    # The reader of the file will warn of what is unusual in it.
    with collecting():
        return "problem" in map(_defined, parse(source))


def _defined(node: Node) -> str:
    """The kind of a `(define (kind name) ...)`; the empty text for any other node."""
    if not isinstance(node, SExpression) or node.head != "define" or len(node.items) < 2:
        return ""
    header = node.items[1]
    return header.head if isinstance(header, SExpression) else ""


def read_define(source: Source, kind: str) -> tuple[SExpression, Word]:
    """The `(define (kind name) ...)` of a file, and the name.

    The file may hold a domain and a problem: the one of the other kind is left to its own reader. A leading
    `(in-package ...)`, as files written for Lisp have it, and words after the end are ignored with a warning. Raises
    `ParseError` for any other text.
    """
    top = parse(source)
    while top and isinstance(top[0], SExpression) and top[0].head == "in-package":
        warn("this is Lisp, not PDDL", top.pop(0).span, hint="it is ignored", code="W111")
    kinds = [*map(_defined, top)]
    if set(KINDS) <= set(kinds):
        top = [node for node, other in zip(top, kinds, strict=True) if other not in KINDS or other == kind]
    syntax = f"(define ({kind} name) ...)"
    if not top:
        raise ParseError(f"{source.name} is empty", expected=syntax, code="E101")
    form = top[0]
    if not isinstance(form, SExpression) or form.head != "define":
        raise ParseError(f"a {kind} file does not begin with {shortened(form)}", span=form.span, expected=syntax)
    if len(top) > 1:
        if all(isinstance(extra, Word) and not extra.startswith(":") for extra in top[1:]):
            message = f"text follows the end of the {kind}: {shortened(top[1])}"
            warn(message, top[1].span, hint="it is ignored", code="W112")
        else:
            raise _text_after(form, top[1], kind)
    header = form.items[1] if len(form.items) > 1 else form
    if not isinstance(header, SExpression) or header is form or header.head[:1] in ("", ":") or len(header.items) != 2:
        raise ParseError(f"the ({kind} name) is missing", span=header.span, expected=syntax, code="E104")
    if header.head != kind:
        other = {"domain": "problem", "problem": "domain"}.get(header.head)
        hint = f"this is a {header.head} file; the two may be swapped" if other == kind else None
        raise ParseError(
            f"a {kind} is expected, not a {header.head}", span=header.span, expected=syntax, hint=hint, code="E104"
        )
    return form, name_of(header.items[1], f"the name of the {kind}")


def _text_after(form: SExpression, extra: Node, kind: str) -> ParseError:
    section = isinstance(extra, SExpression) and extra.head.startswith(":")
    if section:
        return ParseError(
            f"this ')' ends the {kind}, but {shortened(extra)} follows",
            span=Span(form.source, form.end - 1, form.end),
            expected="all sections inside of (define ...)",
            hint="there is a ')' too many, here or before",
            code="E102",
        )
    return ParseError(
        f"text follows the end of the {kind}: {shortened(extra)}",
        span=extra.span,
        expected=f"one {kind} in a file, and beside it at most one {'problem' if kind == 'domain' else 'domain'}",
        code="E104",
    )


def read_sections(
    form: SExpression, known: Collection[str], single: Collection[str], refused: Mapping[str, str]
) -> Sections:
    """Everything after the header, sorted by keyword.

    `single` sections may stand once; `refused` says what relgym supports in place of a section.
    Raises `ParseError` for unknown and repeated sections, `UnsupportedFeature` for refused ones.
    """
    by_key: dict[str, list[SExpression]] = {key: [] for key in known}
    stray = False
    for node in form.items[2:]:
        if not isinstance(node, SExpression) or not node.head.startswith(":"):
            # Such forms come in groups, because the head of their section is missing.
            if not stray:
                message = f"{shortened(node)} is not a section"
                near = f":{node.head}" if isinstance(node, SExpression) else ""
                hint = f"did you mean '{near}'?" if near in known else None
                report(ParseError(message, span=node.span, expected=_listed(known), hint=hint, code="E104"))
                doubt(EVERY_NAME)
            stray = True
            continue
        with recovering():
            section = _section(node, known, refused)
            key = section.head
            if by_key[key] and key not in _REPEATED:
                span = section.items[0].span
                if key in single:
                    raise ParseError(f"a second {key} section", span=span, expected=f"{key} once", code="E104")
                warn(f"a second {key} section", span, expected=f"{key} once", hint="both are read", code="W115")
            by_key[key].append(section)
    return by_key


def _section(node: SExpression, known: Collection[str], refused: Mapping[str, str]) -> SExpression:
    """The section, if it is one that is known."""
    key, place = node.head, node.items[0].span
    if key in refused:
        raise UnsupportedFeature(f"relgym does not support {key}", span=place, expected=refused[key])
    if key not in known:
        doubt(EVERY_NAME)
        raise ParseError(
            f"unknown section {key}",
            span=place,
            expected=_listed(known),
            hint=did_you_mean(key, known),
            code="E104",
        )
    return node


def read_keys(
    items: Iterable[Node], known: Collection[str], refused: Mapping[str, str], whose: Node
) -> dict[str, Node]:
    """The values of `:key value :key value ...`. Raises as `read_sections` does."""
    nodes: dict[str, Node] = {}
    rest = list(items)
    position = 0
    stray = False
    while position < len(rest):
        node = rest[position]
        if stray and not (isinstance(node, Word) and node.startswith(":")):
            # Of several items in a row in the place of a keyword, only the first is reported.
            position += 1
            continue
        value = rest[position + 1] if position + 1 < len(rest) else None
        if isinstance(value, Word) and value.startswith(":"):
            value = None
        try:
            key = _keyword(node, known, refused)
            if key in nodes:
                message = f"a second {key} of '{whose.raw}'"
                raise ParseError(message, span=key.span, expected=f"{key} once", code="E104")
            if value is None:
                raise ParseError(f"{key} has no value", span=key.span, expected=f"{key} (...)", code="E104")
        except RelgymError as error:
            report(error)
        else:
            nodes[str(key)] = value
        # A keyword may follow an item that is none.
        stray = not (isinstance(node, Word) and node.startswith(":"))
        position += 2 if value is not None and isinstance(node, Word) and node.startswith(":") else 1
    return nodes


def _keyword(node: Node, known: Collection[str], refused: Mapping[str, str]) -> Word:
    """The node, if it is a keyword that is known."""
    if not isinstance(node, Word) or not node.startswith(":"):
        message = f"{shortened(node)} stands where a keyword should"
        hint = None if isinstance(node, Word) else "several conditions or effects are put together by (and …)"
        raise ParseError(message, span=node.span, expected=_listed(known), hint=hint, code="E104")
    if node in refused:
        raise UnsupportedFeature(f"relgym does not support {node}", span=node.span, expected=refused[node])
    if node not in known:
        raise ParseError(
            f"unknown keyword {node}",
            span=node.span,
            expected=_listed(known),
            hint=did_you_mean(node, known),
            code="E104",
        )
    return node


def _listed(known: Collection[str]) -> str:
    return "one of " + " ".join(known)
