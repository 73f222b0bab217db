"""Text pictures, character for character."""

from __future__ import annotations

from textwrap import dedent

import pytest

from relgym.errors import RelgymError
from relgym.read.pddl import load
from relgym.reasoner import Reasoner
from relgym.render.ansi import render_ansi
from relgym.render.layouts import Grid, Layout, Mark, Pegs, Places, Stacks


def picture(predicates: str, objects: str, init: str, layout: Layout | None, types: str = "", more: str = "") -> str:
    domain = f"""(define (domain d) (:requirements :typing :numeric-fluents) (:types {types})
        (:predicates {predicates}) {more})"""
    problem = f"(define (problem p) (:domain d) (:objects {objects}) (:init {init}) (:goal (and)))"
    task = load(domain, problem)
    return render_ansi(task, Reasoner(task).initial_state, layout)


def drawing(text: str) -> str:
    return dedent(text).strip("\n")


STACKS = Stacks(layout="stacks", on="on", base="table", notes=("hand",))
BLOCKS = "(on ?x ?y) (table ?x) (hand ?x)"


def test_stacks():
    init = "(table bb) (table c) (on a bb) (on longer a) (hand h) (hand i)"
    assert picture(BLOCKS, "c a bb longer h i", init, STACKS) == drawing(
        """
           longer
           a
        c  bb
        ---------
        hand: h, i
        """
    )


def test_stacks_of_nothing_and_in_a_ring():
    assert picture(BLOCKS, "a b", "(on a b) (on b a)", STACKS) == ""
    assert picture(BLOCKS, "a b", "(on a b) (on b a) (table a)", STACKS) == "b\na\n-"


GRID = Grid(
    layout="grid",
    step="next",
    right="east",
    down="south",
    marks=(Mark(holds=("box", "goal"), text="*"), Mark(holds=("box",), text="$"), Mark(holds=("me",), text="@")),
    notes=("keys",),
)
CELLS = "(next ?x ?y ?way) (box ?x) (goal ?x) (me ?who ?x) (keys)"


def test_grid():
    # a b c
    # . d e     and, apart from these, f g
    steps = "(next a b east) (next b c east) (next b d south) (next e c north) (next c e south) (next f g east)"
    init = f"{steps} (box a) (goal a) (box e) (me me d) (goal b) (keys)"
    assert picture(CELLS, "g f e d c b a me east south north", init, GRID) == drawing(
        """
        ####
        #  #
        ####

        #####
        #*  #
        ##@$#
        #####
        keys: yes
        """
    )


def test_pegs():
    layout = Pegs(layout="pegs", on="on", peg="peg", smaller="smaller")
    init = "(on s m) (on m p1) (on l p3) (smaller s m) (smaller s l) (smaller m l)"
    objects = "s m l - disc p1 p2 p3 - peg"
    assert picture("(on ?x ?y) (smaller ?x ?y)", objects, init, layout, "disc peg") == "\n".join(
        [
            "   |       |       |",
            "   =       |       |",
            "  ===      |     =====",
            "   p1      p2      p3",
        ]
    )


PLACES = Places(
    layout="places", place="city", inside=("at", "in"), marks={"home": "(home)"}, notes=("fuel", "spent", "in")
)
CITIES = {
    "predicates": "(at ?x ?c) (in ?x ?y) (home ?c)",
    "types": "city thing",
    "more": "(:functions (fuel ?t - thing) (spent))",
}


def test_places():
    init = "(at t ulm) (in x t) (in y x) (at z rome) (home rome) (= (fuel t) 1.5) (= (fuel z) 2) (= (spent) 0)"
    assert picture(objects="rome bonn ulm - city z y x t - thing", init=init, layout=PLACES, **CITIES) == drawing(
        """
        rome  (home), z
        ulm   t [x [y]]
        fuel: z = 2, t = 3/2
        spent: 0
        in: y x, x t
        """
    )


def test_things_inside_each_other_come_to_an_end():
    init = "(at x ulm) (in x y) (in y x)"
    text = picture(objects="ulm - city x y - thing", init=init, layout=PLACES, **CITIES)
    assert text.splitlines()[0] == "ulm  x [y]"


def test_long_lines_break_between_things():
    objects = " ".join(f"parcel-{number:02}" for number in range(20))
    init = " ".join(f"(at {name} ulm)" for name in objects.split())
    text = picture(objects=f"ulm - city {objects} - thing", init=init, layout=PLACES, **CITIES)
    assert [len(line) for line in text.splitlines()] == [92, 92, 47]
    assert all(line.startswith(("ulm  parcel-", "     parcel-")) for line in text.splitlines())


def test_without_a_layout_what_can_change_is_listed_by_type():
    more = """(:functions (fuel ?t - thing) (size ?t - thing) (spent))
        (:action go :parameters (?x - thing ?c - city)
         :effect (and (at ?x ?c) (ready) (tired ?x) (increase (fuel ?x) 1) (increase (spent) 1)))"""
    init = "(ready) (at b ulm) (at a ulm) (tired a) (twin a b) (= (fuel a) 1/3) (= (size a) 3) (= (spent) 2)"
    predicates = "(at ?x ?c) (twin ?x ?y) (tired ?x) (ready)"
    assert picture(predicates, "ulm - city b a c - thing", init, None, "city thing", more) == drawing(
        """
        ready
        spent = 2
        thing:
          b  at ulm
          a  at ulm, fuel = 1/3, tired
        """
    )


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        (Stacks(layout="stacks", on="under", base="table"), "the layout draws 'under' with 2 arguments"),
        (Stacks(layout="stacks", on="on", base="on"), "the layout draws 'on' with 1 arguments"),
        (Stacks(layout="stacks", on="on", base="table", notes=("nil",)), "the layout draws 'nil' with 0 arguments"),
        (Stacks(layout="stacks", on="over", base="table"), "the layout draws 'over' with 2 arguments"),
        (Places(layout="places", place="town"), "the layout draws type 'town'"),
        (Places(layout="places", place="object", marks={"nil": "x"}), "the layout draws 'nil' with 1 arguments"),
    ],
)
def test_a_layout_that_does_not_fit_the_domain_is_an_error(layout, message):
    more = "(:derived (over ?x ?y) (on ?y ?x))"
    with pytest.raises(RelgymError) as caught, pytest.warns(Warning, match="derived-predicates"):
        picture(BLOCKS + " (over ?x ?y)", "a b", "(on a b) (table b)", layout, more=more)
    assert caught.value.message == message
