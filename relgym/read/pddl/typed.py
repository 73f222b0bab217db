"""Typed lists, `a b - t c - (either t u) d`, as PDDL writes types, objects, variables and functions.

>>> from relgym.model.span import Source
>>> from relgym.read.pddl.sexpr import parse
>>> typed_list(parse(Source("<text>", "a b - t c - (either t u) d")))
[('a', ('t',)), ('b', ('t',)), ('c', ('t', 'u')), ('d', ())]
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat

from relgym.errors import ParseError
from relgym.read.pddl.sexpr import Node, SExpression, Word
from relgym.read.reporting import doubt, report, warn

SYNTAX = "names, each group followed by '- type', as in: a b - t c - (either t u)"


def typed_list(items: Sequence[Node], *, nameless: bool = False) -> list[tuple[Node, tuple[Word, ...]]]:
    """Each item with the types written after its group; no types where none are written.

    A blank that is missing beside a dash, `?x -t` or `?x- t`, is read with a warning. With `nameless`, so is a group
    of no names at the beginning of the list or of a line, as generators of problems write it.
    Raises `ParseError` for a dash with nothing before or after it elsewhere.
    """
    items = _with_blanks(items)
    typed: list[tuple[Node, tuple[Word, ...]]] = []
    group: list[Node] = []
    position = 0
    while position < len(items):
        item = items[position]
        position += 1
        if item != "-":
            group.append(item)
            continue
        if not group and not (nameless and _begins(items, position - 1)):
            report(ParseError("nothing stands before this '-'", span=item.span, expected=SYNTAX))
        try:
            if position == len(items):
                raise ParseError("no type stands after this '-'", span=item.span, expected=SYNTAX)
            types = type_names(items[position])
        except ParseError as error:
            report(error)
            types = ()
            doubt(*(name for name in group if isinstance(name, Word) and not name.startswith("?")))
        if not group and types:
            warn(f"no names stand before '- {' or '.join(types)}'", item.span, hint="it is ignored", code="W113")
        position += 1
        typed += zip(group, repeat(types))
        group = []
    typed += zip(group, repeat(()))
    return typed


def _with_blanks(items: Sequence[Node]) -> Sequence[Node]:
    """The items of a typed list with each dash a word of its own."""
    # Nearly all words are plain names.
    suspects = [number for number, item in enumerate(items) if type(item) is Word and item[0] in "-?"]
    stuck = [number for number in suspects if _is_stuck(items, number)]
    if not stuck:
        return items
    apart = list(items)
    for number in reversed(stuck):
        word = items[number]
        assert isinstance(word, Word)
        cut = 1 if word[0] == "-" else len(word) - 1
        apart[number : number + 1] = [word.part(0, cut), word.part(cut, len(word))]
    first = items[stuck[0]]
    again = f", and so {len(stuck) - 1} more of this list" if len(stuck) > 1 else ""
    side = "after" if first.raw[0] == "-" else "before"
    hint = f"it is read as if one stood there{again}"
    warn(f"no blank stands {side} the '-' of '{first.raw}'", first.span, hint=hint, code="W114")
    return apart


def _is_stuck(items: Sequence[Node], number: int) -> bool:
    """Return True for a dash without its space: `-type`, which is no name, or the `?x-` of `?x- type`."""
    word = items[number]
    if not isinstance(word, Word) or len(word) == 1:
        return False
    if word[0] == "-":
        return number > 0
    if word[0] != "?" or word[-1] != "-" or number + 1 == len(items):
        return False
    after = items[number + 1]
    return isinstance(after, SExpression) or after[0] not in "?-"


def _begins(items: Sequence[Node], position: int) -> bool:
    """Return True if an item is the first one of a list or of a line."""
    if position == 0:
        return True
    before, item = items[position - 1], items[position]
    return "\n" in item.span.source.text[before.span.end : item.span.start]


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
    if isinstance(node, SExpression):
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
