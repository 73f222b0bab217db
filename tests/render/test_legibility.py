"""Every text of a picture can be read where the picture is shown in 800 x 600 pixels."""

from __future__ import annotations

from itertools import combinations

import pytest
from render.test_pictures import every_domain

from relgym.catalogue.domains import SPLITS, EnvSpec, spec
from relgym.read.loading import load
from relgym.reasoning.reasoner import Reasoner
from relgym.render.layouts.objects import OBJECTS_LIMIT
from relgym.render.painter import Painter
from relgym.render.shapes import Rect, TextShape
from relgym.render.svg import Drawing


def smallest(drawing: Drawing) -> float:
    """The height of the smallest text; a larger picture is made smaller, and a smaller one stays as it is."""
    scale = min(1.0, 800 / drawing.width, 600 / drawing.height)
    items = (*drawing.backdrop, *drawing.items)
    return min(shape.size * scale for item in items for shape in item.shapes if isinstance(shape, TextShape))


@every_domain
def test_texts_are_at_least_nine_pixels_high(own: EnvSpec) -> None:
    for split in SPLITS:
        for problem in own.problems(split):
            task = load(own.domain, problem, axioms=own.axiom_files())
            with Reasoner(task) as reasoner:
                state = reasoner.initial_state
            drawing = Painter(task, own.scene()).drawing(state)
            assert smallest(drawing) >= 9 - 1e-6, problem
            # Large text for all words would be no help if the picture were too large for anything else.
            assert max(drawing.width / 800, drawing.height / 600) < 1.5, problem


SIXTY = """\
(define (domain depots) (:requirements :typing) (:types depot truck crate)
  (:predicates (road ?x ?y - depot) (at ?t - truck ?d - depot) (in ?c - crate ?t - truck)
    (stored ?c - crate ?d - depot) (clean ?d - depot))
  (:action drive :parameters (?t - truck ?a ?b - depot) :precondition (and (at ?t ?a) (road ?a ?b))
    :effect (and (not (at ?t ?a)) (at ?t ?b)))
  (:action load :parameters (?c - crate ?t - truck ?d - depot) :precondition (and (stored ?c ?d) (at ?t ?d))
    :effect (and (in ?c ?t) (not (stored ?c ?d)) (clean ?d))))
"""

KINDS = (("d", 20), ("t", 10), ("c", 30))

Box = tuple[float, float, float, float]


def word_box(word: TextShape) -> Box:
    """The left, upper, right and lower end of words."""
    left = word.x - {"start": 0.0, "middle": word.width / 2, "end": word.width}[word.anchor]
    return left, word.y - word.size / 2, left + word.width, word.y + word.size / 2


def overlapping(boxes: list[Box]) -> list[tuple[Box, Box]]:
    """The pairs of boxes of which one lies on the other."""
    return [
        (one, other)
        for one, other in combinations(boxes, 2)
        if min(one[2], other[2]) - max(one[0], other[0]) > 1 and min(one[3], other[3]) - max(one[1], other[1]) > 1
    ]


def sixty_objects(word: str) -> tuple[str, str]:
    """A problem without a scene that has as many objects as a graph shows; a word begins all names."""
    depots, trucks, crates = ([f"{word}{kind}{number}" for number in range(count)] for kind, count in KINDS)
    roads = [(depots[number], depots[other % 20]) for number in range(20) for other in (number + 1, 7 * number + 3)]
    facts = [f"(road {one} {other})" for one, other in roads if one != other]
    facts += [f"(at {truck} {depots[5 * number % 20]})" for number, truck in enumerate(trucks)]
    facts += [f"(stored {crate} {depots[3 * number % 20]})" for number, crate in enumerate(crates)]
    goal = " ".join(f"(in {crate} {truck})" for crate, truck in zip(crates, trucks, strict=False))
    objects = f"{' '.join(depots)} - depot {' '.join(trucks)} - truck {' '.join(crates)} - crate"
    problem = (
        f"(define (problem p) (:domain depots) (:objects {objects}) (:init {' '.join(facts)}) (:goal (and {goal})))"
    )
    return SIXTY, problem


@pytest.mark.parametrize("word", ["", "store-of-"])
def test_a_graph_of_sixty_objects_can_be_read(word: str) -> None:
    task = load(*sixty_objects(word))
    names = {item.name for item in task.objects}
    assert len(task.objects) == OBJECTS_LIMIT
    drawing = Painter(task).drawing(Reasoner(task).initial_state)
    assert smallest(drawing) >= 9 - 1e-6
    items = [item for item in (*drawing.backdrop, *drawing.items) if not item.goal]
    words = [shape for item in items for shape in item.shapes if isinstance(shape, TextShape)]
    assert len(words) >= OBJECTS_LIMIT
    assert overlapping([word_box(word) for word in words]) == []
    # No node lies on another one either.
    nodes = [shape for item in items if item.object in names for shape in item.shapes if isinstance(shape, Rect)]
    assert len(nodes) >= OBJECTS_LIMIT
    assert overlapping([(node.x, node.y, node.x + node.width, node.y + node.height) for node in nodes]) == []


def test_places_that_hold_marks_alone_are_small_and_below() -> None:
    own = spec("casino")
    for problem in own.problems("test"):
        task = load(own.domain, problem)
        drawing = Painter(task, own.scene()).drawing(Reasoner(task).initial_state)
        # The backdrop has the cards of the places.
        casinos = {atom.terms[0].name for atom in task.problem.init if atom.predicate == "is-casino"}
        cards = {item.object: item.shapes[0] for item in drawing.backdrop if item.object in task.number}
        full = [card for name, card in cards.items() if name in casinos]
        bare = [card for name, card in cards.items() if name not in casinos]
        assert min(card.height for card in full) > 1.5 * max(card.height for card in bare)
        assert max(card.y + card.height for card in full) <= min(card.y for card in bare)
        boxes = [(card.x, card.y, card.x + card.width, card.y + card.height) for card in (*full, *bare)]
        assert overlapping(boxes) == []
        # All prizes can be told apart, and nothing is left out.
        shown = {item.object for item in drawing.items}
        assert {item.object.name for item in task.typed if "location" not in item.types} <= shown
