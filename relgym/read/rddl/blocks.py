"""Blocks of RDDL files (domain, instance, non-fluents), their sections, and the statements in these."""

from __future__ import annotations

from collections.abc import Mapping

from lark import Token

from relgym.model.span import Source
from relgym.read.rddl.constants import second_section
from relgym.read.rddl.syntax.parser import Node, tree_of
from relgym.read.reporting import report

Block = tuple[Source, Node]
"""A block of a file: the file, and the block's tree."""


def sections_of(block: Block) -> dict[str, Node]:
    """The sections of a block by the names of their trees. Raises `ModelError` for two of a kind."""
    source, node = block
    nodes: dict[str, Node] = {}
    for section in map(tree_of, node.children[1:]):
        first = nodes.get(str(section.data))
        if first is not None:
            report(second_section(source, first, section))
            continue
        nodes[str(section.data)] = section
    return nodes


def parts_of(sections: Mapping[str, Node], name: str) -> list[Node]:
    """The statements of a section; none where the block does not have it."""
    section = sections.get(name)
    return [] if section is None else [part for part in section.children if part and not isinstance(part, Token)]
