"""Ground tasks as tables of tests and changes of packed states.

Word n of a state holds the facts 32 * n to 32 * n + 31, lowest bit first. A conjunction of literals is a test
`state & mask == wanted`, word by word. An action is valid if one of its tests passes; its changes, each with a test of
its own, delete some facts and then add some. The outcomes of draws are further bits, above those of all facts.

Tables are the fastest form of a step where each environment has separate words, as on an accelerator. Conditions
whose disjunctive normal form is too large, axioms that depend on each other, and numbers are left to the circuits.

>>> import relgym
>>> domain = '''(define (domain d) (:predicates (at ?x) (road ?x ?y))
...   (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
...    :effect (and (not (at ?x)) (at ?y))))'''
>>> problem = "(define (problem p) (:domain d) (:objects a b) (:init (at a) (road a b)) (:goal (at b)))"
>>> tables = word_tables(relgym.batch(relgym.load(domain, problem), 1).task)
>>> tables.masks.tolist(), tables.wanted.tolist()
([[1], [2], [0]], [[1], [2], [1]])
>>> tables.valid.tolist(), tables.goal.tolist(), tables.deleted.tolist(), tables.added.tolist()
([[0]], [1], [[[1]]], [[[2]]])
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain
from operator import or_
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from relgym.batched.arrays import CONSTANTS
from relgym.model.bits import bits_of
from relgym.model.pddl.grounded import VALID, BatchTask, DrawGates, Fixpoint, GateNet, Gates
from relgym.tuning.batched import ACTION_CHANGES_LIMIT, CLAUSES_LIMIT, PRODUCT_LIMIT, WORD_TABLE_LIMIT

WORD_BITS = 32


@dataclass(frozen=True, slots=True)
class WordTables:
    """The tests and changes of a task.

    Attributes:
        masks: For each test the bits that matter: shape (tests, words of facts and outcomes), dtype uint32.
        wanted: Those of them that must be true. The last test never passes.
        goal: The tests of which one must pass for the goal to hold.
        valid: For each action the tests of which one must pass: shape (actions, most tests of an action), filled up
            with the last test.
        guards: For each action the tests of its changes; -1 for a change that needs none beyond the validity of the
            action: shape (actions, most changes of an action), filled up with changes of nothing.
        deleted: The facts that each change deletes: shape (actions, most changes, words of facts), dtype uint32.
        added: The facts that it adds afterwards.
        spreads: For each draw of a step, the spreads of its outcomes, whose bits come one after the other.
    """

    masks: NDArray[np.uint32]
    wanted: NDArray[np.uint32]
    goal: NDArray[np.intp]
    valid: NDArray[np.intp]
    guards: NDArray[np.intp]
    deleted: NDArray[np.uint32]
    added: NDArray[np.uint32]
    spreads: tuple[tuple[tuple[float, ...], ...], ...]


class Conjunction(NamedTuple):
    """A conjunction of bits that are true and bits that are false."""

    true: int
    false: int


_ALWAYS = Conjunction(0, 0)

Disjunction = tuple[Conjunction, ...]
"""A disjunction of conjunctions."""


def word_count(facts: int) -> int:
    """Return the number of words of some facts, at least one."""
    return max(1, -(-facts // WORD_BITS))


def word_tables(task: BatchTask) -> WordTables | None:
    """Return the tables of a task; None if it is left to the circuits."""
    if task.values:
        return None
    several = len(task.tasks)
    flags = ((1 << several) - 1) << (task.facts - several) if several > 1 else 0
    conditions = _Forms(task.conditions, flags)
    known: list[Disjunction] = []
    for row in range(task.conditions.rows)[task.reported][: VALID + task.size]:
        clauses = conditions.of(row)
        if clauses is None:
            return None
        known.append(clauses)
    goal, *valid = known
    changes = _changes(task, conditions)
    if changes is None:
        return None
    # A change needs no test if the validity of its action implies it.
    of_action: list[list[tuple[Conjunction | None, int, int]]] = [[] for _ in valid]
    for (action, guard), (deleted, added) in changes.items():
        implied = all(_implies(each, guard) for each in valid[action])
        of_action[action].append((None if implied else guard, deleted, added))
    guards = [guard for changes in of_action for guard, _, _ in changes if guard is not None]
    tests = {clause: number for number, clause in enumerate(dict.fromkeys([*chain(*valid), *goal, *guards]))}
    never = len(tests)
    words = word_count(task.facts)
    draws = [step for step in task.effects.steps if isinstance(step, DrawGates)]
    outcomes = sum(len(spread) for step in draws for spread in step.spreads)
    width = words + (word_count(outcomes) if outcomes else 0)
    ways, most = (max((len(several) for several in each), default=0) or 1 for each in (valid, of_action))
    largest = max((never + 1) * width, task.size * most * words)
    if most > ACTION_CHANGES_LIMIT or largest > WORD_TABLE_LIMIT:
        return None
    padded = [changes + [(None, 0, 0)] * (most - len(changes)) for changes in of_action]
    return WordTables(
        masks=_words([each.true | each.false for each in tests] + [0], width),
        wanted=_words([each.true for each in tests] + [1], width),
        goal=np.array([tests[clause] for clause in goal], np.intp),
        valid=np.array(
            [[*(tests[each] for each in numbers), *[never] * (ways - len(numbers))] for numbers in valid], np.intp
        ),
        guards=np.array(
            [[-1 if guard is None else tests[guard] for guard, _, _ in changes] for changes in padded], np.intp
        ),
        deleted=_words([deleted for changes in padded for _, deleted, _ in changes], words).reshape(-1, most, words),
        added=_words([added for changes in padded for _, _, added in changes], words).reshape(-1, most, words),
        spreads=tuple(step.spreads for step in draws),
    )


def _implies(stronger: Conjunction, weaker: Conjunction) -> bool:
    return not weaker.true & ~stronger.true and not weaker.false & ~stronger.false


def _words(rows: Sequence[int], width: int) -> NDArray[np.uint32]:
    """Write sets of bits as words."""
    octets = b"".join(row.to_bytes(4 * width, "little") for row in rows)
    return np.frombuffer(octets, "<u4").astype(np.uint32).reshape(len(rows), width)


class _Forms:
    """The rows of a net and their negations in disjunctive normal form, over its inputs and the outcomes of draws.

    The bits of facts are those of inputs; outcomes have the next ones. `flags` are bits of which exactly one is true;
    `limit` is the largest number of clauses of a disjunction.
    """

    def __init__(self, net: GateNet, flags: int = 0, limit: int = CLAUSES_LIMIT) -> None:
        self._flags = flags
        self._limit = limit
        self._gates: list[tuple[str, list[int]] | None] = [("or", []), ("and", [])]
        self._literals = {CONSTANTS + place: 1 << place for place in range(net.inputs)}
        self._gates += [None] * net.inputs
        outcomes = net.inputs
        for step in net.steps:
            match step:
                case Gates(operator, operands):
                    self._gates += [(operator, [*dict.fromkeys(column)]) for column in operands.T.tolist()]
                case Fixpoint(roots, inner):
                    self._gates += [None] * (len(roots) + sum(each.operands.shape[1] for each in inner))
                case DrawGates(_, spreads, guards, hits):
                    # An outcome is a further row after the rows of the net.
                    for guard, hit in zip(guards.tolist(), hits.tolist(), strict=True):
                        self._literals[net.rows + outcomes + hit] = 1 << outcomes + hit
                        self._gates.append(("and", [guard, net.rows + outcomes + hit]))
                    outcomes += sum(map(len, spreads))
        self._known: dict[tuple[int, bool], Disjunction | None] = {}

    def of(self, row: int, positive: bool = True) -> Disjunction | None:
        """Return a row, or its negation; None if the form is too large or unknown."""
        key = row, positive
        if key not in self._known:
            self._known[key] = self._written(row, positive)
        return self._known[key]

    def _written(self, row: int, positive: bool) -> Disjunction | None:
        if (bit := self._literals.get(row)) is not None:
            return (Conjunction(bit, 0) if positive else Conjunction(0, bit),)
        gate = self._gates[row]
        if gate is None:
            return None
        operator, operands = gate
        if operator == "not":
            return self.of(operands[0], not positive)
        parts = (self.of(operand, positive) for operand in operands)
        return _product(parts) if (operator == "and") == positive else self._union(parts)

    def _union(self, parts: Iterable[Disjunction | None]) -> Disjunction | None:
        clauses: dict[Conjunction, None] = {}
        for part in parts:
            if part is None:
                return None
            clauses |= dict.fromkeys(part)
            if len(clauses) > self._limit:
                return None
        if _ALWAYS in clauses:
            return (_ALWAYS,)
        flags = self._flags
        if len(clauses) > 1 and all(not (each.true | each.false) & ~flags for each in clauses):
            # One of some problems is played: none of the others is.
            played = reduce(or_, (each.true or flags & ~each.false for each in clauses))
            return (Conjunction(0, flags & ~played),)
        return tuple(clauses)


def _product(parts: Iterable[Disjunction | None]) -> Disjunction | None:
    product: Disjunction | None = (_ALWAYS,)
    for part in parts:
        # False remains false in a conjunction with an unknown value.
        if part is None or part == ():
            product = part
        elif product:
            product = _both(product, part)
        if product == ():
            break
    return product


def _both(one: Disjunction, other: Disjunction) -> Disjunction | None:
    """Return the conjunction of two forms; None if it is too large."""
    if len(one) * len(other) > PRODUCT_LIMIT:
        return None
    product = {
        Conjunction(a.true | b.true, a.false | b.false): None
        for a in one
        for b in other
        if not a.true & b.false and not a.false & b.true
    }
    return tuple(product) if len(product) <= CLAUSES_LIMIT else None


def _changes(task: BatchTask, conditions: _Forms) -> dict[tuple[int, Conjunction], tuple[int, int]] | None:
    """Return the facts that are deleted and those that are added, by the action and the clause that must hold."""
    chosen = task.reported.stop - task.reported.start - VALID
    outcomes = word_count(task.facts) * WORD_BITS
    # A fact may be changed by every action.
    effects = _Forms(task.effects, limit=ACTION_CHANGES_LIMIT * task.size)
    changes: defaultdict[tuple[int, Conjunction], list[int]] = defaultdict(lambda: [0, 0])
    guards: dict[Conjunction, Disjunction | None] = {}
    for kind, rows in enumerate(task.changes.tolist()):
        for fact, row in enumerate(rows):
            clauses = effects.of(row)
            if clauses is None:
                return None
            for clause in clauses:
                actions = [*bits_of(clause.true & (1 << chosen) - 1)]
                if len(actions) != 1:
                    # Two actions are never chosen at once; a change without an action needs the circuit.
                    if actions:
                        continue
                    return None
                # Only one action is chosen, so that it is not another one says nothing.
                shifted = Conjunction(clause.true >> chosen, clause.false >> chosen)
                if shifted not in guards:
                    guards[shifted] = _guard(shifted, conditions, task.passed.tolist(), outcomes)
                guard = guards[shifted]
                if guard is None:
                    return None
                for each in guard:
                    changes[actions[0], each][kind] |= 1 << fact
    return {key: (deleted, added) for key, (deleted, added) in changes.items()}


def _guard(clause: Conjunction, conditions: _Forms, passed: Sequence[int], outcomes: int) -> Disjunction | None:
    """Write a clause over rows of conditions and outcomes as clauses over facts and outcomes."""
    hits = Conjunction(clause.true >> len(passed) << outcomes, clause.false >> len(passed) << outcomes)
    within = (1 << len(passed)) - 1
    parts = [conditions.of(passed[bit]) for bit in bits_of(clause.true & within)]
    parts += [conditions.of(passed[bit], positive=False) for bit in bits_of(clause.false & within)]
    return _product([*parts, (hits,)])
