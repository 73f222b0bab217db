"""Pictures of the states of RDDL."""

from __future__ import annotations

from xml.etree import ElementTree

import gymnasium as gym
import numpy as np
import pytest
from render.drawings import check, words

from relgym.catalogue.domains import EnvSpec, catalogue
from relgym.envs import RDDLEnv
from relgym.read.loading import load
from relgym.reasoning.reasoner import Reasoner
from relgym.render.layouts.values import LINES, LISTED
from relgym.render.palette import FILL
from relgym.render.rddl.painter import RDDLPainter
from relgym.render.shapes import Rect
from relgym.render.svg import Drawing


@pytest.mark.parametrize("own", catalogue("rddl"), ids=lambda own: own.name)
def test_every_domain_is_drawn(own: EnvSpec) -> None:
    for split in ("train", "test"):
        env = RDDLEnv(own.domain, own.problems(split)[0])
        env.reset(seed=1)
        env.action_space.seed(1)
        painter = RDDLPainter(env.reasoner)
        drawings = [painter.drawing(env.get_state())]
        for _ in range(3):
            env.step(env.action_space.sample())
            drawings.append(painter.drawing(env.get_state()))
        for drawing in drawings:
            check(drawing)
        assert len({(drawing.width, drawing.height) for drawing in drawings}) == 1
        last = env.get_state()
        env.close()
    frame = painter.pixels(last)
    assert (frame.dtype, frame.ndim) == (np.uint8, 3)


def pictured(pvariables: str, init: str, types: str = "t : object; colour : {@red, @blue};", count: int = 2) -> Drawing:
    names = [line.split(":")[0].strip() for line in pvariables.split(";") if line.strip()]
    cpfs = ""
    for name in names:
        head, _, parameters = name.partition("(")
        variables = [f"?v{number}" for number, _ in enumerate(filter(None, parameters.rstrip(")").split(",")))]
        row = f"({', '.join(variables)})" if variables else ""
        cpfs += f"{head}'{row} = {head}{row}; "
    objects = ", ".join(f"o{number}" for number in range(count))
    instance = load(
        f"domain d {{ types {{ {types} }}; pvariables {{ {pvariables} }}; cpfs {{ {cpfs} }}; reward = 0; }}",
        f"instance i {{ domain = d; objects {{ t : {{{objects}}}; }}; init-state {{ {init} }}; horizon = 3; }}",
    )
    reasoner = Reasoner(instance)
    drawing = RDDLPainter(reasoner).drawing(reasoner.initial_state)
    check(drawing)
    return drawing


def fills(drawing: Drawing) -> dict[str, str]:
    return {item.object: item.shapes[0].fill for item in drawing.items if isinstance(item.shapes[0], Rect)}


def test_truth_values_are_filled_or_not() -> None:
    drawing = pictured("on(t) : { state-fluent, bool, default = false };", "on(o1);")
    assert fills(drawing) == {"on___o0": "#fffefb", "on___o1": FILL["sky"]}


def test_numbers_and_items_are_written() -> None:
    drawing = pictured(
        "heat : { state-fluent, real, default = -2.5 }; count(t) : { state-fluent, int, default = 7 };"
        "hue(t) : { state-fluent, colour, default = @blue }; at : { state-fluent, t, default = o1 };",
        "hue(o0) = @red;",
    )
    assert {"-2.5", "7", "red", "blue", "o1"} <= set(words(drawing))
    assert {"heat", "count___o0", "hue___o1", "at"} <= set(drawing.objects)


def test_fluents_of_two_objects_are_fields() -> None:
    drawing = pictured("linked(t, t) : { state-fluent, bool, default = false };", "linked(o0, o1);")
    boxes = {item.object: item.shapes[0] for item in drawing.items}
    assert boxes["linked___o0__o1"].fill == FILL["sky"]
    assert boxes["linked___o0__o1"].y == boxes["linked___o0__o0"].y < boxes["linked___o1__o0"].y
    assert boxes["linked___o0__o0"].x == boxes["linked___o1__o0"].x < boxes["linked___o0__o1"].x


def test_fluents_of_three_objects_are_told() -> None:
    drawing = pictured(
        "seen(t, t, t) : { state-fluent, bool, default = false }; far(t, t, t) : { state-fluent, real, default = 2 };"
        "hue(t, t, t) : { state-fluent, colour, default = @red };",
        "seen(o0, o1, o0); far(o1, o1, o1) = 0.5;",
    )
    assert {"true for 1 of 8", "8 values from 0.5 to 2", "8 values"} <= set(words(drawing))


@pytest.mark.parametrize("count", [1, 8, 9, 50, 1500])
def test_any_number_of_objects(count: int) -> None:
    pvariables = "on(t) : { state-fluent, bool, default = false }; heat : { state-fluent, real, default = 0 };"
    drawing = pictured(pvariables, "", count=count)
    cells = [item for item in drawing.items if item.object.startswith("on___")]
    assert len(cells) == min(count, LISTED * LINES)
    told = words(drawing._replace(items=drawing.backdrop))
    assert (f"and {count - LISTED * LINES} more" in told) == (count > LISTED * LINES)


def test_a_long_table_and_a_large_field_are_cut_and_say_so() -> None:
    table = pictured("heat(t) : { state-fluent, real, default = 0 };", "", count=50)
    assert f"and {50 - LISTED} more" in words(table._replace(items=table.backdrop))
    field = pictured("on(t, t) : { state-fluent, bool, default = false };", "", count=50)
    assert "50 x 50 values, the first ones are shown" in words(field._replace(items=field.backdrop))
    *shown, digest = field.items
    assert len(shown) == LISTED * LINES
    assert shown[-1].object == f"on___o{LISTED - 1}__o{LINES - 1}"
    assert digest.shapes[0].words.startswith("not all is drawn: #")


@pytest.mark.parametrize(
    ("pvariables", "one", "other", "count"),
    [
        ("heat(t) : { state-fluent, real, default = 0 };", "heat(o49) = 1;", "heat(o48) = 1;", 50),
        ("on(t) : { state-fluent, bool, default = false };", "on(o1499);", "on(o1498);", 1500),
        ("on(t, t) : { state-fluent, bool, default = false };", "on(o49, o49);", "on(o49, o48);", 50),
        ("on(t, t, t) : { state-fluent, bool, default = false };", "on(o0, o0, o1);", "on(o0, o1, o0);", 2),
    ],
)
def test_what_is_not_drawn_changes_the_picture(pvariables: str, one: str, other: str, count: int) -> None:
    pictures = [pictured(pvariables, start, count=count) for start in (one, other, one)]
    seen = [[item.shapes for item in picture.items] for picture in pictures]
    assert seen[0] != seen[1]
    assert seen[0] == seen[2]
    for picture in pictures:
        check(picture)


STEPS = 12
"""After so many steps without a reboot a computer is down."""


@pytest.mark.parametrize("mode", ["ansi", "rgb_array", "svg", "human"])
def test_environments_take_every_mode(mode: str, capsys) -> None:
    env = gym.make("relgym/SysAdmin-v0", render_mode=mode)
    env.reset(seed=0)
    found = [env.render()]
    for _ in range(STEPS):
        env.step({})
        found.append(env.render())
    match mode:
        case "rgb_array":
            assert len({frame.shape for frame in found}) == 1
            assert any((frame != found[0]).any() for frame in found)
        case "svg":
            assert all(ElementTree.fromstring(text).tag.endswith("svg") for text in found)
        case "ansi":
            assert found[0].startswith("running  ")
        case _:
            assert found == [None] * (STEPS + 1)
            # By itself, and when it was asked.
            assert capsys.readouterr().out.count("running  ") == 2 * len(found)


def test_notebooks_show_environments_that_have_begun() -> None:
    env = gym.make("relgym/SysAdmin-v0").unwrapped
    assert env._repr_svg_() is None
    env.reset(seed=0)
    assert 'id="running___c1"' in env._repr_svg_()
    assert env.clone()._repr_svg_() == env._repr_svg_()
