"""Cards with what is at places: things in things, things on things, and what is told of them; places on a map."""

from __future__ import annotations

from typing import Any

import pytest
from render.drawings import check, words

from relgym.errors import RelgymError
from relgym.model.pddl.problem import Task
from relgym.read.loading import load
from relgym.reasoning.reasoner import Reasoner
from relgym.render.painter import Painter
from relgym.render.palette import FILL
from relgym.render.scene import check_scene, scene_of
from relgym.render.shapes import DrawnItem, Line, TextShape
from relgym.render.svg import Drawing

YARD = """(define (domain yard) (:requirements :typing :numeric-fluents) (:types place thing)
  (:predicates (at ?x - thing ?p - place) (on ?x ?y - thing) (lifts ?x ?y - thing) (sells ?p - place ?x - thing)
    (road ?p ?q - place) (rail ?p ?q - place))
  (:functions (weight ?x - thing))
  (:action drop :parameters (?x ?y - thing) :precondition (lifts ?x ?y) :effect (not (lifts ?x ?y))))"""


def yard(init: str) -> Task:
    objects = "p q r - place a b c crane - thing"
    return load(YARD, f"(define (problem p) (:domain yard) (:objects {objects}) (:init {init}) (:goal (and)))")


def drawn(task: Task, **keys: Any) -> Drawing:
    scene = scene_of({"layout": "places", "place": "place", "inside": ["at"], **keys})
    check_scene(scene, task)
    drawing = Painter(task, scene).drawing(Reasoner(task).initial_state)
    check(drawing)
    return drawing


def name(drawing: Drawing, thing: str) -> TextShape:
    """The name that is drawn of a thing; it is drawn once."""
    items: list[DrawnItem] = [item for item in (*drawing.items, *drawing.backdrop) if item.object == thing]
    (found,) = [
        shape for item in items for shape in item.shapes if isinstance(shape, TextShape) and thing in shape.words
    ]
    return found


def test_things_stand_upon_each_other() -> None:
    task = yard("(at a p) (at b p) (at c p) (on b a) (on c b)")
    drawing = drawn(task, upon="on")
    low, middle, high = (name(drawing, thing) for thing in "abc")
    assert high.y < middle.y < low.y
    assert low.x == middle.x == high.x


def test_a_holder_has_what_it_holds() -> None:
    task = yard("(at crane p) (lifts crane a)")
    assert name(drawn(task, holds=["lifts"]), "a")
    assert "a" not in drawn(task).objects


def test_what_is_told_stands_below_names_and_in_titles() -> None:
    task = yard("(at a p) (on a b) (= (weight a) 7) (sells p b) (sells p c)")
    drawing = drawn(task, tells=["on", "weight", "sells"])
    assert "b 7" in words(drawing)
    assert "p: b, c" in words(drawing._replace(items=drawing.backdrop))
    assert "on: a b" in Painter(task, scene_of(SCENE | {"tells": ["on"]})).text(Reasoner(task).initial_state)


def test_areas_are_cards_with_what_holds() -> None:
    task = load(
        """(define (domain d) (:requirements :typing) (:types place thing)
          (:predicates (at ?x - thing ?p - place) (lying ?x - thing))
          (:action lay :parameters (?x - thing) :effect (lying ?x)))""",
        """(define (problem p) (:domain d) (:objects p - place a b - thing) (:init (lying a))
          (:goal (and (lying a) (lying b))))""",
    )
    drawing = drawn(task, areas=["lying"])
    assert "lying" in words(drawing._replace(items=drawing.backdrop))
    assert [item.atoms for item in drawing.items if item.object == "a"] == [(("lying", "a"),)]
    assert [item.goal for item in drawing.items if item.ghost] == ["(lying b)"]
    assert "lying: a" in Painter(task, scene_of(SCENE | {"areas": ["lying"]})).text(Reasoner(task).initial_state)


SCENE: dict[str, Any] = {"layout": "places", "place": "place", "inside": ["at"]}


def test_places_stand_where_a_map_has_them() -> None:
    task = yard("(road p q) (rail q r)")
    positions = {"p": [0, 0], "r": [10, 6]}
    drawing = drawn(task, layout="graph", links=["road", "rail"], colours={"rail": "sky"}, positions=positions)
    p, q, r = (name(drawing, place) for place in "pqr")
    assert p.x < r.x
    assert p.y < r.y
    # Without coordinates of its own, a place is between those to which it is linked.
    assert p.x < q.x < r.x
    lines = [shape for item in drawing.backdrop for shape in item.shapes if isinstance(shape, Line)]
    assert [line.colour == FILL["sky"] for line in lines] == [False, True]


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"upon": "under"}, "upon: the problem has no predicate 'under'"),
        ({"holds": ["sells", "heavy"]}, "holds.1: the problem has no predicate 'heavy'"),
        ({"tells": ["weigth"]}, "tells.0: the problem has no predicate 'weigth'; did you mean 'weight'?"),
        (
            {"layout": "graph", "links": ["road"], "colours": {"rail": "sky"}},
            "colours.rail: 'rail' is not one of the links, road",
        ),
        (
            {"layout": "graph", "links": ["road"], "positions": {"p": [1, 2, 3]}},
            "positions.p: Tuple should have 2 items, not 3",
        ),
    ],
)
def test_wrong_keys_are_named(keys: dict[str, Any], message: str) -> None:
    with pytest.raises(RelgymError) as caught:
        drawn(yard(""), **keys)
    assert message in str(caught.value)
