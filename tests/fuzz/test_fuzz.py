"""Differential fuzzing: random tasks, read from PDDL text, walked along on every engine beside an oracle.

Each example is made, read and worked out once, and then walked along on one engine after the other.

The oracle (`oracle.py`) works everything out from the model alone, so whoever agrees with it agrees with
all others. The ordinary run tries the same examples each time; `--hypothesis-profile=thorough` tries
thousands, others each time. What was found once stands in `tests/features/regressions`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

import pytest
from fuzz.oracle import Oracle, Reading, World
from fuzz.strategies import Case, Kinds, cases
from hypothesis import HealthCheck, given, note, settings
from thorough import THOROUGH, examples_of

from relgym import Outcome, Reasoner, State, Task, load
from relgym.errors import AmbiguousAction, BackendError, InvalidAction, RelgymError, RelgymWarning, UnsupportedFeature
from relgym.model.pddl.formulas import Atom, Formula
from relgym.write.pddl import write_domain, write_problem


def examples(ordinary: int) -> settings:
    """Settings with so many examples in the ordinary run, always the same ones."""
    return settings(
        max_examples=examples_of(ordinary),
        derandomize=not THOROUGH,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
    )


def read(task: Task) -> Task:
    """The task as it is after a journey through PDDL."""
    domain, problem = write_domain(task.domain), write_problem(task.problem)
    note(domain)
    note(problem)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RelgymWarning)
        return load(domain, problem)


@dataclass
class Walk:
    """One engine and the oracle, walking side by side."""

    reasoner: Reasoner
    oracle: Oracle
    case: Case

    def run(self) -> None:
        starts = self.starts()
        state, world = starts[sum(self.case.turns) % len(starts)]
        seen = [*map(self.elsewhere, self.case.elsewhere), (state, world)]
        for turn in self.case.turns:
            note(f"in {world}")
            after = self.step(state, self.oracle.at(world), turn)
            # At an end, and now and then, the walk goes on elsewhere, so that engines must jump.
            state, world = seen[turn // 7 % len(seen)] if after is None or turn % 7 == 0 else after
            seen.append((state, world))
        self.look(state, self.oracle.at(world))

    def starts(self) -> list[tuple[State, World]]:
        """All starts; the one without draws, or with the likeliest ones, is among them."""
        pairs = self.pairs(self.reasoner.starts(), self.oracle.starts())
        assert whole_of(self.reasoner.initial_state) in [whole(world) for _, world in pairs]
        return pairs

    def pairs(self, found: list[Outcome], expected: dict[World, Fraction]) -> list[tuple[State, World]]:
        """The same states with the same probabilities, put together."""
        outcomes = {whole_of(outcome.state): outcome for outcome in found}
        assert len(outcomes) == len(found), "each state once"
        assert outcomes.keys() == {whole(world) for world in expected}, "outcomes"
        for world, share in expected.items():
            assert outcomes[whole(world)].probability == pytest.approx(float(share)), "probability"
        worlds = sorted(expected, key=lambda world: (sorted(world.facts), sorted(world.values)))
        return [(outcomes[whole(world)].state, world) for world in worlds]

    def elsewhere(self, atoms: tuple[Atom, ...]) -> tuple[State, World]:
        world = self.oracle.elsewhere(atoms)
        values = {text(fluent): value for fluent, value in world.values}
        state = self.reasoner.state(map(text, world.facts), values)
        assert whole_of(state) == whole(world), "state"
        return state, world

    def step(self, state: State, reading: Reading, turn: int) -> tuple[State, World] | None:
        """Ask everything about a state, and go on by one of its valid actions, if there is any."""
        valid = reading.valid()
        single = sorted(reading.single())
        ambiguous = valid.keys() - single
        if turn % 2 and single:
            # By itself, before anything else has been asked about the state.
            assert self.reasoner.is_valid(state, text(single[turn % len(single)]))
        self.look(state, reading)
        if ambiguous:
            with pytest.raises(AmbiguousAction):
                self.reasoner.outcomes(state, text(min(ambiguous)))
        self.invalid(state, reading, valid.keys(), turn)
        return self.follow(state, reading, single[turn % len(single)], turn) if single else None

    def look(self, state: State, reading: Reading) -> None:
        r = self.reasoner
        actions = [str(action) for action in r.valid_actions(state)]
        assert sorted(actions) == sorted(map(text, reading.single())), "valid actions"
        assert {str(atom) for atom in r.derived(state)} == set(map(text, reading.derived)), "derived atoms"
        assert r.goal(state) == reading.holds(r.task.problem.goal, {}), "goal"
        for query in self.case.queries:
            self.ask(state, reading, query)

    def ask(self, state: State, reading: Reading, query: Formula) -> None:
        note(f"asked {query}")
        found = self.reasoner.answers(state, query)
        free = [variable for variable in FREE if variable in found.variables]
        rows = {tuple(str(item) for item in row) for row in found}
        assert len(rows) == len(found), "each answer once"
        everything = list(self.oracle.types)
        expected = {
            tuple(binding[variable] for variable in found.variables)
            for binding in bindings(free, everything)
            if reading.holds(query, binding)
        }
        assert rows == expected, "answers"
        assert self.reasoner.holds(state, query) == bool(expected), "holds"

    def invalid(self, state: State, reading: Reading, valid: object, turn: int) -> None:
        """An action that is of the task, but not valid here, is refused."""
        schemas = self.reasoner.task.domain.actions
        schema = schemas[turn % len(schemas)]
        chosen = {
            (schema.name, *(binding[name] for name in schema.free))
            for binding in self.oracle.bindings(schema.parameters, {})
        }
        others = sorted(chosen - set(valid))
        if others:
            action = text(others[turn % len(others)])
            assert not self.reasoner.is_valid(state, action), action
            with pytest.raises(InvalidAction):
                self.reasoner.outcomes(state, action)

    def follow(self, state: State, reading: Reading, chosen: tuple[str, ...], turn: int) -> tuple[State, World] | None:
        """The outcomes of an action, and one of them."""
        action = text(chosen)
        note(f"did {action}")
        (binding,) = reading.valid()[chosen]
        schema = self.reasoner.task.actions[chosen[0]]
        expected = reading.outcomes(schema, binding)
        pairs = self.pairs(self.reasoner.outcomes(state, action), expected)
        drawn = self.reasoner.successor(state, action, Random(turn))
        assert whole_of(drawn) in [whole(world) for _, world in pairs], "drawn outcome"
        return pairs[turn // 3 % len(pairs)]


FREE = ("?q", "?x")


def bindings(variables: list[str], names: list[str]) -> list[dict[str, str]]:
    found: list[dict[str, str]] = [{}]
    for variable in variables:
        found = [{**binding, variable: name} for binding in found for name in names]
    return found


def text(words: tuple[str, ...]) -> str:
    return f"({' '.join(words)})"


Whole = tuple[frozenset[str], frozenset[tuple[str, object]]]


def whole(world: World) -> Whole:
    return frozenset(map(text, world.facts)), frozenset((text(fluent), value) for fluent, value in world.values)


def whole_of(state: State) -> Whole:
    atoms = frozenset(str(atom) for atom in state.atoms)
    return atoms, frozenset((str(fluent), value) for fluent, value in state.fluents.items())


def walk(engines: Sequence[str], case: Case, refused: Callable[[str, RelgymError], bool] = lambda *_: False) -> None:
    """Walk along a case on each engine; errors that `refused` accepts of an engine end its walk."""
    task = read(case.task)
    oracle = Oracle(task)
    for backend in engines:
        note(f"on {backend}")
        try:
            with Reasoner(task, backend) as reasoner:
                Walk(reasoner, oracle, case).run()
        except (UnsupportedFeature, BackendError) as error:
            if not refused(backend, error):
                raise


@examples(50)
@given(case=cases(Kinds()))
def test_logic(engines: list[str], case: Case) -> None:
    walk(engines, case)


@examples(20)
@given(case=cases(Kinds(chances=True, bound=True)))
def test_chances_and_bound_parameters(engines: list[str], case: Case) -> None:
    walk(engines, case)


@examples(25)
@given(case=cases(Kinds(numbers=True, chances=True)))
def test_integers(engines: list[str], case: Case) -> None:
    walk(engines, case)


@examples(20)
@given(case=cases(Kinds(numbers=True, fractions=True)))
def test_fractions(engines: list[str], case: Case) -> None:
    def refused(backend: str, error: RelgymError) -> bool:
        # In the task, in a question, or in a state that a division leads to.
        return backend == "clingo" and ("does not support" in error.message or "only integers" in error.message)

    walk(engines, case, refused)
