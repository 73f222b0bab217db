"""RDDL files: a domain, and instances of it, in one file or in several.

>>> domain = read_process('''domain lamp {
...   pvariables { lit : { state-fluent, bool, default = false }; press : { action-fluent, bool, default = false }; };
...   cpfs { lit' = lit ~= press; };
... }''')
>>> read_instance("instance dark { domain = lamp; horizon = 5; }", domain).horizon
5
"""

from __future__ import annotations

from collections.abc import Sequence

from relgym.errors import ModelError
from relgym.model.rddl import Instance, Process
from relgym.model.span import Source
from relgym.read.rddl_domain import process_of
from relgym.read.rddl_instance import Block, instance_of
from relgym.read.rddl_syntax import span_of, syntax, without_comments
from relgym.read.source import PathOrText, read_source


def read_process(path_or_text: PathOrText) -> Process:
    """The domain of a file or text, which may hold instances, too.

    Raises `ParseError` where it is no RDDL, `ModelError` where it makes no sense.
    """
    return process_in(read_source(path_or_text, "domain", without_comments))


def read_instance(path_or_text: PathOrText, process: Process, further: Sequence[PathOrText] = ()) -> Instance:
    """The instance of a file or text; its non-fluents stand there, or in one of the `further` files."""
    source = read_source(path_or_text, "instance", without_comments)
    return instance_in(source, process, [read_source(item, "non-fluents", without_comments) for item in further])


def process_in(source: Source) -> Process:
    [block] = _blocks(source, "domain")
    return process_of(*block)


def instance_in(source: Source, process: Process, further: Sequence[Source] = ()) -> Instance:
    [block] = _blocks(source, "instance")
    others = [item for one in (source, *further) for item in _found(one, "nonfluents")]
    return instance_of(block, others, process)


def _blocks(source: Source, kind: str) -> list[Block]:
    found = _found(source, kind)
    if len(found) != 1:
        raise ModelError(
            f"{source.name} holds {len(found)} {kind}s" if found else f"{source.name} holds no {kind}",
            span=span_of(*found[1]) if found else None,
            expected=f"one {kind} NAME {{ ... }}",
        )
    return found


def _found(source: Source, kind: str) -> list[Block]:
    return [(source, node) for node in syntax(source).children if not isinstance(node, str) and node.data == kind]
