"""Random nested effects, carried out by every form of the effect tree: all agree with the transition, draw for draw.

The transition interprets the tree. Beside it stand generated steps, steps of a ground task, a batch, and the program of
a belief, which is unrolled over time. Forms that refuse a task are left out of its comparison.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np
from fuzz.strategies import ACTIONS, Kinds, Source
from fuzz.test_fuzz import examples, read
from hypothesis import event, given, note
from hypothesis import strategies as st

from relgym import Action, Reasoner, State, Task
from relgym.batched.batch import Batch
from relgym.batched.ground import ground
from relgym.belief import Belief
from relgym.errors import BackendError, ModelError, SimulationError, UnsupportedFeature
from relgym.model.numeric import FluentValue, Value
from relgym.model.pddl.domain import ActionSchema
from relgym.model.pddl.effects import Add, All, Delete, Effect, ForallEffect, Probabilistic, When
from relgym.model.pddl.formulas import TRUE, Atom, Not
from relgym.simulate.pddl import PDDLSimulator

Content = tuple[set[Atom], dict[FluentValue, Value]]
"""The true atoms and the values that actions may change."""

Step = Callable[[State, Action, random.Random], Content]
"""A way to carry out an action in a state."""

SEEDS = range(4)


@st.composite
def tasks(draw: st.DrawFn, kinds: Kinds) -> Task:
    """A task whose actions are always applicable, unless numbers forbid it, and have deeply nested effects."""
    source = Source(draw, kinds)
    task = source.task()
    source.objects = task.domain.constants
    actions = []
    for name in ACTIONS[: source.number(1, 2)]:
        parameters = source.variables(0, 2)
        effects = tuple(nested(source, parameters, 2) for _ in range(source.number(1, 3)))
        free = tuple(variable.name for variable in parameters)
        actions.append(ActionSchema(name, parameters, free, TRUE, All(effects)))
    problem = replace(task.problem, chances=(), goal=TRUE)
    return Task(replace(task.domain, actions=tuple(actions)), problem)


def nested(source: Source, scope, depth: int) -> Effect:
    """A condition, a quantifier or a draw around effects of which at least one changes an atom."""
    if not depth:
        basic = [predicate for predicate in source.predicates if predicate.name not in source.level]
        atom = source.atom(scope, basic)
        change = source.effect(scope, 1, 1) if atom is None or source.chance(3) else Add(atom)
        return Delete(atom) if isinstance(change, Add) and source.chance(3) and atom else change
    match source.number(0, 4 if source.kinds.chances else 2):
        case 0:
            formula = source.formula(scope, 1)
            return When(Not(formula) if source.chance(2) else formula, nested(source, scope, depth - 1))
        case 1:
            bound = source.variables(1, 1)
            return ForallEffect(bound, nested(source, source.inside(scope, bound), depth - 1))
        case 2:
            return All((nested(source, scope, depth - 1), nested(source, scope, depth - 1)))
        case _:
            share = source.one((Fraction(1, 4), Fraction(1, 2)))
            outcomes = (share, nested(source, scope, depth - 1)), (share, nested(source, scope, depth - 1))
            return Probabilistic(outcomes)


def content(state: State) -> Content:
    terms = state.vocabulary.terms
    values = {FluentValue(name, terms(row)): value for (name, row), value in state.own_values()}
    return {Atom(name, terms(row)) for name, row in state.own_atoms()}, values


def walked(reasoner: Reasoner, grounds: bool, keeps: bool) -> Step:
    """Steps of a walker: generated functions, or bit operations of the ground task."""
    walker = PDDLSimulator(reasoner, keeps=lambda action: keeps)
    if grounds:
        assert walker.ground()

    def step(state: State, action: Action, rng: random.Random) -> Content:
        walker.go_to(state)
        walker.step(action, rng)
        return content(walker.state)

    return step


def batched(reasoner: Reasoner) -> Step:
    """Steps of a batch of one environment."""
    batch = Batch(ground([reasoner.task]), 1)
    batch.reset()
    numbers = {action: number for number, action in batch.task.actions[0].items()}

    def step(state: State, action: Action, rng: random.Random) -> Content:
        batch.set_state(0, state)
        [done] = batch.step([numbers[action]], lambda taking: np.array([rng.random() if taking[0] else 2.0]))
        assert done
        return {*batch.atoms(0)}, batch.fluents(0)

    return step


def ways(reasoner: Reasoner) -> Iterator[tuple[str, Step]]:
    yield "generated steps", walked(reasoner, False, True)
    yield "ground task", walked(reasoner, True, False)
    try:
        yield "batch", batched(reasoner)
    except UnsupportedFeature as refused:
        note(refused.message)


def compare(task: Task) -> None:
    """Carry out each action of the start state in all ways, from all seeds."""
    with Reasoner(read(task)) as reasoner:
        state = reasoner.initial_state
        every = [*ways(reasoner)]
        for seed in SEEDS:
            actions = reasoner.valid_actions(state)
            if not actions:
                return
            action = actions[seed % len(actions)]
            note(f"did {action} in {state}")
            rng = random.Random(seed)
            try:
                after = reasoner.successor(state, action, rng)
            except (BackendError, ModelError) as error:
                event(error.message.split(" on ")[0])
                return
            for name, step in every:
                own = random.Random(seed)
                try:
                    found = step(state, action, own)
                except SimulationError as large:
                    assert "too large" in large.message
                    continue
                event(name)
                assert found == content(after), name
                assert own.getstate() == rng.getstate(), name
            state = after


@examples(25)
@given(task=tasks(Kinds(chances=True)))
def test_atoms(task: Task) -> None:
    compare(task)


@examples(25)
@given(task=tasks(Kinds(numbers=True, chances=True)))
def test_numbers(task: Task) -> None:
    compare(task)


@examples(20)
@given(task=tasks(Kinds(chances=True)))
def test_histories(task: Task) -> None:
    with Reasoner(read(task)) as reasoner:
        state = reasoner.initial_state
        for action in reasoner.valid_actions(state)[:2]:
            belief = Belief(reasoner.task)
            belief.start(())
            belief.after(action, ())
            expected = {outcome.state for outcome in reasoner.outcomes(state, action)}
            assert {*belief.states(len(expected) + 1)} == expected
