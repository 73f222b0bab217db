"""Long chains of one associative operator, `a + b + c + ...`, and of `else if`, as trees of little depth.

The parser nests a chain to the left: ten thousand terms would nest as deep. A chain of more than `CHAIN_TERMS_LIMIT`
terms is split in the middle, again and again. That changes no truth value and no whole number; sums and products of
reals are rounded in another order than from left to right, the same on all engines.

A long chain `if (a) then w else if (b) then x else ... z` is split in the middle, too: where one of the first
conditions holds, the first half decides, else the second one. The conditions are still looked at in their order, up to
the first that is true. Those that draw random numbers would draw twice, so a chain with such a condition stays as
it is.

>>> from relgym.model.span import Source
>>> from relgym.read.rddl.syntax.parser import syntax
>>> def depth(node):
...     return 1 + max((depth(child) for child in node.children if isinstance(child, Tree)), default=0)
>>> depth(syntax(Source("<domain>", f"domain d {{ reward = {' + '.join(['1'] * 10_000)}; }}"))) < 30
True
"""

from __future__ import annotations

from lark import Token, Tree
from lark.tree import Meta

from relgym.read.rddl.functions import DISTRIBUTIONS
from relgym.tuning.read import CHAIN_TERMS_LIMIT

_KIN = {"OR": ("OR",), "AND": ("AND",), "PLUS": ("PLUS", "MINUS"), "MINUS": ("PLUS", "MINUS"), "TIMES": ("TIMES",)}
"""By operator those that may stand in one chain with it."""

_TURNED = {"PLUS": ("MINUS", "-"), "MINUS": ("PLUS", "+")}

Node = Tree[Token]
Term = Token | Node
Link = tuple[Token, Term]
"""A term with the operator before it."""


def shorten(tree: Node) -> None:
    """Split the long chains of a tree, in place."""
    waiting: list[Node] = [tree]
    while waiting:
        node = waiting.pop()
        if node.data == "conditional":
            waiting += _shorten_branches(node)
            continue
        first, links = _chain(node)
        if len(links) < CHAIN_TERMS_LIMIT:
            waiting += [child for child in node.children if isinstance(child, Tree)]
            continue
        whole = _split(first, links)
        assert isinstance(whole, Tree)
        node.children = whole.children
        waiting += [term for term in (first, *(term for _, term in links)) if isinstance(term, Tree)]


Branch = tuple[Term, Term]
"""A condition, and the value where it is the first that holds."""


def _shorten_branches(node: Node) -> list[Node]:
    """Split a long chain of branches, in place; return its parts, which may have chains of their own."""
    branches: list[Branch] = []
    at: Term = node
    while isinstance(at, Tree) and at.data == "conditional":
        condition, then, at = at.children
        branches.append((condition, then))
    parts = [part for part in (*(part for pair in branches for part in pair), at) if isinstance(part, Tree)]
    if len(branches) >= CHAIN_TERMS_LIMIT and not any(_draws(condition) for condition, _ in branches):
        whole = _halved(branches, at)
        assert isinstance(whole, Tree)
        node.children = whole.children
    return parts


def _halved(branches: list[Branch], otherwise: Term) -> Term:
    """Return a tree of little depth for a chain of branches."""
    if len(branches) < CHAIN_TERMS_LIMIT:
        for condition, then in reversed(branches):
            otherwise = Tree("conditional", [condition, then, otherwise], _meta(condition, otherwise))
        return otherwise
    middle = len(branches) // 2
    first, second = branches[:middle], branches[middle:]
    conditions = [condition for condition, _ in first]
    either = _split(conditions[0], [(Token("OR", "|"), condition) for condition in conditions[1:]])
    # The last condition of the half needs no test: one of them holds.
    then = _halved(first[:-1], first[-1][1])
    return Tree("conditional", [either, then, _halved(second, otherwise)], _meta(first[0][0], otherwise))


def _draws(term: Term) -> bool:
    """Tell whether a condition may draw a random number."""
    waiting: list[Term | None] = [term]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Tree):
            if node.data in ("choice", "discrete", "vector", "external"):
                return True
            waiting += node.children
        elif node is not None and node.type == "NAME" and node in DISTRIBUTIONS:
            return True
    return False


def _chain(node: Node) -> tuple[Term, list[Link]]:
    """The first term of a chain, and the others with their operators; none if the node is no chain."""
    links: list[Link] = []
    kin: tuple[str, ...] = ()
    at: Term = node
    while isinstance(at, Tree) and at.data == "binary":
        left, operator, right = at.children
        assert isinstance(operator, Token)
        kin = kin or _KIN.get(operator.type, ())
        if operator.type not in kin:
            break
        links.append((operator, right))
        at = left
    return at, links[::-1]


def _split(first: Term, links: list[Link]) -> Term:
    """A tree of the depth of a logarithm for a chain."""
    if not links:
        return first
    middle = len(links) // 2
    operator, term = links[middle]
    after = links[middle + 1 :]
    if operator.type == "MINUS":
        # a - b - c is a - (b + c), so the signs of the later terms change.
        after = [(_turned(sign), other) for sign, other in after]
    left, right = _split(first, links[:middle]), _split(term, after)
    return Tree("binary", [left, operator, right], _meta(left, right))


def _turned(sign: Token) -> Token:
    kind, text = _TURNED[sign.type]
    return Token.new_borrow_pos(kind, text, sign)


def _meta(left: Term, right: Term) -> Meta:
    """Return the position of the text from one term to another."""
    meta = Meta()  # type: ignore[no-untyped-call]  # lark does not say
    begin, end = _place(left), _place(right)
    if begin is not None and end is not None:
        assert begin.start_pos is not None
        assert end.end_pos is not None
        meta.start_pos, meta.end_pos = begin.start_pos, end.end_pos
        meta.empty = False
    return meta


def _place(term: Term) -> Meta | Token | None:
    if isinstance(term, Token):
        return term
    return None if term.meta.empty else term.meta
