"""Observations as bits, tables, graphs and text: what they hold, and that nothing of the state is lost."""

from __future__ import annotations

import pickle
import pkgutil
from collections.abc import Iterable, Iterator
from fractions import Fraction
from importlib import import_module
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from envs.stacks import IDS, TRAIN
from envs.texts import CHEAP, FORK, LINE, ROADS, TOLLS
from gymnasium.spaces import GraphInstance
from thorough import THOROUGH

import relgym
from relgym.envs import FactsObservation, FlatObservation, GraphObservation, TextObservation
from relgym.errors import ModelError
from relgym.model.numeric import FluentValue, exact
from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.vocabulary import Key
from relgym.translate.program.positions import goal_literals

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


@pytest.fixture(scope="module", params=TRAIN)
def core(request: pytest.FixtureRequest) -> gym.Env[Any, Any]:
    """An environment that is wrapped in turn: what can be reached in its problems is computed once."""
    return gym.make(request.param).unwrapped


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


def test_bits_are_the_state(core: gym.Env[Any, Any]) -> None:
    env = FlatObservation(core)
    bits: dict[int, dict[Atom, int]] = {}
    for state, observation in walked(env):
        if core.problem not in bits:
            bits[core.problem] = {atom: env.bit(str(atom)) for atom in core.problems.reachable(core.problem).atoms}
        reachable = bits[core.problem]
        seen = {atom for atom, bit in reachable.items() if observation[bit]}
        assert seen == reachable.keys() & state.atoms
        assert seen | {*core.reasoner.task.problem.init} >= state.atoms


def test_a_state_out_of_reach_has_no_bits() -> None:
    env = FlatObservation(relgym.make(ROADS, LINE.replace("(road q r)", "(road r q)")))
    env.reset()
    with pytest.raises(ModelError, match="out of reach"):
        env.observation(env.unwrapped.reasoner.state(["(at r)"]))


# -- tables ---------------------------------------------------------------------------------


def test_tables_are_the_state(core: gym.Env[Any, Any]) -> None:
    env = FactsObservation(core)
    assert not [key for key in env.observation_space if "/" in key or "." in key], "HDF5 could not take it"
    for state, observation in walked(env):
        task = core.reasoner.task
        atoms, values = set(), {}
        for predicate in task.domain.predicates:
            if f"{predicate.name}:count" not in observation:
                continue
            for row in _rows(observation, predicate.name, len(predicate.parameters)):
                atoms.add(Atom(predicate.name, tuple(task.objects[number] for number in row)))
        for function in task.domain.functions:
            rows = _rows(observation, function.name, len(function.parameters))
            for row, value in zip(rows, observation[f"{function.name}:value"], strict=False):
                names = [task.objects[number].name for number in row]
                values[f"({' '.join([function.name, *names])})"] = value
        assert atoms == state.atoms
        assert values == {str(fluent): float(value) for fluent, value in state.fluents.items()}


def _rows(observation: dict[str, Any], name: str, arity: int) -> list[Any]:
    count = int(observation[f"{name}:count"])
    if arity == 0:
        return [()] * count
    table = observation[name]
    assert (table[count:] == -1).all()
    assert (table[:count] >= 0).all()
    return [tuple(row) for row in table[:count]]


def test_tables_of_goals_and_types() -> None:
    env = FactsObservation(relgym.make(ABOVE, TOWER), derived=True)
    observation, _ = env.reset()
    assert observation["on:goal"].tolist() == [[0, 2]]
    assert observation["on:not-goal"].tolist() == [[1, 2]]
    assert observation["calm:not-goal:count"] == 1
    assert observation[":type"].tolist() == [0, 0, 0]
    assert observation["above"][: observation["above:count"]].tolist() == [[0, 1], [0, 2], [1, 2]]
    assert "above" not in FactsObservation(relgym.make(ABOVE, TOWER)).reset()[0]
    assert "on:goal" not in FactsObservation(relgym.make(ABOVE, TOWER), goal=False).reset()[0]


def test_keys_are_names_of_data_sets_in_hdf5() -> None:
    """HDF5 takes what stands before a slash as a group, and `.` as the group itself."""
    domain = LAMP.replace("dim", "dim/low").replace("wish", "wish:x%y")
    env = FactsObservation(relgym.make(domain, NIGHT.replace("dim", "dim/low").replace("wish", "wish:x%y")))
    observation, _ = env.reset()
    assert set(observation) == {
        "dim%2Flow",
        "dim%2Flow:count",
        "dim%2Flow:function",
        "dim%2Flow:function:count",
        "dim%2Flow:function:value",
        "wish%3Ax%25y:count",
        "wish%3Ax%25y:goal:count",
        ":type",
    }
    assert observation["dim%2Flow"].tolist() == [[0]]
    assert observation["dim%2Flow:function:value"].tolist() == [0.5]
    assert observation in env.observation_space


# -- graphs ---------------------------------------------------------------------------------

LAMP = """(define (domain lamp) (:requirements :fluents) (:predicates (dim ?x) (wish)) (:functions (dim ?x))
  (:action turn :parameters (?x) :precondition (dim ?x) :effect (and (wish) (not (dim ?x)) (increase (dim ?x) 1))))"""
NIGHT = """(define (problem night) (:domain lamp) (:objects a) (:init (dim a) (= (dim a) 0.5)) (:goal (wish)))"""


def read(env: GraphObservation, graph: GraphInstance) -> dict[str, Any]:
    """All that a graph tells, by the names of its features alone."""
    arguments: dict[int, dict[int, int]] = {}
    for (node, number), edge in zip(
        () if graph.edges is None else graph.edge_links, () if graph.edges is None else graph.edges, strict=True
    ):
        [place] = np.flatnonzero(edge)
        assert edge[place] == 1
        assert place not in arguments.setdefault(int(node), {})
        arguments[int(node)][int(env.edge_features[place].removeprefix("argument "))] = int(number)
    found: dict[str, Any] = {"types": [], "true": set(), "goal": set(), "not goal": set(), "value": {}}
    assert graph.nodes.shape[1:] == (len(env.node_features),)
    for node, row in enumerate(graph.nodes):
        marks = {env.node_features[column]: float(row[column]) for column in np.flatnonzero(row)}
        kinds = [name for name in marks if name.startswith(("type ", "predicate ", "function "))]
        if kinds[0].startswith("type "):
            assert {*marks} == {*kinds}
            found["types"].append({name.removeprefix("type ") for name in kinds})
            continue
        [kind] = kinds
        places = arguments.pop(node, {})
        assert sorted(places) == list(range(len(places)))
        key = kind.partition(" ")[2], tuple(places[place] for place in range(len(places)))
        if kind.startswith("function "):
            assert key not in found["value"]
            found["value"][key] = marks.pop("value", 0.0)
        for mark in ("true", "goal", "not goal"):
            if marks.pop(mark, 0):
                assert key not in found[mark]
                found[mark].add(key)
        assert {*marks} == {kind}
    assert not arguments
    return found


def keys_of(task: relgym.Task, atoms: Iterable[Atom]) -> set[Key]:
    return {(atom.predicate, tuple(task.number[term.name] for term in atom.terms)) for atom in atoms}


@pytest.mark.parametrize("derived", [False, True])
def test_a_graph_of_a_small_problem(derived: bool) -> None:
    env = GraphObservation(relgym.make(ABOVE, TOWER), derived=derived)
    graph, _ = env.reset()
    closure = {("above", (0, 1)), ("above", (1, 2)), ("above", (0, 2))} if derived else set()
    assert read(env, graph) == {
        "types": [{"object"}] * 3,
        "true": {("on", (0, 1)), ("on", (1, 2)), ("free", (2,)), ("calm", ())} | closure,
        "goal": {("on", (0, 2))},
        "not goal": {("on", (1, 2)), ("calm", ())},
        "value": {},
    }
    env.step("(stir)")
    graph, *_ = env.step("(drop a b c)")
    assert ("between", (0, 1, 2)) in read(env, graph)["true"]
    assert graph in env.observation_space


def test_atoms_of_three_arguments_are_told_apart() -> None:
    """In both states, each two places of these atoms hold the same pairs of objects."""
    env = GraphObservation(relgym.make(ABOVE, TOWER), goal=False)
    env.reset()
    rows = [("a a a", "a b b", "b a b", "b b a"), ("b b b", "b a a", "a b a", "a a b")]
    states = [env.unwrapped.reasoner.state([f"(between {row})" for row in several]) for several in rows]
    found = [read(env, env.observation(state))["true"] - {("free", (2,))} for state in states]
    assert found[0] == {("between", row) for row in ((0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0))}
    assert found[1] == {("between", row) for row in ((1, 1, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1))}


def test_numbers_in_a_graph_and_one_name_for_a_predicate_and_a_function() -> None:
    env = GraphObservation(relgym.make(LAMP, NIGHT))
    graph, _ = env.reset()
    before = read(env, graph)
    assert (before["true"], before["value"], before["goal"]) == ({("dim", (0,))}, {("dim", (0,)): 0.5}, {("wish", ())})
    after = read(env, env.step("(turn a)")[0])
    assert (after["true"], after["value"], after["goal"]) == ({("wish", ())}, {("dim", (0,)): 1.5}, {("wish", ())})


def test_graphs_are_the_state(core: gym.Env[Any, Any]) -> None:
    assert_graphs_are_the_state(GraphObservation(core))


@pytest.mark.parametrize("env_id", [env_id for env_id in IDS if env_id not in TRAIN][:: 1 if THOROUGH else 3])
def test_graphs_of_larger_problems_are_the_state(env_id: str) -> None:
    assert_graphs_are_the_state(GraphObservation(gym.make(env_id).unwrapped))


def assert_graphs_are_the_state(env: GraphObservation) -> None:
    for state, graph in walked(env, 6):
        task = env.unwrapped.reasoner.task
        found = read(env, graph)
        assert found["types"] == [
            {kind.name for kind in task.domain.types if number in task.members[kind.name]}
            for number in range(len(task.objects))
        ]
        atoms = [Atom(name, tuple(task.objects[n] for n in row)) for name, row in found["true"]]
        values = {
            FluentValue(name, tuple(task.objects[n] for n in row)): value
            for (name, row), value in found["value"].items()
        }
        assert frozenset(atoms) == state.atoms
        assert values == {fluent: float(value) for fluent, value in state.fluents.items()}
        literals = goal_literals(task)
        for mark, positive in (("goal", True), ("not goal", False)):
            assert found[mark] == keys_of(task, (item.atom for item in literals if item.positive is positive))
    assert graph in env.observation_space


# -- what they hold -------------------------------------------------------------------------


def test_spaces_say_what_they_hold_and_what_they_leave_out() -> None:
    said = {
        wrapper.__name__: wrapper(relgym.make(ABOVE, TOWER)).observation_space.description
        for wrapper in (FactsObservation, FlatObservation, GraphObservation, TextObservation)
    }
    for name, text in said.items():
        assert "the true atoms of on, free, between, calm" in text
        assert "Left out: the derived atoms of above" in text
        assert ("what the goal says besides" in text) is (name != "TextObservation")
    text = FlatObservation(
        relgym.make(TOLLS, CHEAP.format(metric="minimize (total-cost)"))
    ).observation_space.description
    assert text.endswith("Left out: the values of toll, total-cost.")
    env = GraphObservation(relgym.make(ABOVE, TOWER), goal=False, derived=True)
    assert env.observation_space.description.endswith("on, free, above, between, calm. Left out: the goal.")
    assert pickle.loads(pickle.dumps(env.observation_space)).description == env.observation_space.description
    assert "every true atom" in relgym.make(ABOVE, TOWER).observation_space.description
    assert "state-fluents" in gym.make("relgym/SysAdmin-v0").observation_space.description


def test_spaces_of_vectors_say_what_they_hold() -> None:
    envs = gym.make_vec("relgym/Blocks-v0", num_envs=2)
    assert envs.single_observation_space.description.startswith("Bits of what can change")
    assert envs.observation_space.description == f"For each copy: {envs.single_observation_space.description}"
    envs = gym.make_vec("relgym/SysAdmin-v0", num_envs=2)
    assert envs.observation_space.description.startswith("For each copy: The values of all state-fluents")


def test_completion_lists_what_is_public() -> None:
    assert {*relgym.__all__} <= {*dir(relgym)}
    assert {"PDDLSimulator", "Painter", "batch"} <= {*dir(relgym)}
    for name in dir(relgym):
        assert getattr(relgym, name) is not None or name in ("__doc__", "__all__")
    wrappers = {
        name
        for module in pkgutil.iter_modules(relgym.envs.wrappers.__path__)
        for name, item in vars(import_module(f"relgym.envs.wrappers.{module.name}")).items()
        if isinstance(item, type) and issubclass(item, gym.Wrapper) and item.__module__.startswith("relgym.")
    }
    assert {*relgym.envs.__all__} <= {*dir(relgym.envs)}
    assert wrappers - {"FactObservation"} <= {*dir(relgym.envs)}
    assert len(wrappers) == 9


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


def test_texts_are_the_state(core: gym.Env[Any, Any]) -> None:
    env = TextObservation(core, goal=False)
    for state, text in walked(env, 6):
        atoms = [line for line in text.splitlines() if not line.startswith("(= ")]
        assert atoms == sorted(map(str, state.atoms))
        written = dict(line[3:-1].rsplit(" ", 1) for line in text.splitlines() if line.startswith("(= "))
        values = {fluent: exact(Fraction(value)) for fluent, value in written.items()}
        assert core.reasoner.state(atoms, values) == state


def test_texts_with_derived_atoms() -> None:
    env = TextObservation(relgym.make(ABOVE, TOWER), derived=True)
    assert "(above a c)" in env.reset()[0].splitlines()


# -- names of tables ------------------------------------------------------------------------


def test_tables_of_predicates_with_hostile_names_stay_apart() -> None:
    domain = """(define (domain names) (:requirements :numeric-fluents)
      (:predicates (a ?x) (a/b ?x) (a%2fb ?x) (a_b ?x) (a-b ?x))
      (:functions (a ?x) (a/b ?x) (count))
      (:action go :parameters (?x) :effect (and (a ?x) (a/b ?x) (a%2fb ?x) (a_b ?x) (a-b ?x)
        (increase (a ?x) 1) (increase (a/b ?x) 1))))"""
    problem = """(define (problem names-1) (:domain names) (:objects o)
      (:init (= (a o) 0) (= (a/b o) 0) (= (count) 0)) (:goal (and (a o) (a_b o))))"""
    env = FactsObservation(relgym.make(domain, problem))
    assert isinstance(env.observation_space, gym.spaces.Dict)
    names = ["a", "a%2Fb", "a%252fb", "a_b", "a-b"]
    expected = {*names, "a:function", "a%2Fb:function", "a:goal", "a_b:goal", ":type"}
    assert {name for name in env.observation_space if not name.endswith((":count", ":value"))} == expected
