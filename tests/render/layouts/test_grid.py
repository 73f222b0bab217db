"""Grids with cells that are joined, and with colours that say which things belong together."""

from __future__ import annotations

from render.drawings import check

from relgym.read.loading import load
from relgym.reasoning.reasoner import Reasoner
from relgym.render.painter import Painter
from relgym.render.scene import scene_of
from relgym.render.shapes import Glyph, Line

TASK = load(
    """(define (domain d) (:requirements :typing) (:types cell way key shape)
      (:predicates (step ?c ?d - cell ?w - way) (at ?k - key ?c - cell) (opens ?k - key ?s - shape)
        (bolt ?c - cell ?s - shape) (shut ?c - cell) (before ?c ?d - cell))
      (:action open :parameters (?c - cell) :precondition (shut ?c) :effect (not (shut ?c))))""",
    """(define (problem p) (:domain d) (:objects a b c - cell r d - way k l - key round square - shape)
      (:init (step a b r) (step b c r) (at k a) (at l b) (opens k round) (opens l square) (bolt c round) (shut c)
        (before a b)) (:goal (not (shut c))))""",
)
SCENE = {
    "layout": "grid",
    "step": "step",
    "right": "r",
    "down": "d",
    "joins": "before",
    "hues": ["opens", "bolt"],
    "marks": [{"holds": ["shut"], "text": "x", "glyph": "lock"}, {"holds": ["at"], "text": "k"}],
    "looks": {"key": {"glyph": "key", "colour": "grey"}},
}


def test_a_lock_has_the_colour_of_the_key_that_opens_it() -> None:
    drawing = Painter(TASK, scene_of(SCENE)).drawing(Reasoner(TASK).initial_state)
    check(drawing)
    glyphs = [(shape.name, shape.colour) for item in drawing.items for shape in item.shapes if isinstance(shape, Glyph)]
    lock = dict(glyphs)["lock"]
    assert [colour == lock for name, colour in glyphs if name == "key"] == [True, False]


def test_cells_are_joined() -> None:
    drawing = Painter(TASK, scene_of(SCENE)).drawing(Reasoner(TASK).initial_state)
    (item,) = [item for item in drawing.items if any(isinstance(shape, Line) for shape in item.shapes)]
    assert item.atoms == (("before", "a", "b"),)
    assert item.title == "before a b"


def test_text_says_what_colours_say() -> None:
    assert "opens: k round, l square" in Painter(TASK, scene_of(SCENE)).text(Reasoner(TASK).initial_state)
