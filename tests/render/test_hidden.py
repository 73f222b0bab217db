"""Pictures hide nothing: states that differ have pictures that differ, as shapes, as pixels and as text.

There is one exception: reals of RDDL are drawn with four digits, and states that differ in later ones may look alike.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

import numpy as np
import pytest
from render.drawings import check, words
from thorough import THOROUGH

from relgym.catalogue.domains import SPLITS, EnvSpec, catalogue, spec
from relgym.envs import RDDLEnv
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.model.rddl.state import RDDLState
from relgym.read.loading import load
from relgym.reasoning.reasoner import Reasoner
from relgym.render.painter import Painter
from relgym.render.rddl.painter import RDDLPainter
from relgym.render.scene import scene_of
from relgym.render.svg import Drawing

FOLLOWED, STEPS, PIXELS = (12, 12, 5) if THOROUGH else (6, 5, 3)
"""How many actions are followed from a state, how long walks are, and of how many states pixels are compared."""

S = TypeVar("S", bound=Hashable)

which_problem = pytest.mark.parametrize(
    ("split", "which"),
    [(split, which) for split in SPLITS for which in (0, -1)] if THOROUGH else [("train", 0), ("test", -1)],
)
"""The smallest problem and the largest; in a thorough run, these of each split."""


def shapes(drawing: Drawing) -> Hashable:
    """What is seen of a drawing, without what is told when something is pointed at."""
    return tuple(item.shapes for item in drawing.items)


def seen_of(painter: Painter | RDDLPainter) -> Callable[[Any], Hashable]:
    return lambda state: shapes(painter.drawing(state))


def pixels_of(painter: Painter | RDDLPainter) -> Callable[[Any], Hashable]:
    return lambda state: painter.pixels(state).tobytes()


def alike(states: Iterable[S], picture: Callable[[S], Hashable]) -> list[tuple[S, S]]:
    """The pairs of different states with the same picture."""
    seen: dict[Hashable, S] = {}
    found = []
    for state in states:
        other = seen.setdefault(picture(state), state)
        if other != state:
            found.append((other, state))
    return found


def told(pairs: list[tuple[State, State]]) -> list[set[str]]:
    """In what the states of pairs differ."""
    return [
        {*map(str, one.atoms ^ other.atoms), *map(str, {*one.fluents.items()} ^ {*other.fluents.items()})}
        for one, other in pairs
    ]


def sampled(task: Task) -> list[State]:
    """The states of a walk, and what follows each fourth of them; different ones only, the start first."""
    rng = np.random.default_rng(5)
    found: dict[State, None] = {}
    with Reasoner(task) as reasoner:
        state = reasoner.initial_state
        for step in range(STEPS):
            found[state] = None
            actions = reasoner.valid_actions(state)
            if not actions:
                break
            if step % 4 == 0:
                for number in rng.permutation(len(actions))[:FOLLOWED]:
                    found |= dict.fromkeys(o.state for o in reasoner.outcomes(state, actions[number])[:3])
            state = reasoner.successor(state, actions[int(rng.integers(len(actions)))], rng)
    return [*found]


@which_problem
@pytest.mark.parametrize("own", catalogue("pddl"), ids=lambda own: own.name)
def test_states_of_every_domain_look_different(own: EnvSpec, split: str, which: int) -> None:
    task = load(own.domain, own.problems(split)[which], axioms=own.axiom_files())
    states = sampled(task)
    for scene in (None, own.scene()):
        painter = Painter(task, scene)
        assert not told(alike(states, seen_of(painter)))
        assert not told(alike(states, painter.text))
        check(painter.drawing(states[-1]))
    assert not told(alike(states[:PIXELS], pixels_of(painter)))


def rounded(state: RDDLState) -> tuple[object, ...]:
    return tuple(f"{value:.4g}" if isinstance(value, float) else value for value in state.cells.values())


@which_problem
@pytest.mark.parametrize("own", catalogue("rddl"), ids=lambda own: own.name)
def test_states_of_every_rddl_domain_look_different(own: EnvSpec, split: str, which: int) -> None:
    env = RDDLEnv(own.domain, own.problems(split)[which])
    env.reset(seed=1)
    env.action_space.seed(1)
    states = {rounded(env.get_state()): env.get_state()}
    for _ in range(STEPS):
        before = env.get_state()
        for _ in range(3):
            env.set_state(before)
            _, _, terminated, truncated, _ = env.step(env.action_space.sample())
            states.setdefault(rounded(env.get_state()), env.get_state())
        if terminated or truncated:
            break
    for scene in (None, own.rddl_scene()):
        painter = RDDLPainter(env.reasoner, scene)
        assert not alike(states.values(), seen_of(painter))
        assert not alike(states.values(), painter.text)
        assert not alike([*states.values()][:PIXELS], pixels_of(painter))
    env.close()


# -- where there is more than a picture can hold --------------------------------------------

DOMAIN = """(define (domain many) (:requirements :numeric-fluents)
  (:predicates (lit ?x) (on ?x ?y) (near ?x ?y) (table ?x)) (:functions (way ?x ?y))
  (:action go :parameters (?x ?y) :effect (and (lit ?x) (on ?x ?y) (near ?x ?y) (increase (way ?x ?y) 1))))"""


def many(count: int, names: str = "o") -> Reasoner:
    objects = " ".join(f"{names}{number}" for number in range(count))
    return Reasoner(
        load(DOMAIN, f"(define (problem p) (:domain many) (:objects {objects}) (:init (table {names}0)) (:goal (and)))")
    )


@pytest.mark.parametrize("count", [20, 70])
def test_without_a_scene_what_has_no_room_is_told_by_a_digest(count: int) -> None:
    """Atoms beyond the edges that have words, numbers of an object and itself, and objects beyond the number drawn."""
    reasoner = many(count)
    painter = Painter(reasoner.task)
    all_on = [f"(on o{one} o{other})" for one in range(12) for other in range(12) if one != other]
    states = [
        reasoner.state([]),
        reasoner.state([], {"(way o3 o3)": 1}),
        reasoner.state(all_on),
        reasoner.state([*all_on, "(near o3 o4)"]),
        reasoner.state([*all_on, "(near o4 o3)"]),
        reasoner.state(["(lit o3)"]),
        reasoner.state(["(lit o4)"]),
    ]
    assert not alike(states, seen_of(painter))
    for state in states:
        check(painter.drawing(state))


@pytest.mark.parametrize("count", [1, 30, 400])
def test_notes_have_as_many_lines_as_there_may_be_words(count: int) -> None:
    domain = """(define (domain lamps) (:requirements :typing) (:types spot lamp) (:predicates (lit ?x - lamp))
      (:action press :parameters (?x - lamp) :effect (lit ?x)))"""
    lamps = [f"o{number}" for number in range(count)]
    problem = f"(define (problem p) (:domain lamps) (:objects {' '.join(lamps)} - lamp s - spot) (:init) (:goal (and)))"
    reasoner = Reasoner(load(domain, problem))
    painter = Painter(reasoner.task, scene_of({"layout": "places", "place": "spot", "notes": ["lit"]}))
    lit = [f"(lit {lamp})" for lamp in lamps]
    states = [reasoner.state(lit[:number] + lit[number + 1 :]) for number in range(0, count, 7)]
    drawings = [painter.drawing(state) for state in [reasoner.state([]), *states, reasoner.state(lit)]]
    for drawing in drawings:
        check(drawing)
    assert len({(drawing.width, drawing.height) for drawing in drawings}) == 1
    assert len({shapes(drawing) for drawing in drawings}) == (2 if count == 1 else len(drawings))
    said = words(drawings[-1])
    # Four hundred names have no room, and the last line tells of those that are left.
    assert any("more, #" in text for text in said) == (count == 400)
    assert said.count("o29") == (count > 29)


def test_names_that_are_cut_are_told_by_a_digest() -> None:
    reasoner = many(2, "a-name-that-is-by-far-too-long-for-a-block-of-a-tower-in-a-picture-")
    painter = Painter(reasoner.task, scene_of({"layout": "stacks", "on": "on", "base": "lit"}))
    names = [item.name for item in reasoner.task.objects]
    states = [reasoner.state([f"(lit {name})"]) for name in names]
    assert not alike(states, seen_of(painter))


def test_the_usable_spanners_of_those_that_are_carried_are_told() -> None:
    own = spec("spanner")
    task = load(own.domain, own.problems("train")[0])
    reasoner = Reasoner(task)
    carried = ["(at bob gate)", "(at n1 gate)", "(loose n1)", "(carrying bob s1)", "(carrying bob s2)"]
    states = [reasoner.state([*carried, f"(usable {one})"]) for one in ("s1", "s2")]
    assert not alike(states, seen_of(Painter(task, own.scene())))
