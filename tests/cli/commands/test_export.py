"""`relgym export --to jax`; data sets are tried with the recordings of which they are made."""

from __future__ import annotations

from pathlib import Path

import pytest

import relgym.jax
from tests.cli.conftest import Run


def test_problems_become_functions_for_jax(run: Run, files: Path) -> None:
    ran = run("export", "dice.pddl", "throw.pddl", "--to", "jax", "--steps", "9", "-o", "dice.zip")
    size = (files / "dice.zip").stat().st_size
    assert (ran.code, ran.out) == (0, f"dice.zip: {size:,} bytes, 1 action\n")
    env = relgym.jax.load("dice.zip")
    assert env.actions == [{0: "(throw)"}]
    assert env.description["step_draws"] == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("dice.pddl", "throw.pddl", "--to", "jax", "--form", "flat"), "--form is for Minari; JAX has arrays alone"),
        (("ferry.jsonl", "throw.pddl", "--to", "parquet"), "PROBLEM is for jax; a recording has its environment"),
        (("ferry.jsonl", "--to", "parquet", "--steps", "3"), "--steps is for jax; a recording has its environment"),
        (("blocks", "0", "1", "--to", "jax"), "there are 2 problems"),
        (("blocks", "99", "--to", "jax"), "'blocks' has no train problem 99"),
        (("sysadmin", "0", "--non-fluents", "x.rddl", "--to", "jax"), "the instances that come with relgym have their"),
        (("none.pddl", "throw.pddl", "--to", "jax"), "cannot read the domain file 'none.pddl'"),
        (("dice.pddl", "throw.pddl", "--to", "onnx"), "there is no format 'onnx'"),
    ],
)
def test_wrong_words_are_refused(run: Run, files: Path, words: tuple[str, ...], message: str) -> None:
    ran = run("export", *words, "-o", "x.zip")
    assert (ran.code, ran.err.splitlines()[0][: len(message) + 7]) == (1, f"error: {message}")
    assert not (files / "x.zip").exists()
