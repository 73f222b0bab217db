"""Pictures of state spaces."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest
from exploration.test_naive import first_problem

import relgym
from relgym.errors import RelgymError
from relgym.exploration.pictures.layout import stressed
from relgym.exploration.pictures.svg import space_svg
from relgym.render.palette import FILL

SVG = "{http://www.w3.org/2000/svg}"


def states_of(picture):
    root = ElementTree.fromstring(picture)
    return root, [group for group in root.iter(f"{SVG}g") if group.get("data-state")]


def test_each_state_has_a_mark_of_its_kind():
    space = relgym.explore(first_problem("tireworld"))
    root, groups = states_of(space_svg(space))
    assert sorted(int(group.get("data-state")) for group in groups) == [*range(len(space))]
    for group in groups:
        number = int(group.get("data-state"))
        kinds = [(shape.tag.removeprefix(SVG), shape.get("fill")) for shape in group if shape.tag != f"{SVG}title"]
        if space.goals[number]:
            wanted = ("polygon", FILL["green"])
        elif space.dead_ends[number]:
            wanted = ("rect", FILL["vermillion"])
        else:
            wanted = ("circle", FILL["sky"])
        # The start has a ring around its mark.
        assert kinds == ([("circle", "none"), wanted] if number == 0 else [wanted])
        assert group[0].text.startswith(f"state {number}: ")
        assert f"depth {space.depths[number]}" in group[0].text
    pairs = {frozenset(pair) for n in range(len(space)) for _, m, _ in space.transitions_of(n) if len(pair := (n, m))}
    assert len([*root.iter(f"{SVG}line")]) == len([pair for pair in pairs if len(pair) == 2])
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert words == [
        "tireworld-2-1 of tireworld: 80 states, 111 transitions",
        "start",
        "goal",
        "dead end",
        "other state",
    ]


def test_the_same_space_gives_the_same_picture():
    space = relgym.explore(first_problem("blocks"))
    assert space_svg(space) == space_svg(relgym.explore(first_problem("blocks")))


def test_a_part_shows_what_is_not_expanded():
    root, groups = states_of(space_svg(relgym.explore(first_problem("grid"), limit=40)))
    assert len(groups) == 40
    assert "not expanded" in [text.text for text in root.iter(f"{SVG}text")]


def test_small_spaces():
    domain = "(define (domain d) (:predicates (p) (q)) (:action a :precondition (p) :effect (q)))"
    one = "(define (problem x) (:domain d) (:init) (:goal (q)))"
    two = "(define (problem x) (:domain d) (:init (p)) (:goal (q)))"
    for problem, count in ((one, 1), (two, 2)):
        picture = space_svg(relgym.explore(relgym.load(domain, problem)))
        assert len(states_of(picture)[1]) == count
        assert "nan" not in picture


def test_rddl():
    _, groups = states_of(space_svg(relgym.explore(first_problem("sysadmin"))))
    assert len(groups) == 32
    assert "running___c1 = true" in groups[0][0].text


def test_large_spaces_are_refused():
    with pytest.raises(RelgymError, match="at most 500 states"):
        space_svg(relgym.explore(first_problem("crafting")))


def test_places_are_as_far_apart_as_states_are():
    # A circle of six: neighbours are nearest, and opposite ones farthest.
    around = np.arange(6)
    places = stressed(around, (around + 1) % 6, 6)
    far = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
    assert far[0, 1] == pytest.approx(far[3, 4], rel=0.01)
    assert far[0, 1] < far[0, 2] < far[0, 3]
    # Parts that do not hang together stand beside each other.
    places = stressed(np.array([0, 2]), np.array([1, 3]), 4)
    assert np.hypot(*(places[0] - places[2])) > np.hypot(*(places[0] - places[1]))
