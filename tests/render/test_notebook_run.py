"""Notebooks show environments, however they are wrapped, as pictures, and explanations as trees."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import gymnasium as gym
import nbformat
import pytest

import relgym
from relgym.explain.explanation import PDDLExplanation
from relgym.explain.traces import RDDLExplanation
from relgym.notebooks import picture

FIRST = Path(__file__).parents[2] / "docs" / "notebooks" / "first-steps.ipynb"


@pytest.fixture(scope="module")
def shown() -> dict[str, dict[str, str]]:
    """What each cell of a notebook shows, by its source: texts by their kinds. `tests/pages` compares it with a run."""
    return {
        cell.source: {kind: text for output in cell.outputs for kind, text in output.get("data", {}).items()}
        for cell in nbformat.read(FIRST, as_version=4).cells
        if cell.cell_type == "code"
    }


def ids(svg: str) -> set[str | None]:
    return {element.get("id") for element in ElementTree.fromstring(svg).iter()}


@pytest.mark.parametrize(("last", "part"), [("\nenv", "b1"), ("\nwrapped", "b1"), ("\nnetwork", "running___c1")])
def test_environments_are_pictures(shown: dict[str, dict[str, str]], last: str, part: str) -> None:
    [outputs] = [outputs for source, outputs in shown.items() if source.endswith(last)]
    assert part in ids(outputs["image/svg+xml"])


@pytest.mark.parametrize("last", ['explain(state, "(pick-up b1)")', "get_state(), running)"])
def test_explanations_are_trees(shown: dict[str, dict[str, str]], last: str) -> None:
    [outputs] = [outputs for source, outputs in shown.items() if source.endswith(last)]
    assert "<details" in outputs["text/html"]
    assert "is false" in outputs["text/html"]


def test_a_wrapper_that_draws_itself_does_so() -> None:
    class Framed(gym.Wrapper):
        def _repr_svg_(self) -> str:
            return "<svg>mine</svg>"

    env = Framed(gym.make("relgym/Blocks-v0"))
    assert picture(env) == "<svg>mine</svg>"


def test_what_has_no_picture_is_shown_as_text() -> None:
    assert picture(gym.make("CartPole-v1")) is None
    env = relgym.make("(define (domain d))", "(define (problem p) (:domain d) (:init) (:goal (and)))")
    assert picture(env) is None
    env.reset(seed=0)
    assert "svg" in str(picture(gym.wrappers.TimeLimit(env, 3)))


def test_notebooks_are_not_imported() -> None:
    code = "import relgym, sys; sys.exit('IPython' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_ipython_without_a_shell_is_left_alone() -> None:
    code = "import IPython, relgym, gymnasium; print(gymnasium.make('relgym/Blocks-v0'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_trees_are_nested_and_escaped() -> None:
    leaf = PDDLExplanation("(< a)", True, "a fact & more")
    middle = PDDLExplanation("(q)", False, children=(leaf,))
    tree = PDDLExplanation("(p)", False, "no", (PDDLExplanation("(r)", False, children=(middle,)),), omitted=2)
    root = ElementTree.fromstring(tree._repr_html_())
    assert "".join(root.itertext()) == (
        "\N{BALLOT X} (p) is false: no\N{BALLOT X} (r) is false\N{BALLOT X} (q) is false"
        "\N{CHECK MARK} (< a) is true: a fact & more... and 2 more"
    )
    depths = [len(list(element.iter("details"))) for element in root.iter("details")]
    assert depths == [3, 2, 1]


def test_only_the_first_levels_are_unfolded() -> None:
    tree = RDDLExplanation("leaf")
    for level in range(5):
        tree = RDDLExplanation(f"level {level}", (tree,))
    root = ElementTree.fromstring(tree._repr_html_())
    assert ["open" in element.attrib for element in root.iter("details")] == [True, True, True, False, False]
