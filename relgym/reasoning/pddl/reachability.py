"""Relaxed reachability: the atoms and actions of a task that its delete relaxation reaches.

The relaxation keeps what was ever true and takes for true whatever depends on something being false, or on
numbers that change; every random outcome happens (Helmert, Concise finite-domain representations, 2009,
section 6). It is a logic program, so that an engine computes it. What it leaves out is out of reach for sure;
what it holds need not be within reach.

>>> import relgym
>>> domain, problem = roads("a b c d", "a b, d c", goal="b")
>>> found = reachable(relgym.load(domain, problem))
>>> [str(atom) for atom in found.atoms], [str(action) for action in found.actions]
(['(at a)', '(at b)'], ['(go a b)'])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from relgym.backends import registry
from relgym.backends.base import Limits, Reached
from relgym.errors import BackendError
from relgym.model.pddl.action import Action
from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Vocabulary
from relgym.model.program import (
    Program,
    Role,
    Row,
    Symbol,
)
from relgym.translate.program.relaxation import Relaxation
from relgym.translate.program.task import Schema, Translation, layered
from relgym.tuning.reasoning import REACHABILITY_SECONDS


@dataclass(frozen=True, slots=True)
class Reachable:
    """Atoms of predicates that change, derived atoms, and actions, each sorted by name and objects' numbers."""

    atoms: tuple[Atom, ...]
    derived: tuple[Atom, ...]
    actions: tuple[Action, ...]


def reachable(task: Task, limits: Limits | None = None) -> Reachable:
    """The atoms and actions of a task that its relaxation reaches from any of its starts.

    Raises `BackendError` if that takes longer than the limits allow.
    """
    translation = Translation(task)
    rows = reached(translation, limits)
    by_name = sorted(translation.schemas, key=lambda schema: schema.action.name)
    return Reachable(
        tuple(_atoms(task, translation.program.fluents, rows)),
        tuple(_atoms(task, translation.derived, rows)),
        tuple(action for schema in by_name for action in _actions(task, schema, rows[schema.symbol])),
    )


def reached(translation: Translation, limits: Limits | None = None, most: int | None = None) -> dict[Symbol, list[Row]]:
    """The rows within reach of predicates that change, of derived and auxiliary symbols, and of every applicable(a).

    They are sorted; those of applicable(a) bind all parameters, chosen or not. Raises as `reachable`, and also if the
    engine lists more than `most` rows on the way.
    """
    return _Relaxation(translation).solve(limits or Limits(seconds=600), most)


def _atoms(task: Task, symbols: Iterable[Symbol], rows: Mapping[Symbol, list[Row]]) -> Iterator[Atom]:
    for symbol in sorted(symbols, key=lambda symbol: symbol.name):
        for row in rows[symbol]:
            yield Atom(symbol.name, tuple(task.objects[number] for number in row))


def _actions(task: Task, schema: Schema, rows: list[Row]) -> Iterator[Action]:
    for row in dict.fromkeys(row[: schema.free] for row in rows):
        yield Action(schema.action.name, tuple(task.objects[number] for number in row))


class _Relaxation:
    """The relaxed program of a task."""

    def __init__(self, translation: Translation) -> None:
        self._task = translation.task
        self._translation = translation
        self._relaxation = Relaxation(translation)
        self.program = self._program(translation.program)

    def solve(self, limits: Limits, most: int | None) -> dict[Symbol, list[Row]]:
        engine = registry.create("builtin", limits)
        engine.budget.rows = most
        vocabulary = Vocabulary(self._task.objects)
        engine.load(self.program, vocabulary)
        engine.move_to(State(vocabulary, 0))
        translation = self._translation
        auxiliary = {rule.head.symbol for rule in translation.program.rules if rule.head.symbol.role is Role.AUX}
        named = [
            *self._relaxation.reach,
            *translation.derived,
            *sorted(auxiliary, key=str),
            *(schema.symbol for schema in translation.schemas),
        ]
        answers = engine.answers([*self._relaxation.reach.values(), *named[len(self._relaxation.reach) :]])
        engine.close()
        return {symbol: sorted(rows) for symbol, rows in zip(named, answers, strict=True)}

    # -- the program -------------------------------------------------------------------------

    def _program(self, program: Program) -> Program:
        flat = self._relaxation.rules()
        facts = {**self._relaxation.types(flat), **program.facts}
        starts = self._translation.possible_starts()
        facts |= {start: frozenset(starts[symbol]) for symbol, start in self._relaxation.start.items()}
        layers = [*layered(flat)]
        return replace(
            program,
            fluents=(),
            functions=(),
            facts=facts,
            rules=tuple(rule for _, rules, _ in layers for rule in rules),
            strata=tuple(symbols for symbols, _, _ in layers),
            recursive=frozenset(symbol for symbols, _, recursive in layers if recursive for symbol in symbols),
        )


def reached_soon(translation: Translation) -> Reached | None:
    """Return the reachable rows; `None` if they take longer than `REACHABILITY_SECONDS` seconds."""
    try:
        return reached(translation, Limits(seconds=REACHABILITY_SECONDS))
    except BackendError:
        return None
