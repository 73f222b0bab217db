"""Scenes of RDDL: pictures of every domain, legible and within their edges, and what is said of wrong scenes."""

# ruff: noqa: E501  # the messages stand as they are told

from __future__ import annotations

import pytest
from render.drawings import check, words

import relgym
from relgym.catalogue.domains import EnvSpec, catalogue
from relgym.envs import RDDLEnv
from relgym.errors import RelgymError
from relgym.read.loading import load
from relgym.reasoning.reasoner import Reasoner
from relgym.render.drawing import Drawing, Glyph, Line, TextShape
from relgym.render.rddl.painter import RDDLPainter
from relgym.render.rddl.scene import scene_of

LEGIBLE, WIDE, HIGH = 9.0, 800, 600
"""The least size of words in a picture of this size, in pixels."""

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
            assert least_size(drawing) >= LEGIBLE
        assert len({(drawing.width, drawing.height) for drawing in drawings}) == 1
        env.close()


def least_size(drawing: Drawing) -> float:
    """The size of the smallest words, where the picture has the size in which it must be legible."""
    scale = min(WIDE / drawing.width, HIGH / drawing.height)
    sizes = [
        shape.size
        for item in (*drawing.backdrop, *drawing.items)
        for shape in item.shapes
        if isinstance(shape, TextShape)
    ]
    return round(scale * min(sizes), 2)


DOMAIN = """domain d { types { t : object; hue : {@red, @blue}; };
    pvariables { NEAR(t, t) : { non-fluent, bool, default = false }; SIZE(t) : { non-fluent, real, default = 2.0 };
        END : { non-fluent, real, default = 4.0 };
        heat(t) : { state-fluent, real, default = 0.5 }; lit(t) : { state-fluent, bool, default = false };
        level : { state-fluent, real, default = 1.5 }; shade : { state-fluent, hue, default = @red };
        go(t) : { action-fluent, bool, default = false }; };
    cpfs { heat'(?x) = heat(?x); lit'(?x) = go(?x); level' = level; shade' = shade; }; reward = 0; }"""
INSTANCE = """instance i { domain = d; objects { t : {a1_1, a2_1}; };
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


PLANE = 'layout = "plane"\n'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("panels = ", "FILE: Invalid value (at end of document)\nexpected: a TOML file"),
        ("", "FILE: panels: an array of tables is needed, each with a layout: plane"),
        ("[[panels]]\ntitle = 'x'", "FILE: panels.0.layout: Field required; it is one of plane"),
        ('[[panels]]\nlayout = "plan"', "FILE: panels.0.layout: there is no layout 'plan'; did you mean 'plane'?"),
        ('[[panels]]\nlayout = "plane"\nacros = [0, 1]', "FILE: panels.0.acros: unknown key; did you mean 'across'?"),
        ('[[panels]]\nlayout = "plane"\nacross = [0]', "FILE: panels.0.across: two expressions are needed"),
        ('[[panels]]\nlayout = "plane"\npoints = [{ at = [0, "levle"] }]', "FILE: panels.0.points.0.at.1: there is no fluent, object or enumerated value 'levle'; did you mean 'level'?"),
        ('[[panels]]\nlayout = "plane"\npoints = [{ at = [0, "shade"] }]', "FILE: panels.0.points.0.at.1: shade is of the range hue; a number is needed"),
        ('[[panels]]\nlayout = "plane"\npoints = [{ at = [0, "heat(?x)"] }]', "FILE: panels.0.points.0.at.1: the free variables of heat(?x) are of the types t; those of this part: none"),
        ('[[panels]]\nlayout = "plane"\npoints = [{ of = ["s"], at = [0, 0], glyph = "starr" }]', "FILE: panels.0.points.0.glyph: there is no glyph 'starr'; did you mean 'star'?"),
        ('[[panels]]\nlayout = "plane"\npoints = [{ of = ["tt"], at = [0, 0] }]', "FILE: panels.0.points.0.of: the instance has no type 'tt'; did you mean 't'?"),
        ('[[panels]]\nlayout = "plane"\npoints = [{ when = "level", at = [0, 0] }]', "FILE: panels.0.points.0.when: level is of the range real; a truth value is needed"),
        ('[[panels]]\nlayout = "plane"\ncurves = [{ fluent = "heat", low = 0, high = 1, at = [0, 0] }]', "FILE: panels.0.curves.0.fluent: 'heat' is no state-fluent without parameters"),
    ],
)  # fmt: skip
def test_a_wrong_scene_is_told_with_file_and_key(tmp_path, text: str, expected: str) -> None:
    path = tmp_path / "scene.toml"
    path.write_text(text)
    with pytest.raises(RelgymError) as caught:
        relgym.make(DOMAIN, INSTANCE, scene=path)
    assert str(caught.value).replace(str(path), "FILE") == expected


def test_a_scene_of_another_domain_of_the_name_is_left_out() -> None:
    from relgym.questions.rddl.scenes import painter_of

    lamp = (
        "domain uav { pvariables { lit : { state-fluent, bool, default = true }; }; cpfs { lit' = lit; }; reward = 0; }"
    )
    reasoner = Reasoner(load(lamp, "instance i { domain = uav; horizon = 2; }"))
    assert painter_of(reasoner).drawing(reasoner.initial_state).objects == ("lit",)
