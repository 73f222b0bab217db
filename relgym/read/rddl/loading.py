"""RDDL files: a domain, and instances of it, in one file or in several.

>>> domain = read_domain('''domain lamp {
...   pvariables { lit : { state-fluent, bool, default = false }; press : { action-fluent, bool, default = false }; };
...   cpfs { lit' = lit ~= press; };
... }''')
>>> read_instance("instance dark { domain = lamp; horizon = 5; }", domain).horizon
5
"""

from __future__ import annotations

from collections.abc import Sequence

from relgym.errors import ModelError
from relgym.model.rddl.domain import Instance, RDDLDomain
from relgym.model.span import Source, Span
from relgym.read.rddl.blocks import Block
from relgym.read.rddl.domain import domain_of
from relgym.read.rddl.instance import instance_of
from relgym.read.rddl.syntax.parser import Node, span_of, syntax
from relgym.read.rddl.words import a
from relgym.read.remembered import Remembered
from relgym.read.reporting import report
from relgym.read.source import PathOrText, read_source, without_rddl_comments


def read_domain(path_or_text: PathOrText) -> RDDLDomain:
    """The domain of a file or text, which may hold instances, too.

    Raises `ParseError` where it is no RDDL, `ModelError` where it makes no sense.
    """
    return _remembered(read_source(path_or_text, "domain", without_rddl_comments))


def read_instance(
    path_or_text: PathOrText, domain: RDDLDomain, further: Sequence[PathOrText] = (), role: str = "instance"
) -> Instance:
    """The instance of a file or text; its non-fluents stand there, or in one of the `further` files.

    `role` is the name of a text in messages.
    """
    source = read_source(path_or_text, role, without_rddl_comments)
    return instance_in(source, domain, [read_source(item, "non-fluents", without_rddl_comments) for item in further])


def domain_in(source: Source) -> RDDLDomain:
    block = _blocks(source, "domain")[0]
    return domain_of(*block)


_remembered = Remembered(domain_in)


def instance_in(source: Source, domain: RDDLDomain, further: Sequence[Source] = ()) -> Instance:
    block = _blocks(source, "instance")[0]
    others = [item for one in (source, *further) for item in _found(one, "nonfluents")]
    return instance_of(block, others, domain)


def kinds_of(source: Source) -> frozenset[str]:
    """The kinds of blocks of an RDDL file: `domain`, `instance`, `nonfluents`, `policy`; raises `ParseError`."""
    return frozenset(str(node.data) for node in syntax(source).children if not isinstance(node, str))


def _blocks(source: Source, kind: str) -> list[Block]:
    blocks = _found(source, kind)
    for further in blocks[1:2]:
        report(
            ModelError(
                f"this is the second {kind} of the file",
                span=_head(*further),
                expected=f"one {kind} NAME {{ ... }}",
                hint=f"put each {kind} into a file of its own",
                code="E104",
            )
        )
    if not blocks:
        others = [node for node in syntax(source).children if not isinstance(node, str)]
        # The other blocks of a file characterise it better than its non-fluents.
        other = min(others, key=lambda node: node.data not in ("domain", "instance"), default=None)
        raise ModelError(
            f"{source.name} has no {kind}" if other is None else f"{a(kind)} is expected, and this file has none",
            span=None if other is None else _head(source, other),
            expected=f"{kind} NAME {{ ... }}",
            hint=None if other is None else _SWAPPED.get((kind, str(other.data))),
            code="E104",
        )
    return blocks


def _found(source: Source, kind: str) -> list[Block]:
    return [(source, node) for node in syntax(source).children if not isinstance(node, str) and node.data == kind]


def _head(source: Source, node: Node) -> Span:
    """The block's kind and name."""
    span, name = span_of(source, node), span_of(source, node.children[0])
    assert span is not None and name is not None
    return Span(source, span.start, name.end)


_SWAPPED = {
    ("domain", "instance"): "this is the file of an instance; the two may be swapped",
    ("domain", "nonfluents"): "this is a file of non-fluents; the domain is in another",
    ("instance", "domain"): "this is the file of a domain; the two may be swapped",
    ("instance", "nonfluents"): "this is a file of non-fluents; the instance is in another",
}
