"""What is known of how hard problems are: complete, of these very files, and right where it is measured again."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from relgym.catalogue.difficulty import METHODS, difficulty
from relgym.catalogue.domains import SPLITS, catalogue, read_spec, spec
from relgym.envs.measure import main, measured
from relgym.envs.pddl.problems import Problems
from relgym.errors import RelgymError
from relgym.planning.search.lucky import leads_to_goal, shortest_plan
from relgym.read.loading import load
from relgym.read.pddl.loading import read_plan
from relgym.reasoning.reasoner import Reasoner

ORACLE = tomllib.loads((Path(__file__).parent / "shortest.toml").read_text())

every_domain = pytest.mark.parametrize("own", catalogue(), ids=lambda own: own.name)


@every_domain
def test_every_problem_was_measured(own):
    known = difficulty(own)
    for split in SPLITS:
        names = [path.stem for path in own.problems(split)]
        assert list(known.of(split)) == names, f"run `python -m relgym.envs.measure {own.name}`"


@every_domain
def test_numbers_make_sense(own):
    for known in difficulty(own).every():
        assert known.atoms > 0
        if own.language == "rddl":
            assert known.actions
            assert known.branching is known.shortest is known.plan is None
            continue
        assert 0 <= known.random <= 1
        assert known.branching
        assert known.actions is None
        assert known.shortest is None or known.plan is None
        # One who never reaches the goal by chance may have been unlucky; one who does has shown a plan.
        length = known.shortest or known.plan
        assert length is None or length > 0
        assert known.shortest is not None or known.random < 1


@pytest.mark.parametrize("name", sorted(ORACLE))
def test_the_independent_planner_found_plans_of_the_same_lengths(name):
    assert [known.shortest for known in difficulty(spec(name)).train.values()] == ORACLE[name]


every_pddl_domain = pytest.mark.parametrize("own", catalogue("pddl"), ids=lambda own: own.name)


@every_pddl_domain
def test_of_every_problem_a_plan_is_known(own):
    assert all(known.shortest or known.plan for known in difficulty(own).every())


@every_pddl_domain
def test_the_plans_that_planners_have_found_lead_to_the_goal(own):
    for split in SPLITS:
        for path in sorted((own.folder / "problems" / split).glob("*.plan")):
            problems = Problems(own.domain, own.problem(split, path.stem), own.axiom_files(), own.free)
            with Reasoner(problems.task(0)) as reasoner:
                plan = read_plan(path, reasoner.task)
                assert leads_to_goal(reasoner, reasoner.initial_state, plan), path
                assert not leads_to_goal(reasoner, reasoner.initial_state, plan[:-1]), path
            assert difficulty(own).of(split)[path.stem].plan == len(plan), path


def test_a_new_folder_is_measured_with_the_problems_that_its_generator_makes(tmp_path, capsys):
    own = spec("hanoi")
    for file in (own.domain, own.generator_file):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "env.toml").write_text(
        'id = "Towers"\ndescription = "Towers."\nmax_episode_steps = 9\n'
        '[[generate]]\nsplit = "train"\nseeds = [1]\nparameters = { discs = 2 }\n'
    )
    assert main([str(tmp_path)]) == 0
    mine = read_spec(tmp_path)
    shortest = difficulty(mine).train["p01"].shortest
    assert mine.problem("train", "p01").read_text().splitlines()[0].endswith(f"; shortest plan: {shortest} steps")
    assert str(tmp_path) in capsys.readouterr().out


def test_a_plan_beside_a_problem_is_taken_where_none_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr("relgym.envs.measure.STATES", 1)
    own = spec("hanoi")
    for file in (own.domain, own.folder / "env.toml", own.generator_file):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    problem = tmp_path / "problems" / "train" / "p01.pddl"
    problem.parent.mkdir(parents=True)
    problem.write_bytes(own.problem("train", 0).read_bytes())
    mine = read_spec(tmp_path)
    assert measured(mine, problem).plan is None
    with Reasoner(load(own.domain, problem)) as reasoner:
        plan = shortest_plan(reasoner, reasoner.initial_state, 5000)
    problem.with_suffix(".plan").write_text("\n".join(map(str, plan)))
    assert measured(mine, problem).plan == len(plan) == 3
    problem.with_suffix(".plan").write_text("\n".join(map(str, plan[1:])))
    with pytest.raises(RelgymError, match=r"p01\.plan does not lead to the goal of p01\.pddl"):
        measured(mine, problem)


@pytest.mark.parametrize(
    ("name", "split", "which", "note"),
    [
        ("blocks", "train", "p01", "; made by generator.py: seed = 1, blocks = 3; shortest plan: 2 steps"),
        ("blocks", "test", "p01", "; made by generator.py: seed = 101, blocks = 6; a plan: 18 steps"),
        ("sysadmin", "train", "p01", "// made by generator.py: seed = 1, computers = 5, links = 2"),
    ],
)
def test_the_length_of_a_plan_is_noted_in_the_problem(name, split, which, note):
    assert spec(name).problem(split, which).read_text().splitlines()[0] == note


@pytest.mark.parametrize("name", ["blocks", "hanoi", "tireworld", "zenotravel", "power", "sysadmin", "unit-commitment"])
def test_measuring_again_gives_the_same(name):
    own = spec(name)
    known = difficulty(own).train["p01"]
    assert measured(own, own.problem("train", 0)) == replace(known, **dict.fromkeys(METHODS))
