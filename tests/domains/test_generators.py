"""The generators: the same everywhere, solvable, with parameters that are checked."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import warnings
from itertools import pairwise
from pathlib import Path

import pytest
from domains.search import surest
from thorough import THOROUGH

from relgym.catalogue import generate as generation
from relgym.catalogue.domains import catalogue, read_spec, spec
from relgym.catalogue.generate import generate, instance_text, write
from relgym.catalogue.generators import Parameter, ProblemGenerator
from relgym.errors import RelgymError
from relgym.planning.search.lucky import any_plan, shortest_plan
from relgym.read.loading import load
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.reasoning.reasoner import Reasoner

EVERY = [own.name for own in catalogue()]
NAMES = [own.name for own in catalogue("pddl")]
SHORTEST = tomllib.loads((Path(__file__).parent / "shortest.toml").read_text())

every_name = pytest.mark.parametrize("name", NAMES)


def parameters(name: str) -> list[Parameter]:
    return [*ProblemGenerator.of(spec(name)).parameters]


@every_name
def test_problems_of_any_seed_are_read_without_a_warning(name):
    seeds = 15 if THOROUGH else 6
    texts = {generate(name, seed) for seed in range(seeds)}
    assert len(texts) == seeds
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for text in sorted(texts):
            task = load(spec(name).domain, text)
            with Reasoner(task) as reasoner:
                assert not reasoner.goal(reasoner.initial_state)


def test_texts_do_not_depend_on_the_process():
    code = (
        "import hashlib; from relgym.catalogue import catalogue; from relgym.catalogue.generate import generate;"
        "text = ''.join(generate(own, seed) for own in catalogue() for seed in range(3));"
        "print(hashlib.sha256(text.encode()).hexdigest())"
    )
    seen = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
        seen.add(done.stdout)
    assert len(seen) == 1


@pytest.mark.parametrize("name", EVERY)
def test_parameters_have_limits(name):
    own = ProblemGenerator.of(spec(name))
    assert own.parameters
    for parameter in own.parameters:
        assert parameter.allows(parameter.default), f"{parameter}"
        for value in (-1, 10**6, "3", True):
            with pytest.raises(RelgymError) as caught:
                generate(name, 1, **{parameter.name: value})
            assert caught.value.message == f"{own.name}: {parameter.name} = {value!r} is not possible"
            assert " from " in caught.value.expected


def test_parameters_that_do_not_go_together_are_refused():
    with pytest.raises(RelgymError, match="3 boxes are too many for 3 x 3 cells"):
        generate("sokoban", 1, rows=3, columns=3, boxes=3)
    with pytest.raises(RelgymError, match="4 sections are too few"):
        generate("power", 1, sections=4, breakers=4)


def test_an_unknown_parameter_gets_a_proposal():
    with pytest.raises(RelgymError) as caught:
        generate("sokoban", 1, box=2)
    assert str(caught.value) == (
        f"{spec('sokoban').generator_file}: there is no parameter 'box'\n"
        "hint: did you mean 'boxes'?\n"
        "expected: one of rows, columns, boxes, walls"
    )


def test_what_is_wrong_with_a_generator_of_ones_own_is_told(tmp_path):
    (tmp_path / "domain.pddl").write_text("(define (domain lamp))")
    (tmp_path / "env.toml").write_text(
        'id = "Lamp"\ndescription = "A lamp."\nmax_episode_steps = 1\n[[generate]]\nsplit = "train"\nseeds = [7, 8]\n'
    )
    own = read_spec(tmp_path)
    with pytest.raises(RelgymError, match=r"generator\.py: No such file"):
        generate(own, 1)
    (tmp_path / "generator.py").write_text("def generate(seed:")
    with pytest.raises(RelgymError, match=r"generator\.py:1: "):
        generate(own, 1)
    (tmp_path / "generator.py").write_text("x = 1")
    with pytest.raises(RelgymError, match="does not define 'generate'"):
        generate(own, 1)
    (tmp_path / "generator.py").write_text("def generate(seed):\n    return f'({seed})'\n")
    assert [path.name for path in write(own)] == ["p01.pddl", "p02.pddl"]
    assert own.problems("train")[1].read_text() == "; made by generator.py: seed = 8\n(8)"


def test_a_generator_serves_the_folders_that_name_it(tmp_path):
    for name, more in {"lamp": "", "torch": 'generator = "lamp"\n'}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "domain.pddl").write_text(f"(define (domain {name}))")
        (tmp_path / name / "env.toml").write_text(f'id = "A"\ndescription = "A."\nmax_episode_steps = 1\n{more}')
        text = "def generate(seed, domain, *, volts=3):\n    return f'({domain} {volts})'\n"
        (tmp_path / "lamp" / "generator.py").write_text(text)
    assert generate(read_spec(tmp_path / "lamp"), 1).splitlines()[1] == "(lamp 3)"
    assert generate(read_spec(tmp_path / "torch"), 1, volts=5).splitlines()[1] == "(torch 5)"


def test_the_command_writes_files_and_tells_mistakes(capsys):
    assert generation.main(["hanoi"]) == 0
    assert (
        capsys.readouterr().out
        == f"hanoi: {len(spec('hanoi').problems('train') + spec('hanoi').problems('test'))} problems\n"
    )
    assert generation.main(["hanoy"]) == 1
    assert "did you mean 'hanoi'?" in capsys.readouterr().err


def shortest_lengths(name: str) -> list[int]:
    """Those of the train problems."""
    own = spec(name)
    found = []
    for path in own.problems("train"):
        with Reasoner(load(own.domain, path)) as reasoner:
            plan = shortest_plan(reasoner, reasoner.initial_state, 5000)
            assert plan is not None
            found.append(len(plan))
    return found


@pytest.mark.parametrize("name", sorted(SHORTEST))
def test_shortest_plans_are_as_long_as_an_independent_planner_says(name):
    assert shortest_lengths(name) == SHORTEST[name]


@pytest.mark.parametrize(
    ("name", "steps"), [("blocks-quantified", 2), ("blocks-equality", 1), ("blocks-conditional", 1)]
)
def test_the_kinds_of_blocks_ask_for_the_same_moves(name, steps):
    """`steps` for each; in Blocks, these are two."""
    assert shortest_lengths(name) == [length // 2 * steps for length in SHORTEST["blocks"]]


@pytest.mark.parametrize("name", [name for name in NAMES if name not in SHORTEST])
def test_train_problems_can_be_solved(name):
    own = spec(name)
    for path in own.problems("train"):
        with Reasoner(load(own.domain, path)) as reasoner:
            assert any_plan(reasoner, reasoner.initial_state, 5000) is not None, path


@every_name
def test_new_problems_can_be_solved(name):
    own = spec(name)
    for seed in (1001, 1002, 1003):
        with Reasoner(load(own.domain, generate(own, seed), axioms=own.axiom_files())) as reasoner:
            assert any_plan(reasoner, reasoner.initial_state, 20_000) is not None, seed


def test_the_tables_of_an_env_toml_are_checked(tmp_path):
    (tmp_path / "domain.pddl").write_text("(define (domain lamp))")
    (tmp_path / "generator.py").write_text(spec("maze").generator_file.read_text())
    head = 'id = "Lamp"\ndescription = "A lamp."\nmax_episode_steps = 1\n'
    table = '[[generate]]\nsplit = "train"\nseeds = [1]\nparameters = { %s }\n'
    for text, message in {
        "row = 3": "there is no parameter 'row'\nhint: did you mean 'rows'?\nexpected: one of rows, columns, loops",
        "rows = 1": "rows = 1 is not possible\nexpected: a whole number from 2 to 30",
    }.items():
        (tmp_path / "env.toml").write_text(head + table % "rows = 2" + table % text)
        with pytest.raises(RelgymError) as caught:
            write(read_spec(tmp_path))
        place = f"{tmp_path / 'env.toml'}: generate.1.parameters"
        assert str(caught.value) == f"{place}: {tmp_path / 'generator.py'}: {message}"


def test_tireworld_has_a_sure_way():
    own = spec("tireworld")
    for path in own.problems("train"):
        with Reasoner(load(own.domain, path)) as reasoner:
            assert surest(reasoner, 40) > 1 - 1e-9, path


def test_exploding_blocks_has_no_sure_way():
    own = spec("exploding-blocks")
    with Reasoner(load(own.domain, own.problems("train")[2])) as reasoner:
        assert 0.1 < surest(reasoner, 100) < 0.9


@pytest.mark.parametrize(
    ("name", "sizes", "low", "high"),
    [
        ("blocks", {"blocks": 20}, 1, 20),
        ("blocks-above", {"blocks": 20}, 15, 400),
        ("sokoban", {"rows": 12, "columns": 12, "boxes": 3}, 1, 4),
        ("logistics", {"cities": 5, "places": 5, "aeroplanes": 3, "parcels": 10}, 36, 50),
        ("power", {"sections": 40, "breakers": 4, "ties": 20, "faults": 3, "stuck": 2}, 1, 1),
    ],
)
def test_large_problems_for_benchmarks(name, sizes, low, high):
    with Reasoner(load(spec(name).domain, generate(name, 1, **sizes))) as reasoner:
        assert low <= len(reasoner.valid_actions(reasoner.initial_state)) <= high


def test_an_instance_without_objects_has_its_constants_in_a_block_of_their_own():
    text = instance_text("hill", "mountain", {}, {"STEEP": 0.5, "ICY": False}, {"place": "top"}, 9, discount=0.9)
    assert " ".join(text.split()) == (
        "non-fluents hill-constants { domain = mountain; non-fluents { STEEP = 0.5; ~ICY; }; } "
        "instance hill { domain = mountain; non-fluents = hill-constants; init-state { place = top; }; "
        "max-nondef-actions = pos-inf; horizon = 9; discount = 0.9; }"
    )


def test_long_instances_break_between_values():
    names = [f"computer{number}" for number in range(40)]
    constants = {f"CONNECTED({x}, {y})": True for x, y in pairwise(names)}
    text = instance_text("long", "sysadmin", {"computer": names}, constants, {}, 40, most_actions=2)
    assert max(map(len, text.splitlines())) <= 110
    instance = read_instance(text, read_domain(spec("sysadmin").domain))
    assert [item.name for item in dict(instance.objects)["computer"]] == names
    assert len(instance.constants) == 39
    assert instance.most_actions == 2
