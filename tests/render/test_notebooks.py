"""What notebooks show of states: tables that are valid HTML, every name escaped."""

from __future__ import annotations

from xml.etree import ElementTree

import relgym
from relgym.read.loading import load

DOMAIN = """(define (domain d) (:requirements :numeric-fluents) (:predicates (on ?x ?y) (lit ?x) (calm) (road ?x ?y))
    (:functions (heat ?x) (sum) (size ?x))
    (:action go :parameters (?x ?y)
     :effect (and (lit ?x) (on ?x ?y) (not (calm)) (increase (heat ?x) 1) (increase (sum) 1))))"""


def rows(html: str) -> list[tuple[str, str, bool]]:
    """Name, words, and whether the row is grey."""
    table = ElementTree.fromstring(html)
    return [(row.find("th").text, row.find("td").text or "", "style" in row.attrib) for row in table.iter("tr")]


def test_states_are_tables() -> None:
    init = "(on b a) (on a b) (lit b) (calm) (road a b) (= (heat a) 1/2) (= (sum) 3) (= (size b) 2)"
    task = load(DOMAIN, f"(define (problem p) (:domain d) (:objects a b) (:init {init}) (:goal (lit a)))")
    assert rows(relgym.Reasoner(task).initial_state._repr_html_()) == [
        ("calm", "true", False),
        ("heat", "a = 1/2", False),
        ("lit", "b", False),
        ("on", "a b, b a", False),
        ("sum", "= 3", False),
        ("road", "a b", True),
        ("size", "b = 2", True),
    ]


def test_names_are_escaped() -> None:
    task = load(
        "(define (domain d) (:predicates (a<b ?x)))",
        "(define (problem p) (:domain d) (:objects <i> x&y) (:init (a<b <i>) (a<b x&y)) (:goal (a<b <i>)))",
    )
    assert rows(relgym.Reasoner(task).initial_state._repr_html_()) == [("a<b", "<i>, x&y", True)]


def test_rddl_states_are_tables() -> None:
    reasoner = relgym.Reasoner(
        relgym.load(
            """domain d { types { t : object; hue : {@red, @blue}; }; pvariables {
            on(t) : { state-fluent, bool, default = false }; linked(t, t) : { state-fluent, bool, default = false };
            heat : { state-fluent, real, default = 0.5 }; lit : { state-fluent, bool, default = true };
            paint(t) : { state-fluent, hue, default = @blue };
            }; cpfs { on'(?x) = on(?x); linked'(?x, ?y) = linked(?x, ?y); heat' = heat; lit' = lit;
            paint'(?x) = paint(?x); }; reward = 0; }""",
            """instance i { domain = d; objects { t : {a, b}; };
            init-state { on(b); linked(a, b); paint(a) = @red; }; horizon = 3; }""",
        )
    )
    assert rows(reasoner.initial_state._repr_html_()) == [
        ("on", "b", False),
        ("linked", "a, b", False),
        ("heat", "0.5", False),
        ("lit", "true", False),
        ("paint", "a = red; b = blue", False),
    ]


def test_painters_draw_any_state() -> None:
    task = load(DOMAIN, "(define (problem p) (:domain d) (:objects a b) (:init (on a b)) (:goal (lit a)))")
    drawing = relgym.Painter(task).drawing(relgym.Reasoner(task).initial_state)
    assert 'id="a"' in drawing._repr_svg_()
