"""`relgym render`: text, SVG, PNG and GIF, of the catalogue and of files never seen before."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from PIL import Image

from relgym.catalogue.domains import spec

FERRY = ("ferry.pddl", "crossing.pddl")
GOAL = ("--goal", "--no-goal")
SCENE = 'layout = "graph"\nplace = "port"\nlinks = ["route"]\ninside = ["at"]\n'


def test_text_of_a_domain_of_the_catalogue(run) -> None:
    ran = run("render", "blocks", "0", "--after", "(unstack b2 b3)")
    assert (ran.code, ran.out, ran.err) == (0, "b1  b3\n------\nholding: b2\ngoal: [ ] on b1 b2\n", "")
    assert run("render", "relgym/BlocksTest-v0", "p01").code == 0


@pytest.mark.usefixtures("files")
def test_a_file_never_seen_before(run) -> None:
    ran = run("render", *FERRY, "-o", "start.svg")
    assert (ran.code, ran.out) == (0, "start.svg: 1 state, 5 objects\n")
    root = ElementTree.parse("start.svg").getroot()
    assert {"red", "blue", "east", "west", "north"} <= {element.get("id") for element in root.iter()}


def test_the_scene_beside_the_domain_is_taken(run) -> None:
    own = spec("blocks")
    ran = run("render", str(own.domain), str(own.problem("train", 0)))
    assert (ran.code, ran.out) == (0, run("render", "blocks", "0").out)


@pytest.mark.usefixtures("files")
def test_a_scene_is_given(run) -> None:
    with open("scene.toml", "w") as file:
        file.write(SCENE)
    assert run("render", *FERRY, "--scene", "scene.toml", "--no-goal").out == "east   red\nwest   blue\n"
    ran = run("render", *FERRY, "--scene", "scene.toml", "-o", "start.svg")
    assert ran.out == "start.svg: 1 state, 5 objects\n"
    with open("scene.toml", "w") as file:
        file.write(SCENE.replace("route", "routes"))
    ran = run("render", *FERRY, "--scene", "scene.toml")
    expected = "error: scene.toml: links.0: the problem has no predicate 'routes'; did you mean 'route'?\n"
    assert (ran.code, ran.out, ran.err) == (1, "", expected)


@pytest.mark.usefixtures("files")
def test_a_gif_is_a_film_of_all_states(run) -> None:
    ran = run("render", *FERRY, "--after", "plan.txt", "-o", "way.gif")
    assert (ran.code, ran.out) == (0, "way.gif: 4 states, 5 objects\n")
    with Image.open("way.gif") as image:
        assert image.format == "GIF"
        assert image.n_frames > 8, "things move between states"
    run("render", *FERRY, "--after", "plan.txt", "-o", "end.png", "--size", "300x200")
    with Image.open("end.png") as end:
        assert (end.format, end.mode, end.size) == ("PNG", "RGB", (300, 200))
    ran = run("render", *FERRY, "--after", "plan.txt", "-o", "way.svg", "--film")
    assert ran.out == "way.svg: 4 states, 5 objects\n"


@pytest.mark.usefixtures("files")
def test_a_gif_without_a_plan_has_one_frame(run) -> None:
    assert run("render", *FERRY, "-o", "start.gif").out == "start.gif: 1 state, 5 objects\n"


def test_rddl(run, tmp_path) -> None:
    assert run("render", "sysadmin", "0").out == "running  c1, c2, c3, c4, c5\n"
    path = tmp_path / "run.gif"
    ran = run("render", "sysadmin", "0", "--after", "reboot___c1 = true; noop", "-o", str(path))
    assert (ran.code, ran.out) == (0, f"{path}: 3 states, 5 objects\n")
    with Image.open(path) as image:
        assert image.n_frames >= 3


@pytest.mark.usefixtures("files")
def test_scenes_of_rddl(run) -> None:
    lamp = """domain lamp { pvariables { heat : { state-fluent, real, default = 0.5 };
        warm : { action-fluent, real, default = 0.0 }; }; cpfs { heat' = heat + warm; }; reward = heat; }"""
    with open("lamp.rddl", "w") as file:
        file.write(lamp + "instance i { domain = lamp; horizon = 5; }")
    for points in ("at = ['heat', 1]", "at = ['heta', 1]"):
        with open("plane.toml", "w") as file:
            file.write(f"[[panels]]\nlayout = 'plane'\n[[panels.points]]\nglyph = 'star'\n{points}")
        ran = run("render", "lamp.rddl", "lamp.rddl", "--scene", "plane.toml", "-o", "lamp.svg")
        if "heta" in points:
            assert ran.err.startswith("error: plane.toml: panels.0.points.0.at.0: "), ran.err
            assert "did you mean 'heat'?" in ran.err
        else:
            assert ran.out == "lamp.svg: 1 state, 1 objects\n", ran.err
            with open("lamp.svg") as file:
                assert 'href="#glyph.star"' in file.read()
    # The scene beside the domain's file is taken.
    ran = run("render", "uav", "0", "-o", "uav.svg")
    with open("uav.svg") as file:
        assert 'href="#glyph.flag"' in file.read()


def test_the_goal_is_left_out_if_asked(run, tmp_path) -> None:
    ran = run("render", "blocks", "0", "--after", "(unstack b2 b3)", "--no-goal")
    assert ran.out == "b1  b3\n------\nholding: b2\n"
    told = [run("render", "blocks", "0", option, "-o", str(tmp_path / "start.svg"), "--json").json for option in GOAL]
    assert told[0]["width"] > told[1]["width"]
    assert "data-goal" not in (tmp_path / "start.svg").read_text()
    ran = run("render", "sysadmin", "0", "--no-goal")
    assert (ran.code, ran.err.splitlines()[0]) == (1, "error: RDDL has no goal")


def test_json(run, tmp_path) -> None:
    path = tmp_path / "way.gif"
    ran = run("render", "blocks", "0", "--after", "(unstack b2 b3)", "-o", str(path), "--json")
    assert ran.json == {
        "text": "b1  b3\n------\nholding: b2\ngoal: [ ] on b1 b2",
        "width": 354,
        "height": 228,
        "states": 2,
        "objects": ["b1", "b3", "b2"],
    }
    assert path.exists()


@pytest.mark.usefixtures("files")
def test_what_cannot_be_written(run) -> None:
    ran = run("render", *FERRY, "-o", "x.pdf")
    expected = "error: 'x.pdf' has no known ending\nexpected: a file that ends with .svg, .png, .gif or .mp4\n"
    assert (ran.code, ran.out, ran.err) == (1, "", expected)
    ran = run("render", *FERRY, "-o", "nowhere/x.svg")
    assert (ran.code, ran.err) == (1, "error: cannot write the file 'nowhere/x.svg': no such file or directory\n")
    ran = run("render", *FERRY, "--after", "(sail west east)", "-o", "x.svg")
    assert (ran.code, ran.err.splitlines()[0]) == (
        2,
        "error: step 1 cannot be taken: (sail west east) is not applicable: 1 of 3 conditions fails",
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--film"], "--film needs a file for it"),
        (["--film", "-o", "x.png"], "--film needs a file for it"),
        (["--fps", "10", "-o", "x.svg"], "--fps is for films of pixels"),
        (["--size", "80x60"], "--size is for pixels"),
        (["--size", "80", "-o", "x.png"], "--size 80: no size"),
        (["--size", "9x9", "-o", "x.gif"], "--size 9x9: no size"),
    ],
)
def test_options_that_a_file_does_not_have_are_refused(run, tmp_path, options: list[str], said: str) -> None:
    own = [str(tmp_path / each) if each.startswith("x.") else each for each in options]
    ran = run("render", "blocks", "0", *own)
    assert ran.code == 1
    assert ran.err.startswith(f"error: {said}"), ran.err
    assert not [*tmp_path.iterdir()]
