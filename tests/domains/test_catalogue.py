"""Every domain of the catalogue is whole: env.toml, problems of both splits, and what env.toml says of the domain."""

from __future__ import annotations

import warnings
from itertools import chain
from pathlib import Path

import pytest

from relgym import resources
from relgym.catalogue.domains import LANGUAGES, SPLITS, EnvSpec, catalogue, read_spec, spec
from relgym.catalogue.generate import listed
from relgym.errors import RelgymError
from relgym.read.loading import load
from relgym.read.pddl.loading import read_domain
from relgym.reasoning.reasoner import Reasoner
from relgym.render.painter import Painter

NAMES = [
    "baking",
    "blocks",
    "blocks-above",
    "blocks-conditional",
    "blocks-equality",
    "blocks-quantified",
    "cart-pole",
    "cart-pole-continuous",
    "casino",
    "child-snack",
    "crafting",
    "depot",
    "doors",
    "elevator",
    "elevators",
    "exploding-blocks",
    "ferry",
    "footwear",
    "fridge",
    "fuel-transport",
    "game-of-life",
    "grid",
    "gripper",
    "hanoi",
    "hiking",
    "logistics",
    "mars-rover",
    "maze",
    "meet-pass",
    "miconic",
    "mountain-car",
    "movie",
    "navigation",
    "newspapers",
    "power",
    "racing-car",
    "rearrangement",
    "recommender",
    "river",
    "rovers",
    "satellite",
    "search-and-rescue",
    "search-and-rescue-partial",
    "slide-tile",
    "snake",
    "sokoban",
    "spanner",
    "supply-chain",
    "sysadmin",
    "tireworld",
    "traffic",
    "tsp",
    "uav",
    "uav-discrete",
    "uav-mixed",
    "unit-commitment",
    "unit-commitment-continuous",
    "usa-travel",
    "visit-all",
    "wildfire",
    "zenotravel",
]

COMMENTS = {"pddl": ";", "rddl": "//"}

every_domain = pytest.mark.parametrize("own", catalogue(), ids=lambda own: own.name)
every_pddl_domain = pytest.mark.parametrize("own", catalogue("pddl"), ids=lambda own: own.name)


def problems(own: EnvSpec) -> list[Path]:
    return list(chain(*(own.problems(split) for split in SPLITS)))


def test_names_and_ids_stay():
    """Users' programs have them."""
    assert [own.name for own in catalogue()] == NAMES
    for own in catalogue():
        assert own.id == ("SysAdmin" if own.name == "sysadmin" else own.name.title().replace("-", ""))
        assert own.ids == {"train": f"relgym/{own.id}-v0", "test": f"relgym/{own.id}Test-v0"}


def test_every_folder_is_in_the_catalogue():
    folders = {path.parent.name for path in resources.domains().glob("*/domain.*")}
    assert folders == {own.name for own in catalogue()}


def test_a_language_selects():
    languages = [own.language for own in catalogue()]
    assert set(languages) == set(LANGUAGES)
    for language in LANGUAGES:
        assert len(catalogue(language)) == languages.count(language)
        assert {own.domain.name for own in catalogue(language)} == {f"domain.{language}"}


@every_pddl_domain
def test_there_are_problems_enough_and_the_test_ones_are_larger(own):
    train, test = own.problems("train"), own.problems("test")
    assert len(train) >= 10
    assert len(test) >= 5
    assert max(len(load(own.domain, path).objects) for path in train) < min(
        len(load(own.domain, path).objects) for path in test
    )


@every_domain
def test_the_files_are_what_the_generator_writes(own):
    texts = dict(listed(own))
    assert set(texts) == set(problems(own))
    for path, text in texts.items():
        assert path.read_text(encoding="utf-8") == text, f"{path}: run `python -m relgym.catalogue.generate {own.name}`"
        assert text.startswith(f"{COMMENTS[own.language]} made by generator.py: seed = ")
        assert len(text) < 20_000


@every_domain
def test_the_problems_of_a_domain_differ(own):
    bodies = [path.read_text(encoding="utf-8").split("\n", 2)[2] for path in problems(own)]
    assert len(set(bodies)) == len(bodies)


@every_pddl_domain
def test_files_are_read_without_a_warning_and_have_something_to_do(own):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for path in problems(own):
            task = load(own.domain, path, axioms=own.axiom_files())
            with Reasoner(task) as reasoner:
                start = reasoner.initial_state
                assert not reasoner.goal(start)
                assert reasoner.valid_actions(start)


@every_pddl_domain
def test_free_parameters_are_parameters(own):
    actions = {action.name: action for action in read_domain(own.domain).actions}
    for name, free in own.free.items():
        assert set(free) <= {variable.name for variable in actions[name].parameters}


@every_pddl_domain
def test_every_problem_can_be_drawn_within_the_width(own):
    for path in problems(own):
        task = load(own.domain, path)
        state = Reasoner(task).initial_state
        for scene in (own.scene(), None):
            picture = Painter(task, scene).text(state)
            assert picture.strip()
            assert max(map(len, picture.splitlines())) <= 100


@every_pddl_domain
def test_the_metric_is_there_where_the_reward_needs_it(own):
    if own.reward == "metric":
        assert all(load(own.domain, path).problem.metric for path in problems(own))


def test_an_unknown_name_gets_a_proposal():
    with pytest.raises(RelgymError) as caught:
        spec("bloks")
    assert str(caught.value).splitlines()[0] == "there is no domain 'bloks'"
    assert "gripper" in str(caught.value)
    assert caught.value.hint == "did you mean 'blocks'?"


GOOD = 'id = "Lamp"\ndescription = "A lamp."\nmax_episode_steps = 10\n'


@pytest.fixture
def folder(tmp_path):
    # The folders beside a domain's matter, and those beside tmp_path are other tests'.
    found = tmp_path / "lamp"
    found.mkdir()
    (found / "domain.pddl").write_text("(define (domain lamp) (:predicates (on)))")
    return found


def complaint(folder: Path, text: str) -> str:
    (folder / "env.toml").write_text(text)
    with pytest.raises(RelgymError) as caught:
        read_spec(folder)
    return str(caught.value).replace(str(folder), "FOLDER")


def test_marks_and_line_ends_of_other_systems(folder):
    (folder / "env.toml").write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert read_spec(folder).id == "Lamp"


def test_a_folder_of_ones_own(folder):
    (folder / "env.toml").write_text(GOOD + 'axioms = ["stacks.pddl"]\n[free]\npress = ["?x"]\n')
    own = read_spec(folder)
    assert own.name == folder.name
    assert own.domain == folder / "domain.pddl"
    assert own.ids == {"train": "relgym/Lamp-v0", "test": "relgym/LampTest-v0"}
    assert own.problems("train") == ()
    assert (own.reward, own.free, own.scene()) == ("goal", {"press": ("?x",)}, None)
    assert own.axiom_files() == (resources.kb("axioms", "stacks.pddl"),)
    (folder / "stacks.pddl").write_text("its own")
    assert own.axiom_files() == (folder / "stacks.pddl",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("id = ", "FOLDER/env.toml: Invalid value (at end of document)\nexpected: a TOML file"),
        (GOOD + "max_steps = 3", "FOLDER/env.toml: max_steps: unknown key; did you mean 'max_episode_steps'?"),
        (GOOD + "_folder = 3", "FOLDER/env.toml: _folder: unknown key"),
        (GOOD.replace("10", "0"), "FOLDER/env.toml: max_episode_steps: Input should be greater than 0"),
        (GOOD.replace("10", '"10"'), "FOLDER/env.toml: max_episode_steps: Input should be a valid integer"),
        (GOOD + 'reward = "gold"', "FOLDER/env.toml: reward: Input should be 'goal' or 'metric'"),
        (GOOD + "free = { press = [1] }", "FOLDER/env.toml: free.press.0: Input should be a valid string"),
        (
            GOOD + '[[generate]]\nsplit = "test"\nseeds = []',
            "FOLDER/env.toml: generate.0.seeds: Tuple should have at least 1 item after validation, not 0",
        ),
        (
            GOOD + 'axioms = ["nowhere.pddl"]',
            "FOLDER/env.toml: axioms: there is no file 'nowhere.pddl'\n"
            "expected: a file of FOLDER, or one of closure.pddl, components.pddl, containers.pddl, grid.pddl, "
            "order.pddl, reachability.pddl, stacks.pddl",
        ),
    ],
)
def test_a_wrong_env_toml_is_told_with_file_and_key(folder, text, expected):
    assert complaint(folder, text) == expected


def test_a_generator_that_is_nowhere_is_told(folder):
    text = GOOD + 'generator = "block"'
    expected = "FOLDER/env.toml: generator: there is no generator.py in a folder 'block' beside this one"
    assert complaint(folder, text) == f"{expected}\nexpected: a folder with a generator.py"
    other = folder.parent / f"{folder.name}-blocks"
    other.mkdir()
    (other / "generator.py").touch()
    found = complaint(folder, text.replace('"block"', f'"{folder.name}-block"'))
    assert found.endswith(f"hint: did you mean '{other.name}'?\nexpected: one of {other.name}")


def test_an_id_must_fit_into_the_name_of_an_environment(folder):
    assert complaint(folder, GOOD.replace("Lamp", "my lamp")).startswith("FOLDER/env.toml: id: String should match")


def test_a_missing_file_is_told(folder):
    with pytest.raises(RelgymError, match=r"env\.toml: No such file"):
        read_spec(folder)
    (folder / "env.toml").write_text(GOOD)
    (folder / "domain.pddl").unlink()
    with pytest.raises(RelgymError, match=r"has no domain\.pddl and no domain\.rddl"):
        read_spec(folder)


RDDL = GOOD.replace("max_episode_steps = 10\n", "")


def test_a_folder_of_ones_own_in_rddl(folder):
    (folder / "domain.pddl").rename(folder / "domain.rddl")
    (folder / "env.toml").write_text(RDDL)
    for name in ("p01.rddl", "p02.pddl"):
        path = folder / "problems" / "train" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    own = read_spec(folder)
    assert (own.language, own.domain.name, own.max_episode_steps) == ("rddl", "domain.rddl", None)
    assert [path.name for path in own.problems("train")] == ["p01.rddl"]


def test_a_folder_has_one_domain(folder):
    (folder / "domain.rddl").touch()
    assert complaint(folder, GOOD) == "FOLDER has both domain.pddl and domain.rddl\nexpected: one of them"


def test_pddl_needs_a_number_of_steps(folder):
    assert complaint(folder, RDDL) == "FOLDER/env.toml: max_episode_steps: Field required"


def test_what_means_nothing_for_rddl_is_told(folder):
    (folder / "domain.pddl").rename(folder / "domain.rddl")
    text = GOOD + 'reward = "goal"\naxioms = []\n[free]\n'
    assert complaint(folder, text).splitlines() == [
        f"FOLDER/env.toml: {key}: means nothing for RDDL" for key in ("max_episode_steps", "reward", "free", "axioms")
    ]


def test_a_wheel_carries_the_folders_inside_the_package(tmp_path, monkeypatch):
    package = tmp_path / "relgym"
    for name in ("kb", "domains"):
        (package / "data" / name).mkdir(parents=True)
    monkeypatch.setattr(resources, "_PACKAGE", package)
    assert resources.domains() == package / "data" / "domains"
    assert resources.kb() == package / "data" / "kb"
    with pytest.raises(RelgymError, match=r"no kb.axioms.up\.pddl"):
        resources.kb("axioms", "up.pddl")
    for name in ("kb", "domains"):
        (tmp_path / name).mkdir()
    assert resources.domains() == tmp_path / "domains"


def test_without_the_folders_there_is_an_error_that_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "relgym")
    with pytest.raises(RelgymError, match="pip install --force-reinstall relgym"):
        resources.domains()


LAMP = "(define (domain lamp) (:predicates (on ?l) (in ?l ?r)) (:action press :parameters (?l) :effect (on ?l)))"
DARK = "(define (problem dark) (:domain lamp) (:objects lamp) (:init) (:goal (on lamp)))"


@pytest.mark.parametrize(
    ("more", "files", "expected"),
    [
        (
            '[free]\npres = ["?l"]',
            {},
            "FOLDER/env.toml: free.pres: there is no action 'pres' whose parameters could be free\n"
            "hint: did you mean 'press'?\nexpected: one of press",
        ),
        (
            '[free]\npress = ["?x"]',
            {},
            "FOLDER/env.toml: free.press: the action 'press' has no parameter ?x\nexpected: one of ?l",
        ),
        (
            'seen = ["seen.pddl"]',
            {"seen.pddl": "(:derived (sen-on ?l) (on ?l))"},
            "FOLDER/env.toml: seen: no file says what is seen\n"
            "expected: derived predicates such as seen-p, where p is a predicate of the domain",
        ),
        (
            "",
            {"scene.toml": 'layout = "stacks"\non = "in"\nbase = "onn"'},
            "FOLDER/scene.toml: base: the problem has no predicate 'onn'; did you mean 'on'?",
        ),
    ],
)
def test_what_does_not_fit_the_domain_is_told_with_file_and_key(folder, more, files, expected):
    problem = folder / "problems" / "train" / "p01.pddl"
    problem.parent.mkdir(parents=True)
    for path, text in {folder / "domain.pddl": LAMP, problem: DARK, folder / "env.toml": GOOD + more}.items():
        path.write_text(text)
    for name, text in files.items():
        (folder / name).write_text(text)
    with pytest.raises(RelgymError) as caught:
        read_spec(folder).check()
    assert str(caught.value).replace(str(folder), "FOLDER") == expected


def test_a_scene_that_does_not_fit_a_domain_of_rddl_is_told(folder):
    problem = folder / "problems" / "train" / "p01.rddl"
    problem.parent.mkdir(parents=True)
    lit = "pvariables { lit : { state-fluent, bool, default = true }; }; cpfs { lit' = lit; };"
    (folder / "domain.pddl").unlink()
    (folder / "domain.rddl").write_text(f"domain lamp {{ {lit} reward = lit; }}")
    problem.write_text("instance dark { domain = lamp; horizon = 5; }")
    (folder / "env.toml").write_text('id = "Lamp"\ndescription = "A lamp."\n')
    (folder / "scene.toml").write_text('[[panels]]\nlayout = "plane"\npoints = [{ at = [0, 0], when = "litt" }]')
    with pytest.raises(RelgymError) as caught:
        read_spec(folder).check()
    assert str(caught.value).replace(str(folder), "FOLDER") == (
        "FOLDER/scene.toml: panels.0.points.0.when: there is no fluent, object or enumerated value 'litt'; "
        "did you mean 'lit'?"
    )


@every_domain
def test_every_file_fits_the_domain(own):
    own.check()
