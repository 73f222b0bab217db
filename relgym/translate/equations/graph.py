"""The dynamic Bayesian network of an RDDL problem: the dependencies between the values of a step.

It is lifted, with one node for each fluent, or ground, with one node for each value. Constants have no nodes.

>>> from relgym.read.rddl.loading import read_domain
>>> net = lifted_net(read_domain('''domain lamp {
...   pvariables { lit : { state-fluent, bool, default = false }; press : { action-fluent, bool, default = false }; };
...   cpfs { lit' = lit ~= press; };
...   reward = lit';
... }'''))
>>> [(node.name, node.level) for node in net.nodes]
[('lit', 0), ('press', 0), ("lit'", 1), ('reward', 2)]
>>> net.edges
(('lit', "lit'"), ('press', "lit'"), ("lit'", 'reward'))
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from relgym.errors import RelgymError
from relgym.model.rddl.domain import COMPUTED, Cpf, Declaration, Kind, RDDLDomain
from relgym.model.rddl.equations import label
from relgym.model.rddl.expressions import Fluent, Slot, Value
from relgym.model.rddl.traversal import walk
from relgym.read.rddl.order import computed_in_step, evaluation_order
from relgym.translate.equations.layout import Layout
from relgym.translate.equations.reads import Reads

MOST_NODES = 400
"""The largest number of nodes of a ground net; larger nets are not readable."""

REWARD = "reward"
"""The name of the reward's node; it is a keyword of RDDL, so no fluent has it."""


class NodeRole(Enum):
    """The role of a node; its value is the text shown to users."""

    STATE = "state"
    ACTION = "action"
    INTERMEDIATE = "interm-fluent"
    DERIVED = "derived-fluent"
    NEXT = "next state"
    OBSERVED = "observation"
    REWARD = "reward"


_ROLES = {
    Kind.ACTION: NodeRole.ACTION,
    Kind.INTERMEDIATE: NodeRole.INTERMEDIATE,
    Kind.DERIVED: NodeRole.DERIVED,
    Kind.STATE: NodeRole.NEXT,
    Kind.OBSERVED: NodeRole.OBSERVED,
}


@dataclass(frozen=True, slots=True)
class NetNode:
    """A value with its objects, or all values of a fluent.

    States and actions have `level` 0, and every edge leads to a higher level.
    """

    name: str
    role: NodeRole
    level: int
    objects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Net:
    """Nodes in the order of level, then of declaration, and edges in the order of the reading node."""

    title: str
    nodes: tuple[NetNode, ...]
    edges: tuple[tuple[str, str], ...]

    def to_json(self) -> dict[str, Any]:
        """Return the `title`, the `nodes` with their `name`, `role` and `level`, and the `edges` as pairs of names."""
        nodes = [{"name": node.name, "role": node.role.value, "level": node.level} for node in self.nodes]
        return {"title": self.title, "nodes": nodes, "edges": [list(edge) for edge in self.edges]}


def levels(domain: RDDLDomain) -> tuple[tuple[Cpf, ...], ...]:
    """Group the cpfs by the order of computation; those of the first level read nothing computed in the same step."""
    level_of: dict[str, int] = {}
    for cpf in evaluation_order(domain):
        level_of[cpf.fluent] = 1 + max((level_of[name] for name, _ in computed_in_step(cpf.value, domain)), default=0)
    return tuple(
        tuple(cpf for cpf in domain.cpfs if level_of[cpf.fluent] == level)
        for level in range(1, max(level_of.values(), default=0) + 1)
    )


def head(fluent: Declaration) -> str:
    """Return the name of the value that a cpf computes; of a state-fluent it is the next value, `lit'`."""
    return f"{fluent.name}'" if fluent.kind is Kind.STATE else fluent.name


def lifted_net(domain: RDDLDomain) -> Net:
    """Build the net with one node for each fluent, and an edge for each fluent that a cpf reads."""
    nodes = [NetNode(fluent.name, role, level) for fluent, role, level in _places(domain)]
    values = {domain.declared[cpf.fluent]: cpf.value for cpf in domain.cpfs}
    edges = [(name, head(fluent)) for fluent, value in values.items() for name in _read(value, domain)]
    edges += [(name, REWARD) for name in _read(domain.reward, domain)]
    return _net(domain.name, [_marked(node) for node in nodes], edges, domain)


def ground_net(layout: Layout) -> Net:
    """Build the net with one node for each value of the instance, without edges that constants rule out.

    Raises `RelgymError` if it has more than `MOST_NODES` nodes.
    """
    domain = layout.domain
    places = [*_places(domain)]
    count = sum(layout.cells(fluent.name) for fluent, _, _ in places) + 1
    if count > MOST_NODES:
        raise RelgymError(
            f"the ground net of '{layout.instance.name}' has {count} nodes",
            expected=f"at most {MOST_NODES}, more are no help to look at",
            hint=f"the lifted net, without --ground, has {len(places) + 1}: one for each fluent",
        )
    nodes = [
        _marked(NetNode(name, role, level, tuple(map(label, row))))
        for fluent, role, level in places
        for name, row in zip(layout.names(fluent.name), layout.rows(fluent.name), strict=True)
    ]
    reads = Reads(layout)
    edges: list[tuple[str, str]] = []
    for cpf in domain.cpfs:
        mark = "'" if domain.declared[cpf.fluent].kind is Kind.STATE else ""
        for name, row in zip(layout.names(cpf.fluent), layout.rows(cpf.fluent), strict=True):
            binding = {variable.name: item for variable, item in zip(cpf.parameters, row, strict=True)}
            edges += [(read, f"{name}{mark}") for read in reads.names(cpf.value, binding)]
    edges += [(read, REWARD) for read in reads.names(domain.reward, {})]
    return _net(layout.instance.name, nodes, edges, domain)


def _places(domain: RDDLDomain) -> Iterator[tuple[Declaration, NodeRole, int]]:
    """Yield every fluent with its role and level, state-fluents twice."""
    level = _levels_to_look_at(domain)
    for fluent in domain.fluents:
        if fluent.kind is Kind.STATE:
            yield fluent, NodeRole.STATE, 0
        if fluent.kind in _ROLES:
            yield fluent, _ROLES[fluent.kind], level.get(fluent.name, 0)


def _levels_to_look_at(domain: RDDLDomain) -> Mapping[str, int]:
    """Return the levels of the cpfs for display.

    Next values that no other cpf reads move to the last level of their kind, and so do observations.
    """
    read = {name for cpf in domain.cpfs for name, _ in computed_in_step(cpf.value, domain)}
    level_of = {cpf.fluent: number for number, cpfs in enumerate(levels(domain), 1) for cpf in cpfs}
    for kind in (Kind.STATE, Kind.OBSERVED):
        names = [name for name in level_of if domain.declared[name].kind is kind]
        last = max((level_of[name] for name in names), default=0)
        level_of.update((name, last) for name in names if name not in read)
    return level_of


def _read(value: Value, domain: RDDLDomain) -> Iterator[str]:
    """Yield the nodes that a value reads, each once."""
    seen = set()
    for node in walk(value):
        match node:
            case Fluent(name, _, primed):
                read = f"{name}'" if primed else name
            case Slot(name):
                read = name
            case _:
                continue
        if domain.declared[name].kind in COMPUTED | {Kind.ACTION} and read not in seen:
            seen.add(read)
            yield read


def _marked(node: NetNode) -> NetNode:
    return replace(node, name=f"{node.name}'") if node.role is NodeRole.NEXT else node


def _net(title: str, nodes: list[NetNode], edges: list[tuple[str, str]], domain: RDDLDomain) -> Net:
    nodes = [*nodes, NetNode(REWARD, NodeRole.REWARD, max((node.level for node in nodes), default=0) + 1)]
    nodes.sort(key=lambda node: node.level)
    number = {node.name: index for index, node in enumerate(nodes)}
    return Net(title, tuple(nodes), tuple(sorted(edges, key=lambda edge: (number[edge[1]], number[edge[0]]))))
