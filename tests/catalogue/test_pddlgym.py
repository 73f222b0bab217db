"""Ids of PDDLGym: the domain of relgym that is meant, with a warning; a refusal where there is none."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

import relgym
from relgym.catalogue import pddlgym
from relgym.catalogue.domains import catalogue
from relgym.catalogue.entries import find
from relgym.cli import main
from relgym.data import record
from relgym.errors import RelgymError, RelgymWarning


@pytest.fixture(autouse=True)
def unsaid() -> Iterator[None]:
    """Each test is told of each name anew."""
    pddlgym.say_native.cache_clear()
    yield
    pddlgym.say_native.cache_clear()


@pytest.mark.parametrize(
    ("name", "identity"),
    [
        ("PDDLEnvSokoban-v0", "relgym/Sokoban-v0"),
        ("PDDLEnvSokobanTest-v0", "relgym/SokobanTest-v0"),
        ("PDDLEnvMeetpass-v0", "relgym/MeetPass-v0"),
        ("PDDLEnvVisit_allTest-v0", "relgym/VisitAllTest-v0"),
        ("PDDLEnvHanoi_operator_actions-v0", "relgym/Hanoi-v0"),
        ("PDDLEnvNavigation10-v0", "relgym/Navigation-v0"),
        ("PDDLEnvElevator-v0", "relgym/Miconic-v0"),
        ("SearchAndRescueLevel3Test-v0", "relgym/SearchAndRescueTest-v0"),
        ("PDDLSearchAndRescueLevel7-v0", "relgym/SearchAndRescue-v0"),
    ],
)
def test_an_id_of_pddlgym_is_the_domain_of_its_subject(name: str, identity: str) -> None:
    with pytest.warns(RelgymWarning, match=re.escape(f"write '{identity}'")) as caught:
        env = relgym.make(name)
    assert env.spec is not None and env.spec.id == identity
    [warning] = caught
    assert warning.filename == __file__
    text = str(warning.message)
    assert name in text and "not PDDLGym's files" in text
    with pytest.warns(RelgymWarning):
        pddlgym.say_native.cache_clear()
        assert relgym.load(name, 1) == relgym.load(identity, 1)


def test_a_name_is_said_once() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(3):
            relgym.make("PDDLEnvSokoban-v0").reset(seed=0)
            relgym.load("PDDLEnvSokoban-v0")
        relgym.load("PDDLEnvHanoi-v0")
    assert [str(each.message).split("'")[1] for each in caught] == ["PDDLEnvSokoban-v0", "PDDLEnvHanoi-v0"]


def test_the_warning_says_where_the_files_of_pddlgym_lie() -> None:
    with pytest.warns(RelgymWarning) as caught:
        relgym.load("PDDLEnvMinecraftTest-v0")
    [warning] = caught
    assert isinstance(warning.message, RelgymWarning)
    assert warning.message.hint == (
        "write 'relgym/CraftingTest-v0'; PDDLGym's own problems are played from its folder pddl: "
        "relgym.make('pddl/minecraft.pddl', sorted(Path('pddl/minecraft_test').glob('*.pddl')))"
    )


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        ("PDDLEnvConditionalferry-v0", "relgym has no domain for 'PDDLEnvConditionalferry-v0'", "'relgym/Ferry-v0'"),
        ("PDDLEnvTrapnewspapersTest-v0", "relgym has no domain for", "'relgym/NewspapersTest-v0'"),
        ("POSARRadius1Xray-v0", "relgym has no domain for", "'relgym/SearchAndRescuePartial-v0'"),
        ("PDDLEnvSokobn-v0", "PDDLGym has no environment 'PDDLEnvSokobn-v0'; did you mean 'PDDLEnvSokoban-v0'", None),
        ("PDDLEnvZzz-v0", "PDDLGym has no environment 'PDDLEnvZzz-v0'", None),
    ],
)
def test_an_id_without_a_domain_of_its_own_is_refused(name: str, message: str, hint: str | None) -> None:
    for function in (relgym.load, relgym.make):
        with pytest.raises(RelgymError, match=re.escape(message)) as caught:
            function(name)
        assert hint is None or hint in str(caught.value.hint)


def test_every_id_of_the_table_leads_to_a_domain() -> None:
    known = {spec.name: spec for spec in catalogue("pddl")}
    assert {*pddlgym.DOMAINS.values()} | {*pddlgym.NEAREST.values()} <= {*known}
    assert not {*pddlgym.DOMAINS} & {*pddlgym.NEAREST}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RelgymWarning)
        for name in pddlgym.DOMAINS:
            for end, split in (("", "train"), ("Test", "test")):
                found = find(pddlgym.gym_id(name, end))
                assert found is not None and (found.spec.name, found.split) == (pddlgym.DOMAINS[name], split)


def test_a_file_goes_before_an_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("PDDLEnvSokoban-v0").write_text("(define (domain lamp) (:predicates (on)))")
    task = relgym.load("PDDLEnvSokoban-v0", "(define (problem p) (:domain lamp) (:init) (:goal (on)))")
    assert task.domain.name == "lamp"


def test_the_command_line_says_it_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["actions", "PDDLEnvSokoban-v0", "0"]) == 0
    out, err = capsys.readouterr()
    assert "(move " in out
    assert err.count("PDDLEnvSokoban-v0") == 1 and "write 'relgym/Sokoban-v0'" in err


def test_recordings_know_the_ids(tmp_path: Path) -> None:
    file = tmp_path / "walks.jsonl"
    with pytest.warns(RelgymWarning, match="PDDLEnvFerry-v0"):
        record("PDDLEnvFerry-v0", path=file, max_steps=2)
    assert "relgym/Ferry-v0" in file.read_text()


def test_the_warning_of_a_level_says_how_relgym_plays_its_own() -> None:
    with pytest.warns(RelgymWarning) as caught:
        assert pddlgym.equivalent("SearchAndRescueLevel3-v0") is not None
    warning = caught[0].message
    assert isinstance(warning, RelgymWarning) and warning.hint is not None
    call = "relgym.make('search-and-rescue', generator={'level': 3})"
    assert warning.hint.endswith(call)
    env = eval(call)
    env.reset(seed=0)
    assert "-3-" in env.unwrapped.reasoner.task.problem.name
