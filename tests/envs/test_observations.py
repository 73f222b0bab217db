"""Observations as bits, tables, graphs and text: what they hold, and that nothing of the state is lost."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from envs.stacks import TRAIN
from envs.texts import CHEAP, FORK, LINE, ROADS, TOLLS
from gymnasium.spaces import GraphInstance

import relgym
from relgym.envs import FactsObservation, FlatObservation, GraphObservation, TextObservation
from relgym.errors import ModelError
from relgym.model.formulas import Atom
from relgym.model.numeric import exact

ABOVE = """(define (domain above) (:requirements :adl :derived-predicates)
  (:predicates (on ?x ?y) (free ?x) (above ?x ?y) (between ?x ?y ?z) (calm))
  (:derived (above ?x ?y) (or (on ?x ?y) (exists (?z) (and (on ?x ?z) (above ?z ?y)))))
  (:action drop :parameters (?x ?y ?z) :precondition (and (on ?x ?y) (free ?z) (not (calm)))
    :effect (and (not (on ?x ?y)) (on ?x ?z) (between ?x ?y ?z) (calm)))
  (:action stir :parameters () :effect (not (calm))))"""
TOWER = """(define (problem tower) (:domain above) (:objects a b c) (:init (on a b) (on b c) (free c) (calm))
  (:goal (and (on a c) (not (on b c)) (forall (?x) (not (calm))) (or (calm) (on a b)))))"""


def walked(env: gym.Env[Any, Any], steps: int = 15) -> Iterator[tuple[relgym.State, Any]]:
    """States and what is observed of them, on walks through every problem."""
    core = env.unwrapped
    for problem in range(len(core.problems)):
        observation, _ = env.reset(seed=1, options={"problem": problem})
        core.action_space.seed(1)
        for _ in range(steps):
            yield core.get_state(), observation
            if not core.valid_actions():
                break
            observation, *_ = env.step(core.action_space.sample())


# -- bits -----------------------------------------------------------------------------------


def test_bits_of_a_small_problem() -> None:
    env = FlatObservation(relgym.make(ROADS, FORK))
    observation, _ = env.reset()
    # (at a), (at b), (at c), and the goal (at b).
    assert observation.tolist() == [1, 0, 0, 1]
    assert env.step("(go a c)")[0].tolist() == [0, 0, 1, 1]
    assert [env.bit(f"(at {name})") for name in "abc"] == [0, 1, 2]
    with pytest.raises(ModelError, match="has no bit"):
        env.bit("(road a b)")


def test_bits_without_the_goal() -> None:
    env = FlatObservation(relgym.make(ROADS, FORK), goal=False)
    assert env.reset()[0].tolist() == [1, 0, 0]


def test_bits_that_tell_problems_apart() -> None:
    env = FlatObservation(relgym.make(ROADS, [FORK, LINE]))
    # Of the first, second and third place: three to be at, two goals; the roads 1-3, 2-1 and 2-3, for both have 1-2.
    assert env.observation_space.n == 8
    rows = [env.reset(options={"problem": problem})[0] for problem in (0, 1)]
    assert [row[:3].tolist() for row in rows] == [[1, 0, 0], [1, 0, 0]]
    assert [int(row[3:].sum()) for row in rows] == [3, 2]
    assert not (rows[0][3:] & rows[1][3:]).any()


@pytest.mark.parametrize("derived", [False, True])
def test_goals_that_are_no_plain_conjunction(derived: bool) -> None:
    env = FlatObservation(relgym.make(ABOVE, TOWER), derived=derived)
    observation, _ = env.reset()
    core = env.unwrapped
    reachable = core.problems.reachable(0)
    size = len(reachable.atoms) + (len(reachable.derived) if derived else 0)
    assert observation[size:].tolist() == [1, 1, 1], (
        "(on a c), (not (on b c)), (not (calm)); the disjunction is left out"
    )
    shown = [*reachable.atoms, *(reachable.derived if derived else ())]
    true = core.get_state().atoms | (core.reasoner.derived(core.get_state()) if derived else set())
    seen = {str(atom) for atom in shown if observation[env.bit(str(atom))]}
    assert seen == {str(atom) for atom in true} - {"(free c)"}


@pytest.mark.parametrize("env_id", TRAIN)
def test_bits_are_the_state(env_id: str) -> None:
    env = FlatObservation(gym.make(env_id).unwrapped)
    for state, observation in walked(env):
        reachable = env.unwrapped.problems.reachable(env.unwrapped.problem).atoms
        seen = {atom for atom in reachable if observation[env.bit(str(atom))]}
        assert seen == {atom for atom in state.atoms if atom in set(reachable)}
        assert seen | set(env.unwrapped.reasoner.task.problem.init) >= state.atoms


def test_a_state_out_of_reach_has_no_bits() -> None:
    env = FlatObservation(relgym.make(ROADS, LINE.replace("(road q r)", "(road r q)")))
    env.reset()
    with pytest.raises(ModelError, match="out of reach"):
        env.observation(env.unwrapped.reasoner.state(["(at r)"]))


# -- tables ---------------------------------------------------------------------------------


@pytest.mark.parametrize("env_id", TRAIN)
def test_tables_are_the_state(env_id: str) -> None:
    env = FactsObservation(gym.make(env_id).unwrapped)
    for state, observation in walked(env):
        task = env.unwrapped.reasoner.task
        atoms, values = set(), {}
        for predicate in task.domain.predicates:
            if f"{predicate.name}/count" not in observation:
                continue
            for row in _rows(observation, predicate.name, len(predicate.parameters)):
                atoms.add(Atom(predicate.name, tuple(task.objects[number] for number in row)))
        for function in task.domain.functions:
            rows = _rows(observation, function.name, len(function.parameters))
            for row, value in zip(rows, observation[f"{function.name}/value"], strict=False):
                names = [task.objects[number].name for number in row]
                values[f"({' '.join([function.name, *names])})"] = value
        assert atoms == state.atoms
        assert values == {str(fluent): float(value) for fluent, value in state.fluents.items()}


def _rows(observation: dict[str, Any], name: str, arity: int) -> list[Any]:
    count = int(observation[f"{name}/count"])
    if arity == 0:
        return [()] * count
    table = observation[name]
    assert (table[count:] == -1).all()
    assert (table[:count] >= 0).all()
    return [tuple(row) for row in table[:count]]


def test_tables_of_goals_and_types() -> None:
    env = FactsObservation(relgym.make(ABOVE, TOWER), derived=True)
    observation, _ = env.reset()
    assert observation["on/goal"].tolist() == [[0, 2]]
    assert observation["not on/goal"].tolist() == [[1, 2]]
    assert observation["not calm/goal/count"] == 1
    assert observation["/type"].tolist() == [0, 0, 0]
    assert observation["above"][: observation["above/count"]].tolist() == [[0, 1], [0, 2], [1, 2]]
    assert "above" not in FactsObservation(relgym.make(ABOVE, TOWER)).reset()[0]
    assert "on/goal" not in FactsObservation(relgym.make(ABOVE, TOWER), goal=False).reset()[0]


# -- graphs ---------------------------------------------------------------------------------


def _edges(env: GraphObservation, graph: GraphInstance) -> set[tuple[str, int, int]]:
    names = [env.edge_features[int(edge.argmax())] for edge in graph.edges]
    return {(name, int(start), int(end)) for name, (start, end) in zip(names, graph.edge_links, strict=True)}


@pytest.mark.parametrize("derived", [False, True])
def test_a_graph_of_a_small_problem(derived: bool) -> None:
    env = GraphObservation(relgym.make(ABOVE, TOWER), derived=derived)
    graph, _ = env.reset()
    column = {name: n for n, name in enumerate(env.node_features)}
    assert graph.nodes[:, column["object"]].tolist() == [1, 1, 1]
    assert graph.nodes[:, column["free"]].tolist() == [0, 0, 1]
    assert graph.nodes[:, column["calm"]].tolist() == [1, 1, 1]
    assert graph.nodes[:, column["not calm/goal"]].tolist() == [1, 1, 1]
    edges = {
        (env.edge_features[int(e.argmax())], *map(int, link))
        for e, link in zip(graph.edges, graph.edge_links, strict=True)
    }
    closure = {("above", 0, 1), ("above", 1, 2), ("above", 0, 2)} if derived else set()
    assert edges == {("on", 0, 1), ("on", 1, 2), ("on/goal", 0, 2), ("not on/goal", 1, 2)} | closure
    env.step("(stir)")
    graph, *_ = env.step("(drop a b c)")
    edges = {
        (env.edge_features[int(e.argmax())], *map(int, link))
        for e, link in zip(graph.edges, graph.edge_links, strict=True)
    }
    assert edges >= {("between 0 1", 0, 1), ("between 0 2", 0, 2), ("between 1 2", 1, 2), ("on", 0, 2)}


@pytest.mark.parametrize("env_id", TRAIN)
def test_graphs_are_the_state(env_id: str) -> None:
    env = GraphObservation(gym.make(env_id).unwrapped, goal=False)
    for state, graph in walked(env, 8):
        task = env.unwrapped.reasoner.task
        number, functions = task.number, task.functions
        nodes, edges = set(), set()
        for name, terms, value in [
            *((a.predicate, a.terms, 1.0) for a in state.atoms),
            *((f.function, f.terms, float(v)) for f, v in state.fluents.items()),
        ]:
            row = [number[term.name] for term in terms]
            if len(row) < 2:
                nodes |= {(n, name, value) for n in (row or range(len(task.objects)))}
            elif len(row) == 2:
                edges.add((*row, name, value if name in functions else 0.0))
            else:
                edges |= {(row[i], row[j], f"{name} {i} {j}", 0.0) for i, j in combinations(range(len(row)), 2)}
        types = {item.name for item in task.domain.types}
        seen = {
            (n, name, float(graph.nodes[n, column]))
            for column, name in enumerate(env.node_features)
            for n in range(len(task.objects))
            if name not in types and graph.nodes[n, column]
        }
        assert seen == {(n, name, value) for n, name, value in nodes if value}
        # Where no predicate has two arguments, there are no edges.
        links = () if graph.edges is None else zip(graph.edge_links, graph.edges, strict=True)
        assert {(*map(int, link), *_named(env, edge)) for link, edge in links} == edges
        for kind in types:
            members = np.flatnonzero(graph.nodes[:, env.node_features.index(kind)])
            assert set(members.tolist()) == task.members[kind]


def _named(env: GraphObservation, edge: np.ndarray) -> tuple[str, float]:
    names = [name for name in env.edge_features if name != "value"]
    (column,) = np.flatnonzero(edge[: len(names)])
    return names[column], float(edge[-1]) if len(env.edge_features) > len(names) else 0.0


# -- text -----------------------------------------------------------------------------------


def test_the_text_of_a_small_problem() -> None:
    env = TextObservation(relgym.make(TOLLS, CHEAP.format(metric="minimize (total-cost)")))
    assert env.reset()[0].splitlines() == [
        "(at a)",
        "(road a b)",
        "(road b c)",
        "(= (toll a b) 3/2)",
        "(= (toll b c) 2)",
        "(= (total-cost) 0)",
        "(:goal (at c))",
    ]
    assert "(= (total-cost) 3/2)" in env.step("(go a b)")[0]


@pytest.mark.parametrize("env_id", TRAIN)
def test_texts_are_the_state(env_id: str) -> None:
    env = TextObservation(gym.make(env_id).unwrapped, goal=False)
    for state, text in walked(env):
        core = env.unwrapped
        atoms = [line for line in text.splitlines() if not line.startswith("(= ")]
        assert atoms == sorted(map(str, state.atoms))
        written = dict(line[3:-1].rsplit(" ", 1) for line in text.splitlines() if line.startswith("(= "))
        values = {fluent: exact(Fraction(value)) for fluent, value in written.items()}
        assert core.reasoner.state(atoms, values) == state


def test_texts_with_derived_atoms() -> None:
    env = TextObservation(relgym.make(ABOVE, TOWER), derived=True)
    assert "(above a c)" in env.reset()[0].splitlines()
