"""Typed lists, `a b - t c - (either t u) d`, as PDDL writes types, objects, variables and functions.

>>> from relgym.model.span import Source
>>> from relgym.read.sexpr import parse
>>> typed_list(parse(Source("<text>", "a b - t c - (either t u) d")))
[('a', ('t',)), ('b', ('t',)), ('c', ('t', 'u')), ('d', ())]
"""

from __future__ import annotations

from collections.abc import Sequence

from relgym.errors import ParseError
from relgym.read.reporting import doubt, report
from relgym.read.sexpr import Form, Node, Word

SYNTAX = "names, each group followed by '- type', as in: a b - t c - (either t u)"


def typed_list(items: Sequence[Node]) -> list[tuple[Node, tuple[Word, ...]]]:
    """Each item with the types written after its group; no types where none are written.

    Raises `ParseError` for a dash with nothing before or after it.
    """
    found: list[tuple[Node, tuple[Word, ...]]] = []
    group: list[Node] = []
    position = 0
    while position < len(items):
        item = items[position]
        position += 1
        if item != "-":
            group.append(item)
            continue
        if not group:
            report(ParseError("nothing stands before this '-'", span=item.span, expected=SYNTAX))
        try:
            if position == len(items):
                raise ParseError("no type stands after this '-'", span=item.span, expected=SYNTAX)
            types = type_names(items[position])
        except ParseError as error:
            report(error)
            types = ()
            doubt(*(name for name in group if isinstance(name, Word) and not name.startswith("?")))
        position += 1
        found.extend((name, types) for name in group)
        group = []
    found.extend((name, ()) for name in group)
    return found


def type_names(node: Node) -> tuple[Word, ...]:
    """The types of `t` or `(either t u)`."""
    if isinstance(node, Word):
        return (node,)
    words = [item for item in node.items[1:] if isinstance(item, Word)]
    if node.head != "either" or not words or len(words) != len(node.items) - 1:
        raise ParseError(
            f"{shortened(node)} is not a type", span=node.span, expected="a type, or (either type type ...)"
        )
    return tuple(dict.fromkeys(words))


def name_of(node: Node, what: str) -> Word:
    """The node as a name; raises `ParseError` for a form, a variable, a keyword and a stray dash."""
    if isinstance(node, Form):
        raise ParseError(f"{shortened(node)} is not {what}", span=node.span, expected=f"{what}: a plain name")
    if node[0] in "?:":
        raise ParseError(f"'{node.raw}' is not {what}", span=node.span, expected=f"{what}: a plain name")
    if node[0] == "-":
        expected = f"{what}: a plain name"
        raise ParseError(f"'{node.raw}' is not {what}", span=node.span, expected=expected, hint=dash_hint(node))
    return node


def dash_hint(node: Node) -> str | None:
    """The hint for `-type`, written without the space."""
    return f"write '- {node.raw[1:]}' if a type is meant" if isinstance(node, Word) and node[0] == "-" else None


def shortened(node: Node, width: int = 40) -> str:
    """The node as the file writes it, on one line and not longer than a message bears; words in quotes."""
    text = "".join(c if c.isprintable() else " " for c in " ".join(node.raw.split()))
    text = text if len(text) <= width else text[: width - 4] + " ..."
    return f"'{text}'" if isinstance(node, Word) else text
