"""Scenes: what is wrong with one is told with its file and the key."""

# ruff: noqa: E501  # the messages stand as they are told

from __future__ import annotations

import pytest

import relgym
from relgym import resources
from relgym.errors import RelgymError
from relgym.read.loading import load
from relgym.render.painter import Painter
from relgym.render.rddl.scene import RDDL_SCENES
from relgym.render.scene import SCENES

DOMAIN = """(define (domain d) (:requirements :typing :numeric-fluents :derived-predicates) (:types block peg)
    (:predicates (on ?x ?y) (table ?x) (over ?x ?y) (dark)) (:functions (heat ?x))
    (:derived (over ?x ?y) (on ?y ?x))
    (:action drop :parameters (?x) :effect (table ?x)))"""
PROBLEM = "(define (problem p) (:domain d) (:objects a b - block) (:init (on a b) (table b)) (:goal (dark)))"

STACKS = 'layout = "stacks"\non = "on"\nbase = "table"\n'


def complaint(tmp_path, text: str) -> str:
    """What is said of a scene, FILE for the name of its file."""
    path = tmp_path / "scene.toml"
    path.write_text(text)
    with pytest.raises(RelgymError) as caught:
        relgym.make(DOMAIN, PROBLEM, scene=path)
    return str(caught.value).replace(str(path), "FILE")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("layout = ", "FILE: Invalid value (at end of document)\nexpected: a TOML file"),
        ("", "FILE: layout: Field required; it is one of stacks, grid, pegs, places, graph"),
        ('layout = "stack"', "FILE: layout: there is no layout 'stack'; did you mean 'stacks'?"),
        ('layout = "heap"', "FILE: layout: there is no layout 'heap'; there are stacks, grid, pegs, places, graph"),
        ('layout = "stacks"\non = "on"\nbasis = "table"', "FILE: base: Field required\nFILE: basis: unknown key; did you mean 'base'?"),
        (STACKS + "hand = 3", "FILE: hand: Input should be a valid string"),
        (STACKS + '[looks]\nblock = { gliph = "box" }', "FILE: looks.block.gliph: unknown key; did you mean 'glyph'?"),
        (
            STACKS + '[looks]\nblock = { glyph = "trucks", colour = "bleu" }',
            "FILE: looks.block.glyph: there is no glyph 'trucks'; did you mean 'truck'?\n"
            "FILE: looks.block.colour: there is no colour 'bleu'; did you mean 'blue'?",
        ),
        (STACKS + '[[marks]]\nholds = []\ntext = ""', None),
        (STACKS + '[[marks]]\nhold = ["on"]\ntext = "x"', "FILE: marks.0.holds: Field required\nFILE: marks.0.hold: unknown key; did you mean 'holds'?"),
        ('layout = "grid"\nstep = "on"\nright = "a"\ndown = "b"\nmarks = [{ holds = ["table"], text = "xy" }]', None),
        ('layout = "stacks"\non = "onn"\nbase = "table"', "FILE: on: the problem has no predicate 'onn'; did you mean 'on'?"),
        ('layout = "stacks"\non = "table"\nbase = "on"', "FILE: on: (table ?x) has 1 arguments; 2 are needed\nFILE: base: (on ?x ?y) has 2 arguments; 1 are needed"),
        ('layout = "stacks"\non = "over"\nbase = "table"', "FILE: on: 'over' is derived, and a picture shows what a state holds"),
        (STACKS + 'notes = ["heat", "dark", "cold"]', "FILE: notes.2: the problem has no predicate 'cold'"),
        (STACKS + '[looks]\nblocks = { glyph = "box" }', "FILE: looks.blocks: the problem has no type 'blocks'; did you mean 'block'?"),
        (STACKS + '[[marks]]\nholds = ["table", "dark"]\ntext = "x"', "FILE: marks.0.holds.1: (dark) has 0 arguments; 1 or more are needed"),
        ('layout = "places"\nplace = "pegs"\ninside = ["in"]', "FILE: place: the problem has no type 'pegs'; did you mean 'peg'?\nFILE: inside.0: the problem has no predicate 'in'"),
        ('layout = "graph"\nplace = "peg"\nlinks = []', None),
        ('layout = "graph"\nplace = "peg"\nlinks = ["on"]\nnamed = ["on"]', "FILE: named.0: (on ?x ?y) has 2 arguments; 3 are needed"),
        ('layout = "graph"\nplace = "peg"\nlinks = ["on"]\nnamed = ["by"]', "FILE: named.0: the problem has no predicate 'by'\nFILE: named.0: 'by' is not one of the links, on"),
        ('layout = "grid"\nstep = "on"\nright = "east"\ndown = "b"\nmarks = []', "FILE: step: (on ?x ?y) has 2 arguments; 3 are needed\nFILE: right: the problem has no object 'east'"),
        ('layout = "pegs"\non = "on"\npeg = "peg"\nsmaller = "dark"', "FILE: smaller: (dark) has 0 arguments; 2 are needed"),
    ],
)  # fmt: skip
def test_a_wrong_scene_is_told_with_file_and_key(tmp_path, text: str, expected: str | None) -> None:
    found = complaint(tmp_path, text)
    if expected is None:
        assert found.startswith("FILE: ")
        assert "should have at" in found
    else:
        assert found == expected


def test_a_file_that_is_nowhere(tmp_path) -> None:
    with pytest.raises(RelgymError, match=r"nowhere\.toml: No such file or directory"):
        SCENES.read(tmp_path / "nowhere.toml")


def test_a_scene_is_given_as_a_path_a_text_or_as_it_was_read(tmp_path) -> None:
    path = tmp_path / "scene.toml"
    path.write_text(STACKS)
    # A mark and line ends as other systems have them.
    marked = tmp_path / "marked.toml"
    marked.write_bytes(b"\xef\xbb\xbf" + STACKS.replace("\n", "\r\n").encode())
    task = load(DOMAIN, PROBLEM)
    state = relgym.Reasoner(task).initial_state
    for scene in (path, str(path), SCENES.read(path), marked):
        assert Painter(task, scene, goal=False).text(state) == "a\nb\n-"


def folders(tmp_path, **texts: str):
    """Folders with a scene each."""
    for name, text in texts.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "scene.toml").write_text(text)
    return tmp_path


def test_a_scene_may_be_that_of_another_folder(tmp_path) -> None:
    root = folders(tmp_path, first=STACKS, second='same_as = "first"')
    (root / "second" / "domain.pddl").write_text(DOMAIN)
    scene = SCENES.read(root / "second" / "scene.toml")
    assert scene == SCENES.read(root / "first" / "scene.toml")
    assert SCENES.beside(root / "second" / "domain.pddl") == scene
    assert scene.file == str(root / "first" / "scene.toml")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('same_as = "first"\n' + STACKS, "same_as: stands alone, without other keys"),
        ("same_as = 3", "same_as: the name of a folder beside this one is needed"),
        ('same_as = "../first"', "same_as: the name of a folder beside this one is needed"),
        ('same_as = ".."', "same_as: the name of a folder beside this one is needed"),
        ('same_as = "nowhere"', "same_as: there is no scene.toml in a folder 'nowhere' beside this one"),
        ('same_as = "second"', "same_as: the scene of 'second' is that of another folder, too; name that one"),
    ],
)
def test_mistakes_in_the_name_of_another_folder(tmp_path, text: str, expected: str) -> None:
    path = folders(tmp_path, first=STACKS, second=text) / "second" / "scene.toml"
    for scenes in (SCENES, RDDL_SCENES):
        with pytest.raises(RelgymError) as caught:
            scenes.read(path)
        assert str(caught.value) == f"{path}: {expected}"


def test_no_two_domains_have_copies_of_a_scene() -> None:
    texts = [file.read_text("utf-8") for file in resources.domains().glob("*/scene.toml")]
    whole = [text for text in texts if "same_as" not in text]
    assert len(set(whole)) == len(whole) > 40
