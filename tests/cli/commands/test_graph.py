"""Drawing the dynamic Bayes net of RDDL problems."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from cli.conftest import Run

LAMP = """\
domain lamp {
    types { room : object; };
    pvariables {
        NEXT(room, room) : { non-fluent, bool, default = false };
        lit(room)        : { state-fluent, bool, default = false };
        press(room)      : { action-fluent, bool, default = false };
    };
    cpfs { lit'(?r) = lit(?r) ~= exists_{?q : room} (NEXT(?q, ?r) ^ press(?q)); };
    reward = sum_{?r : room} lit'(?r);
}
"""

HOUSE = """\
instance house {
    domain = lamp;
    objects { room : {hall, attic}; };
    non-fluents { NEXT(hall, attic); };
    horizon = 7;
}
"""

LIFTED = """\
digraph "lamp" {
    rankdir = LR;
    node [style = filled, fontname = "sans-serif"];
    {
        rank = same;
        node [shape = ellipse, fillcolor = "#b3d9f2", fontcolor = "#1a1a1a"];
        "lit";
        node [shape = box, fillcolor = "#e69f00", fontcolor = "#1a1a1a"];
        "press";
    }
    {
        rank = same;
        node [shape = ellipse, fillcolor = "#0b5c91", fontcolor = "#ffffff"];
        "lit'";
    }
    {
        rank = same;
        node [shape = hexagon, fillcolor = "#e8793a", fontcolor = "#1a1a1a"];
        "reward";
    }
    "lit" -> "lit'";
    "press" -> "lit'";
    "lit'" -> "reward";
}
"""


@pytest.fixture(autouse=True)
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory, with a domain and an instance."""
    (tmp_path / "lamp.rddl").write_text(LAMP)
    (tmp_path / "house.rddl").write_text(HOUSE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_lifted_net_is_printed(run: Run) -> None:
    ran = run("graph", "lamp.rddl", "house.rddl")
    assert (ran.code, ran.err, ran.out) == (0, "", LIFTED)


def test_the_ground_net(run: Run) -> None:
    ran = run("graph", "lamp.rddl", "house.rddl", "--ground", "--json")
    assert ran.code == 0
    assert ran.json["title"] == "house"
    assert ran.json["nodes"][0] == {"name": "lit___hall", "role": "state", "level": 0}
    assert ran.json["edges"] == [
        ["lit___hall", "lit___hall'"],
        ["lit___attic", "lit___attic'"],
        ["press___hall", "lit___attic'"],
        ["lit___hall'", "reward"],
        ["lit___attic'", "reward"],
    ]


@pytest.mark.parametrize("name", ["net.svg", "net.SVG", "net.dot", "net.gv"])
def test_the_ending_of_the_file_says_what_is_written(run: Run, house: Path, name: str) -> None:
    ran = run("graph", "lamp.rddl", "house.rddl", "-o", name)
    assert (ran.code, ran.out) == (0, f"{name}: 4 nodes, 3 edges\n")
    form = "svg" if name.lower().endswith("svg") else "dot"
    assert (house / name).read_text() == run("graph", "lamp.rddl", "house.rddl", "--format", form).out
    if form == "svg":
        assert ElementTree.parse(house / name).getroot().tag.endswith("svg")


def test_json_besides_a_file(run: Run, house: Path) -> None:
    ran = run("graph", "lamp.rddl", "house.rddl", "-o", "net.svg", "--json")
    assert ran.json["edges"] == [["lit", "lit'"], ["press", "lit'"], ["lit'", "reward"]]
    assert (house / "net.svg").exists()


def test_domains_that_come_with_relgym(run: Run) -> None:
    assert run("graph", "sysadmin", "test/0", "--ground").code == 0


def test_the_picture_of_the_readme(run: Run) -> None:
    picture = Path(__file__).parents[3] / "docs" / "sysadmin.svg"
    assert picture.read_text(encoding="utf-8") == run("graph", "sysadmin", "0", "--ground", "-f", "svg").out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("lamp.rddl", "house.rddl", "-o", "net.png"), "expected: a file that ends with .dot, .gv or .svg"),
        (("lamp.rddl", "house.rddl", "-o", "net"), "'net' has no known ending"),
        (("lamp.rddl", "house.rddl", "-o", "net.svg", "-f", "dot"), "the ending of 'net.svg' means svg"),
        (
            ("lamp.rddl", "house.rddl", "-o", "no/net.svg"),
            "cannot write the file 'no/net.svg': no such file or directory",
        ),
        (("lamp.rddl", "house.rddl", "-f", "svgg"), "'svgg' is not one of 'dot', 'svg'"),
        (("lamp.rddl", "hause.rddl"), "did you mean 'house.rddl'?"),
        (("lamb.rddl", "house.rddl"), "did you mean 'lamp.rddl'?"),
        (("lamp.rddl", "lamp.rddl"), "lamp.rddl:1:1: an instance is expected, and this file has none"),
        (("blocks", "0"), "blocks is PDDL, whose problems have no dynamic Bayes net"),
        (("sysadmim", "0"), "did you mean 'sysadmin'?"),
        (("sysadmin", "99"), "'sysadmin' has no train problem 99"),
        (("lamp.rddl", "big.rddl", "--ground"), "the ground net of 'house' has 451 nodes"),
    ],
)
def test_what_is_wrong_is_said(run: Run, house: Path, arguments: tuple[str, ...], words: str) -> None:
    rooms = ", ".join(f"room{number}" for number in range(148))
    (house / "big.rddl").write_text(HOUSE.replace("{hall, attic}", f"{{hall, attic, {rooms}}}"))
    ran = run("graph", *arguments)
    assert (ran.code, ran.out) == (1, "")
    assert words in " ".join(ran.err.replace("│", " ").split())
    assert not (house / "net.svg").exists()
