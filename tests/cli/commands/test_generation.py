"""relgym generate: problems printed and written, parameters shown, mistakes told."""

from __future__ import annotations

import pytest

from relgym.catalogue.domains import spec
from relgym.catalogue.generate import generate
from relgym.read.loading import load


def test_one_problem_is_printed(run):
    ran = run("generate", "blocks", "--seed", "3", "--set", "blocks=5")
    assert (ran.code, ran.out) == (0, generate("blocks", 3, blocks=5))
    assert run("generate", "relgym/Blocks-v0").out == generate("blocks", 0)
    assert run("generate", "Blocks", "--json").json == {"seed": 0, "problem": generate("blocks", 0)}


def test_files_are_written(run, tmp_path):
    out = tmp_path / "new" / "problems"
    ran = run("generate", "maze", "--set", "loops=0.5", "--set", "rows = 5", "-n", "3", "-s", "7", "-o", str(out))
    paths = [out / f"maze-{seed}.pddl" for seed in (7, 8, 9)]
    assert (ran.code, ran.out.splitlines()) == (0, [*map(str, paths)])
    assert sorted(out.iterdir()) == paths
    for seed, path in zip((7, 8, 9), paths, strict=True):
        assert path.read_text() == generate("maze", seed, loops=0.5, rows=5)
        load(spec("maze").domain, path)
    again = run("generate", "maze", "--set", "loops=0.5", "--set", "rows=5", "-s", "9", "-o", str(out), "--json")
    assert again.json == {"files": [str(paths[2])]}
    other = run("generate", "maze", "-s", "9", "-o", str(out))
    assert other.code == 1
    assert other.err.startswith(f"error: {paths[2]} exists, and holds something else\n")


def test_instances_are_written(run, tmp_path):
    assert run("generate", "sysadmin", "--out", str(tmp_path)).out == f"{tmp_path / 'sysadmin-0.rddl'}\n"
    assert (tmp_path / "sysadmin-0.rddl").read_text() == generate("sysadmin", 0)


def test_a_folder_of_ones_own(run, tmp_path):
    (tmp_path / "env.toml").write_text('id = "Lamp"\ndescription = "A lamp."\nmax_episode_steps = 1\n')
    (tmp_path / "domain.pddl").write_text("(define (domain lamp) (:predicates (on)))")
    ran = run("generate", str(tmp_path))
    assert ran.code == 1
    assert ran.err.startswith(f"error: {tmp_path / 'generator.py'}: No such file or directory\nhint: a domain has")
    (tmp_path / "generator.py").write_text(
        "from typing import Literal\n"
        "def generate(seed, *, colour: Literal['red', 'blue'] = 'red', volts=3, name: str = 'a'):\n"
        "    return f'(define (problem {name}) (:domain lamp) (:init) (:goal ({colour})))\\n'\n"
    )
    (tmp_path / "domain.pddl").write_text("(define (domain lamp) (:predicates (blue)))")
    assert run("generate", str(tmp_path), "--set", "colour=blue", "--set", "name=7").out.splitlines() == [
        "; made by generator.py: seed = 0, colour = blue, name = 7",
        "(define (problem 7) (:domain lamp) (:init) (:goal (blue)))",
    ]
    ran = run("generate", str(tmp_path), "--set", "colour=red", "--out", str(tmp_path / "new"))
    assert (ran.code, ran.out, list(tmp_path.glob("new/*"))) == (1, "", [])
    assert ran.err.startswith(f"error: {tmp_path / 'generator.py'} (seed = 0):2:52: unknown predicate 'red'\n")
    assert run("generate", str(tmp_path), "--parameters").out.splitlines() == [
        "colour = 'red', one of 'red', 'blue'",
        "volts = 3, anything",
        "name = 'a', a text",
    ]
    wrong = run("generate", str(tmp_path), "--set", "colour=green")
    assert wrong.err == (
        f"error: {tmp_path / 'generator.py'}: colour = 'green' is not possible\nexpected: one of 'red', 'blue'\n"
    )


def test_parameters_are_shown(run):
    assert run("generate", "sokoban", "--parameters").out.splitlines() == [
        "rows = 6, a whole number from 3 to 60",
        "columns = 6, a whole number from 3 to 60",
        "boxes = 2, a whole number from 1 to 20",
        "walls = 0.15, a number from 0.0 to 0.4",
    ]
    assert run("generate", "blocks", "--parameters", "--json").json == {
        "parameters": [{"name": "blocks", "default": 4, "kind": "int", "low": 2, "high": 500, "choices": []}]
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bloks"], "there is no domain 'bloks'"),
        (["blocks", "--set", "blocks"], "--set blocks gives no value\nexpected: NAME=VALUE, such as rows=8"),
        (
            ["blocks", "--set", "block=3"],
            "GENERATOR: there is no parameter 'block'\nhint: did you mean 'blocks'?\nexpected: one of blocks",
        ),
        (["blocks", "--set", "blocks=many"], "GENERATOR: blocks = 'many' is not possible\nexpected: a whole number"),
        (["blocks", "--set", "blocks=3.5"], "GENERATOR: blocks = 3.5 is not possible\nexpected: a whole number"),
        (["blocks", "--count", "3"], "several problems need a folder\nexpected: --out DIR beside --count"),
        (["blocks", "--seed", "-1"], None),
    ],
)
def test_mistakes_are_told(run, arguments, message):
    ran = run("generate", *arguments)
    assert (ran.code, ran.out) == (1, "")
    if message is not None:
        assert ran.err.replace(str(spec("blocks").generator_file), "GENERATOR").startswith(f"error: {message}")


def test_the_help_has_examples(run):
    ran = run("generate", "--help")
    assert "relgym generate sokoban --count 100 --out problems" in ran.out
