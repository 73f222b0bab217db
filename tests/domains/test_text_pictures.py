"""Text pictures, character for character."""

from __future__ import annotations

from textwrap import dedent

from relgym.read.loading import load
from relgym.reasoning.reasoner import Reasoner
from relgym.render.painter import Painter
from relgym.render.scene import Scene, scene_of


def picture(predicates: str, objects: str, init: str, scene: Scene | None, types: str = "", more: str = "") -> str:
    domain = f"""(define (domain d) (:requirements :typing :numeric-fluents) (:types {types})
        (:predicates {predicates}) {more})"""
    problem = f"(define (problem p) (:domain d) (:objects {objects}) (:init {init}) (:goal (and)))"
    task = load(domain, problem)
    return Painter(task, scene).text(Reasoner(task).initial_state)


def drawing(text: str) -> str:
    return dedent(text).strip("\n")


STACKS = scene_of({"layout": "stacks", "on": "on", "base": "table", "hand": "hand"})
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


GRID = {"layout": "grid", "step": "next", "right": "east", "down": "south"}
MARKED = scene_of(
    {
        **GRID,
        "marks": [
            {"holds": ["box", "goal"], "text": "*"},
            {"holds": ["box"], "text": "$"},
            {"holds": ["me"], "text": "@"},
        ],
        "notes": ["keys"],
    }
)
CELLS = "(next ?x ?y ?way) (box ?x) (goal ?x) (me ?who ?x) (keys)"


def test_grid():
    # a b c
    # . d e     and, apart from these, f g
    steps = "(next a b east) (next b c east) (next b d south) (next e c north) (next c e south) (next f g east)"
    init = f"{steps} (box a) (goal a) (box e) (me me d) (goal b) (keys)"
    assert picture(CELLS, "g f e d c b a me east south north", init, MARKED) == drawing(
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


def test_grid_of_names():
    scene = scene_of({**GRID, "names": "at", "marks": [{"holds": ["gap"], "text": "-"}]})
    steps = "(next a b east) (next a c south) (next c d east) (next e f east)"
    init = f"{steps} (at t1 a) (at t10 b) (gap d) (at t2 e)"
    predicates = "(next ?x ?y ?way) (at ?x ?c) (gap ?c)"
    assert picture(predicates, "a b c d e f t1 t2 t10 east south", init, scene) == "\n".join(
        [" t1  t10", "       -", "", "t2"]
    )


def test_pegs():
    scene = scene_of({"layout": "pegs", "on": "on", "peg": "peg", "smaller": "smaller"})
    init = "(on s m) (on m p1) (on l p3) (smaller s m) (smaller s l) (smaller m l)"
    objects = "s m l - disc p1 p2 p3 - peg"
    assert picture("(on ?x ?y) (smaller ?x ?y)", objects, init, scene, "disc peg") == "\n".join(
        [
            "   |       |       |",
            "   =       |       |",
            "  ===      |     =====",
            "   p1      p2      p3",
        ]
    )


PLACES = {
    "layout": "places",
    "place": "city",
    "inside": ["at", "in"],
    "marks": [{"holds": ["home"], "text": "(home)"}],
    "notes": ["fuel", "spent", "in"],
}
CITIES = {
    "predicates": "(at ?x ?c) (in ?x ?y) (home ?c)",
    "types": "city thing",
    "more": "(:functions (fuel ?t - thing) (spent))",
}


def test_places():
    init = "(at t ulm) (in x t) (in y x) (at z rome) (home rome) (= (fuel t) 1.5) (= (fuel z) 2) (= (spent) 0)"
    assert picture(
        objects="rome bonn ulm - city z y x t - thing", init=init, scene=scene_of(PLACES), **CITIES
    ) == drawing(
        """
        rome  (home), z
        ulm   t [x [y]]
        fuel: z = 2, t = 3/2
        spent: 0
        in: y x, x t
        """
    )


def test_places_on_each_other_the_highest_first():
    scene = scene_of({**PLACES, "above": "in", "notes": []})
    init = "(in bonn rome) (in ulm rome) (in ulm bonn) (at x rome) (at y ulm) (at z bonn)"
    text = picture(objects="rome bonn ulm - city z y x - thing", init=init, scene=scene, **CITIES)
    assert [line.split()[0] for line in text.splitlines()] == ["ulm", "bonn", "rome"]


def test_marks_of_things_stand_after_them():
    scene = scene_of({**PLACES, "marks": [{"holds": ["home"], "text": "at home"}], "notes": []})
    init = "(at t ulm) (in x t) (home t)"
    assert picture(objects="ulm - city x t - thing", init=init, scene=scene, **CITIES) == "ulm  t (at home) [x]"


def test_things_inside_each_other_come_to_an_end():
    init = "(at x ulm) (in x y) (in y x)"
    text = picture(objects="ulm - city x y - thing", init=init, scene=scene_of(PLACES), **CITIES)
    assert text.splitlines()[0] == "ulm  x [y]"


def test_long_lines_break_between_things():
    objects = " ".join(f"parcel-{number:02}" for number in range(20))
    init = " ".join(f"(at {name} ulm)" for name in objects.split())
    text = picture(objects=f"ulm - city {objects} - thing", init=init, scene=scene_of(PLACES), **CITIES)
    assert [len(line) for line in text.splitlines()] == [92, 92, 47]
    assert all(line.startswith(("ulm  parcel-", "     parcel-")) for line in text.splitlines())


def test_without_a_scene_what_can_change_is_listed_by_type():
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
