"""Scenes of RDDL: pictures of every domain, legible and within their edges, and what is said of wrong scenes."""

# ruff: noqa: E501  # the messages stand as they are told

from __future__ import annotations

import os
from pathlib import Path

import gymnasium as gym
import pytest
from render.drawings import check, words
from render.test_legibility import smallest

import relgym
from relgym.catalogue.domains import SPLITS, EnvSpec, catalogue, spec
from relgym.envs import RDDLEnv
from relgym.errors import RelgymError, UnsupportedFeature
from relgym.model.rddl.state import RDDLState
from relgym.questions.rddl.play import RDDLPlay
from relgym.read.loading import load
from relgym.reasoning.reasoner import Reasoner
from relgym.render.films.moves import offsets
from relgym.render.palette import CARD, FILL, mixed
from relgym.render.rddl.painter import RDDLPainter
from relgym.render.rddl.scene import scene_of
from relgym.render.shapes import LEAST_TEXT, DrawnItem, Glyph, Line, Rect, TextShape
from relgym.render.svg import Drawing, svg

with_scene = [own for own in catalogue("rddl") if own.rddl_scene() is not None]


@pytest.mark.parametrize("own", with_scene, ids=lambda own: own.name)
def test_every_domain_is_drawn_by_its_scene(own: EnvSpec) -> None:
    for split, which in (("train", 0), ("test", -1)):
        env = RDDLEnv(own.domain, own.problems(split)[which], render_mode="svg")
        env.reset(seed=1)
        env.action_space.seed(1)
        painter = RDDLPainter(env.reasoner, own.rddl_scene())
        drawings = [painter.drawing(env.get_state())]
        assert painter.svg(env.get_state()) == env.render()
        for _ in range(5):
            env.step(env.action_space.sample())
            drawings.append(painter.drawing(env.get_state()))
        for drawing in drawings:
            check(drawing)
            assert smallest(drawing) >= LEAST_TEXT
        assert len({(drawing.width, drawing.height) for drawing in drawings}) == 1
        env.close()


@pytest.mark.parametrize("own", with_scene, ids=lambda own: own.name)
def test_every_problem_is_legible(own: EnvSpec) -> None:
    for path in (path for split in SPLITS for path in own.problems(split)):
        with Reasoner(load(own.domain, path)) as reasoner:
            drawing = RDDLPainter(reasoner, own.rddl_scene()).drawing(reasoner.initial_state)
            check(drawing)
            assert smallest(drawing) >= LEAST_TEXT, path


PICTURES = ("cart-pole", "elevators", "mountain-car", "supply-chain", "sysadmin", "traffic", "uav", "wildfire")


@pytest.mark.parametrize("name", PICTURES)
def test_the_pictures_are_those_that_were_looked_at(name: str) -> None:
    """Exact as SVG; `RELGYM_WRITE_GOLDEN=1` writes them anew, to be looked at."""
    own = spec(name)
    env = RDDLEnv(own.domain, own.problems("train")[2], render_mode="svg")
    env.reset(seed=1)
    env.action_space.seed(1)
    for _ in range(5):
        env.step(env.action_space.sample())
    compare(Path(__file__).parent / "golden" / f"{name}.svg", env.render())
    env.close()


def compare(path: Path, text: str) -> None:
    if os.environ.get("RELGYM_WRITE_GOLDEN") == "1":
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("name", ["sysadmin", "elevators", "uav"])
def test_pictures_are_the_same_on_every_engine(name: str, backend: str) -> None:
    own = spec(name)
    instance = load(own.domain, own.problems("train")[0])
    expected = RDDLPainter(found := Reasoner(instance), own.rddl_scene()).svg(found.initial_state)
    try:
        reasoner = Reasoner(instance, backend)
    except UnsupportedFeature:
        # An engine without real numbers steps no aircraft, and draws none.
        assert name == "uav"
        return
    with reasoner:
        assert RDDLPainter(reasoner, own.rddl_scene()).svg(reasoner.initial_state) == expected


def test_the_service_and_notebooks_draw_by_the_scene() -> None:
    own = spec("uav")
    reasoner = Reasoner(load(own.domain, own.problems("train")[0]))
    expected = RDDLPainter(reasoner, own.rddl_scene()).drawing(reasoner.initial_state)
    assert RDDLPlay(reasoner).drawing(reasoner.initial_state, True) == expected
    env = gym.make("relgym/Uav-v0")
    env.reset(seed=0)
    assert env.unwrapped._repr_svg_() == svg(expected)


DOMAIN = """domain d { types { t : object; bulb : object; hue : {@red, @blue}; };
    pvariables { NEAR(t, t) : { non-fluent, bool, default = false }; SIZE(t) : { non-fluent, real, default = 2.0 };
        END : { non-fluent, real, default = 4.0 };
        heat(t) : { state-fluent, real, default = 0.5 }; lit(t) : { state-fluent, bool, default = false };
        level : { state-fluent, real, default = 1.5 }; shade : { state-fluent, hue, default = @red };
        go(t) : { action-fluent, bool, default = false }; };
    cpfs { heat'(?x) = heat(?x); lit'(?x) = go(?x); level' = level; shade' = shade; }; reward = 0; }"""
INSTANCE = """instance i { domain = d; objects { t : {a1_1, a2_1}; bulb : {b1}; };
    non-fluents { NEAR(a1_1, a2_1); }; init-state { lit(a1_1); heat(a2_1) = 3; }; horizon = 3; }"""


def drawn(*panels: dict, wanted: str = "") -> Drawing:
    reasoner = Reasoner(load(DOMAIN, INSTANCE))
    drawing = RDDLPainter(reasoner, scene_of({"wanted": wanted, "panels": list(panels)})).drawing(
        reasoner.initial_state
    )
    check(drawing)
    return drawing


def test_places_are_where_numbers_say() -> None:
    plane = {"layout": "plane", "across": [0, "END"], "up": [0, "END"]}
    point = {"of": ["t"], "at": ["heat", "SIZE(?x)"], "glyph": "star"}
    segment = {"of": ["t", "t"], "when": "NEAR", "start": ["heat(?x)", 0], "end": ["heat(?y) + 0 * heat(?x)", "END"]}
    drawing = drawn({**plane, "points": [point], "segments": [segment | {"start": ["0", 0], "end": ["END", "END"]}]})
    box = drawing.backdrop[1].shapes[0]
    stars = [item for item in drawing.items if any(isinstance(shape, Glyph) for shape in item.shapes)]
    assert [item.fluents for item in stars] == [("heat___a1_1",), ("heat___a2_1",)]
    for item, heat in zip(stars, (0.5, 3), strict=True):
        star = item.shapes[0]
        assert star.x == pytest.approx(box.x + box.width * heat / 4, abs=0.2)
        assert star.y == pytest.approx(box.y + box.height / 2, abs=0.2)
    [line] = [shape for item in drawing.backdrop for shape in item.shapes if isinstance(shape, Line)]
    assert line.points[0] == pytest.approx((box.x, box.y + box.height), abs=0.2)
    assert line.points[1] == pytest.approx((box.x + box.width, box.y), abs=0.2)


def test_what_no_panel_shows_is_in_the_table() -> None:
    drawing = drawn({"layout": "plane", "points": [{"of": ["t"], "when": "lit", "at": [0, "heat"]}]}, wanted="Be warm.")
    assert {"0.5", "3", "1.5", "red"} <= set(words(drawing))
    assert not any(item.object.startswith("lit") and item.title.startswith("lit") for item in drawing.items)
    assert "Be warm." in words(drawing._replace(items=drawing.backdrop))


def cards(drawing: Drawing) -> dict[str, DrawnItem]:
    """The items that show a cell of the state by its name."""
    return {item.object: item for item in drawing.items if item.object and isinstance(item.shapes[0], Rect)}


def test_cells_are_where_their_names_say_and_have_marks() -> None:
    marks = [{"colour": "grey"}, {"when": "lit", "glyph": "flame"}]
    found = cards(drawn({"layout": "grid", "of": "t", "numbers": ["column", "row"], "marks": marks}))
    lit, dark = found["lit___a1_1"], found["lit___a2_1"]
    assert (lit.shapes[0].y, lit.shapes[0].x + lit.shapes[0].width) == (dark.shapes[0].y, dark.shapes[0].x)
    assert [isinstance(item.shapes[1], Glyph) for item in (lit, dark)] == [True, False]
    assert lit.objects == ("a1_1",)


def test_colours_of_cells_follow_values() -> None:
    marks = [{"value": "heat", "low": 0, "high": 3, "colour": "orange"}]
    found = cards(drawn({"layout": "grid", "of": "t", "marks": marks}))
    assert found["heat___a2_1"].shapes[0].fill == FILL["orange"]
    assert found["heat___a1_1"].shapes[0].fill == mixed(CARD, FILL["orange"], 0.17)
    assert [shape.words for shape in found["heat___a1_1"].shapes if isinstance(shape, TextShape)] == ["0.5", "a1_1"]


def test_colours_that_hide_each_other_lose_no_value() -> None:
    marks = [{"when": "heat(?x) > 1", "colour": "orange"}, {"when": "lit", "colour": "green"}]
    drawing = drawn({"layout": "grid", "of": "t", "marks": marks})
    assert {"lit___a1_1 is true", "heat___a2_1 = 3.0"} <= {item.title for item in drawing.items}


def test_linked_cards_have_a_line_between_them() -> None:
    drawing = drawn({"layout": "network", "of": "t", "links": "NEAR", "marks": [{"when": "lit", "glyph": "check"}]})
    [line] = [shape for item in drawing.backdrop for shape in item.shapes if isinstance(shape, Line)]
    boxes = [cards(drawing)[name].shapes[0] for name in ("lit___a1_1", "lit___a2_1")]
    for end, box in zip(sorted(line.points), sorted(boxes), strict=True):
        assert end == pytest.approx((box.x + box.width / 2, box.y + box.height / 2), abs=0.1)


def test_gauges_are_as_full_as_their_values_and_red_below_zero() -> None:
    levels = [{"value": "SIZE", "legend": "size"}]
    panel = {"layout": "gauges", "of": ["t"], "value": "heat(?x) - 1", "low": -4, "high": 4, "levels": levels}
    drawing = drawn(panel)
    one, other = (item for item in drawing.items if any(isinstance(shape, Line) for shape in item.shapes))
    frame, bar = one.shapes[:2]
    assert (bar.fill, bar.y, bar.height) == (FILL["vermillion"], frame.y + 100, 200 * 0.5 / 8)
    frame, bar = other.shapes[:2]
    assert (bar.fill, bar.y, bar.height) == (FILL["sky"], frame.y + 50, 50)
    assert other.shapes[3].points[0][1] == frame.y + 50
    assert "size" in words(drawing._replace(items=drawing.backdrop))


def test_lifts_stand_at_their_floors() -> None:
    own = spec("elevators")
    reasoner = Reasoner(load(own.domain, own.problems("train")[0]))
    painter = RDDLPainter(reasoner, own.rddl_scene())
    names = {f"at___lift1__floor{floor}": floor == 2 for floor in (2, 4)}
    top = cards(painter.drawing(reasoner.initial_state))["at___lift1__floor4"].shapes[0]
    below = cards(painter.drawing(reasoner.state(names)))["at___lift1__floor2"].shapes[0]
    assert below.y == pytest.approx(top.y + 2 * (top.height + 6))
    assert below.x == top.x


def test_vehicles_queue_at_the_end_of_their_link() -> None:
    own = spec("traffic")
    reasoner = Reasoner(load(own.domain, own.problems("train")[0]))
    painter = RDDLPainter(reasoner, own.rddl_scene())

    def queue(state: RDDLState, turn: str) -> list[Line]:
        items = painter.drawing(state).items
        [found] = [item for item in items if item.fluents == (f"queue___{turn}",) and isinstance(item.shapes[0], Line)]
        return list(found.shapes)

    start = reasoner.initial_state
    light, *none = queue(start, "i11-ns")
    assert none == []
    light, *cars = queue(reasoner.state({"queue___i11-ns": 2.5}), "i11-ns")
    # From the north: upwards from the crossing, the third one half as long.
    ends = [sorted(y for _, y in car.points) for car in cars]
    assert [round(high - low, 1) for low, high in ends] == [7, 7, 3.5]
    assert light.points[0][1] > ends[0][1] > ends[1][1] > ends[2][1]
    assert {line.colour for line in (light, *cars)} == {FILL["vermillion"]}
    green = reasoner.state({"queue___i11-ns": 2.5, "phase-of___i11": "north-south", "age___i11": 1})
    assert {line.colour for line in queue(green, "i11-ns")} == {FILL["green"]}


ANY = (
    {"layout": "plane", "points": [{"of": ["t"], "at": ["heat", "count"], "velocity": ["count", 0], "name": True}]},
    {"layout": "grid", "of": "t", "marks": [{"when": "lit", "colour": "green"}]},
    {"layout": "network", "of": "t", "links": "NEAR", "marks": [{"value": "heat", "high": "count"}]},
    {"layout": "gauges", "of": ["t"], "value": "count", "low": -1, "high": 1},
    {"layout": "shaft", "floor": "t", "lift": "t", "above": "NEAR", "at": "NEAR", "inside": [{"when": "lit"}]},
)


@pytest.mark.parametrize("count", [0, 1, 30, 150])
@pytest.mark.parametrize("panel", ANY, ids=lambda panel: panel["layout"])
def test_any_number_of_objects_and_any_number(panel: dict, count: int) -> None:
    domain = DOMAIN.replace("level :", "count : { state-fluent, int, default = 0 }; level :").replace(
        "level' = level;", "count' = count; level' = level;"
    )
    names = ", ".join(f"a{number}_1" for number in range(count))
    instance = INSTANCE.replace("t : {a1_1, a2_1}", f"t : {{ {names} }}")
    instance = instance[: instance.index("non-fluents")] + "init-state { count = 0; }; horizon = 3; }"
    reasoner = Reasoner(load(domain, instance))
    painter = RDDLPainter(reasoner, scene_of({"panels": [panel]}))
    drawings = [painter.drawing(reasoner.state({"count": number})) for number in (0, -1, 10**40, 10**400)]
    for drawing in drawings:
        check(drawing)
    assert len(set(drawings)) == len(drawings)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("panels = ", "FILE: Invalid value (at end of document)\nexpected: a TOML file"),
        ("", "FILE: panels: an array of tables is needed, each with a layout: plane, grid, network, gauges, shaft, streets"),
        ("[[panels]]\ntitle = 'x'", "FILE: panels.0.layout: Field required; it is one of plane, grid, network, gauges, shaft, streets"),
        ('[[panels]]\nlayout = "plan"', "FILE: panels.0.layout: there is no layout 'plan'; did you mean 'plane'?"),
        ('[[panels]]\nlayout = "plane"\nacros = [0, 1]', "FILE: panels.0.acros: unknown key; did you mean 'across'?"),
        ('[[panels]]\nlayout = "plane"\nacross = [0]', "FILE: panels.0.across: two expressions are needed"),
        ('[[panels]]\nlayout = "plane"\npoints = [{ at = [] }]', "FILE: panels.0.points.0.at: two expressions are needed"),
        ('[[panels]]\nlayout = "plane"\npoints = [{ at = [0, "levle"] }]', "FILE: panels.0.points.0.at.1: there is no fluent, object or enumerated value 'levle'; did you mean 'level'?"),
        ('[[panels]]\nlayout = "plane"\npoints = [{ at = [0, "shade"] }]', "FILE: panels.0.points.0.at.1: shade is of the range hue; a number is needed"),
        ('[[panels]]\nlayout = "plane"\npoints = [{ at = [0, "heat(?x)"] }]', "FILE: panels.0.points.0.at.1: the free variables of heat(?x) are of the types t; those of this part: none"),
        ('[[panels]]\nlayout = "plane"\npoints = [{ of = ["s"], at = [0, 0], glyph = "starr" }]', "FILE: panels.0.points.0.glyph: there is no glyph 'starr'; did you mean 'star'?"),
        ('[[panels]]\nlayout = "plane"\npoints = [{ of = ["tt"], at = [0, 0] }]', "FILE: panels.0.points.0.of: the instance has no type 'tt'; did you mean 't'?"),
        ('[[panels]]\nlayout = "plane"\npoints = [{ when = "level", at = [0, 0] }]', "FILE: panels.0.points.0.when: level is of the range real; a truth value is needed"),
        ('[[panels]]\nlayout = "plane"\ncurves = [{ fluent = "heat", low = 0, high = 1, at = [0, 0] }]', "FILE: panels.0.curves.0.fluent: 'heat' is no number of the state without parameters"),
        ('[[panels]]\nlayout = "grid"\nof = "t"\nnumbers = ["row"]\nmarks = []', "FILE: panels.0.numbers: 'row' and 'column' are needed, in the order of names"),
        ('[[panels]]\nlayout = "grid"\nof = "bulb"\nmarks = []', "FILE: panels.0.of: the name 'b1' has not two numbers, row and column"),
        ('[[panels]]\nlayout = "network"\nof = "t"\nlinks = "NEER"\nmarks = [{ when = "heat" }]', "FILE: panels.0.marks.0.when: heat is of the range real; a truth value is needed\nFILE: panels.0.links: there is no fluent, object or enumerated value 'NEER'; did you mean 'NEAR'?"),
        ('[[panels]]\nlayout = "gauges"\nvalue = "levle"\nhigh = 4', "FILE: panels.0.value: there is no fluent, object or enumerated value 'levle'; did you mean 'level'?"),
        ('[[panels]]\nlayout = "shaft"\nfloor = "t"\nlift = "lit"\nabove = "NEAR"\nat = "lit"', "FILE: panels.0.lift: the instance has no type 'lit'"),
        ('[[panels]]\nlayout = "streets"\nlink = "t"', None),
    ],
)  # fmt: skip
def test_a_wrong_scene_is_told_with_file_and_key(tmp_path, text: str, expected: str | None) -> None:
    path = tmp_path / "scene.toml"
    path.write_text(text)
    with pytest.raises(RelgymError) as caught:
        relgym.make(DOMAIN, INSTANCE, scene=path)
    found = str(caught.value).replace(str(path), "FILE")
    if expected is None:
        assert "FILE: panels.0.turn: Field required" in found.splitlines()
    else:
        assert found == expected


def test_a_scene_of_another_domain_of_the_name_is_left_out() -> None:
    from relgym.questions.rddl.scenes import painter_of

    lamp = (
        "domain uav { pvariables { lit : { state-fluent, bool, default = true }; }; cpfs { lit' = lit; }; reward = 0; }"
    )
    reasoner = Reasoner(load(lamp, "instance i { domain = uav; horizon = 2; }"))
    assert painter_of(reasoner).drawing(reasoner.initial_state).objects == ("lit",)


def test_in_films_things_move_and_values_stay_in_their_tables() -> None:
    own = spec("traffic")
    reasoner = Reasoner(load(own.domain, own.problems("train")[0]))
    painter = RDDLPainter(reasoner, own.rddl_scene())
    red = painter.drawing(reasoner.initial_state)
    green = painter.drawing(reasoner.state({"phase-of___i11": "north-south", "age___i11": 1}))
    # Arrows come where there is green, beside what else shows the turn.
    assert len(green.items) != len(red.items)
    assert set(offsets(red, green)) == {(0.0, 0.0)}
    own = spec("elevators")
    reasoner = Reasoner(load(own.domain, own.problems("train")[0]))
    painter = RDDLPainter(reasoner, own.rddl_scene())
    above = painter.drawing(reasoner.initial_state)
    below = painter.drawing(reasoner.state({"at___lift1__floor4": False, "at___lift1__floor3": True}))
    [(x, y)] = offsets(above, below)
    assert (x, y) == (0.0, 64.0)
