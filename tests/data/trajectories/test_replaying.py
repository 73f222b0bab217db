"""Replay by a reasoner on each engine, and the first difference."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import relgym.data
from relgym.data.trajectories.pddl_replay import PDDLReplayer
from relgym.errors import ParseError, RelgymError
from tests.data.trajectories.conftest import CLIMB, FLAT, LAMPS, WALL, Changed


@pytest.mark.parametrize("name", ["climb", "lamps"])
def test_a_recording_is_equal_on_every_engine(name: str, backend: str, request: pytest.FixtureRequest) -> None:
    path = request.getfixturevalue(name)
    found = relgym.data.replay(path, backend)
    recording = relgym.data.read(path)
    assert found, str(found.difference)
    assert (found.backend, found.episodes, found.steps) == (backend, recording.episodes, recording.steps)


def test_recordings_by_other_engines_are_equal(tmp_path: Path, backend: str) -> None:
    def episodes(engine: str, files: tuple[str, str]) -> list[str]:
        path = tmp_path / "file.jsonl"
        relgym.data.record(files, path=path, backend=engine, seed=5, max_steps=5)
        return path.read_text().splitlines()[1:]

    for files in ((CLIMB, WALL), (LAMPS, FLAT)):
        assert episodes(backend, files) == episodes("builtin", files)


@pytest.mark.parametrize(
    ("line", "keys", "what", "expected", "got"),
    [
        (4, {"atoms": ["(at b)"]}, "state", {"(at a)": True, "(at b)": False}, {"(at a)": False, "(at b)": True}),
        (5, {"action": "(go b c)"}, "action", "a valid action", "(go b c)"),
        (5, {"action": "(fly b c)"}, "action", "a valid action", "(fly b c)"),
        (5, {"action": {}}, "action", "a text", {}),
        (5, {"invalid_reason": "so"}, "action", "(go a b)", "refused: so"),
        (6, {"action": "(go b c)"}, "state", {"(at a)": False, "(at c)": True}, {"(at a)": True, "(at c)": False}),
        (6, {"fluents": {"(x)": 1}}, "state", {"(x)": None}, {"(x)": 1}),
        (6, {"reward": 0.5}, "reward", 0.0, 0.5),
        (6, {"terminated": True}, "terminated", False, True),
        (7, {"truncated": True}, "truncated", False, True),
    ],
)
def test_the_first_difference_is_told(
    line: int, keys: dict[str, Any], what: str, expected: Any, got: Any, roads: Path, changed: Changed
) -> None:
    path = changed(roads, line, **keys)
    found = relgym.data.replay(path)
    assert not found
    assert found.difference is not None
    assert (found.difference.place, found.difference.episode, found.difference.step) == (f"{path}:{line}", 0, line - 4)
    assert (found.difference.what, found.difference.expected, found.difference.got) == (what, expected, got)
    assert json.loads(json.dumps(found.to_json()))["difference"]["what"] == what


def test_a_difference_says_why(roads: Path, changed: Changed) -> None:
    path = changed(roads, 5, action="(go b c)")
    assert str(relgym.data.replay(path).difference) == (
        f"{path}:5: episode 0, step 1: the action differs\n"
        "expected: a valid action\n"
        "got: (go b c)\n"
        "(go b c) is not applicable: 1 of 2 conditions fails\n"
        "  (at b) is false: no such fact\n"
        "  (road b c) is true: a fact that no action changes"
    )


def test_a_file_of_another_version_says_so(roads: Path, changed: Changed) -> None:
    older = changed(roads, 1, relgym="0.0.9")
    assert relgym.data.replay(older)
    found = relgym.data.replay(changed(older, 6, reward=7.0))
    assert "relgym 0.0.9 wrote the file, and this is relgym" in str(found.difference)


def step_lines(path: Path) -> list[tuple[int, dict[str, Any]]]:
    forms = enumerate(map(json.loads, path.read_text().splitlines()), 1)
    return [(line, form) for line, form in forms if form["kind"] == "step" and form["step"] > 0]


@pytest.mark.parametrize(
    ("keys", "what"),
    [
        ({"action": {"press___attic": True}}, "action"),
        ({"action": {"press___cellar": True}}, "action"),
        ({"action": "noop"}, "action"),
        ({"observation": {"seen___attic": True}}, "observation"),
        ({"reward": 99}, "reward"),
        ({"terminated": True}, "terminated"),
        ({"truncated": True}, "truncated"),
    ],
)
def test_a_difference_of_rddl_is_told(keys: dict[str, Any], what: str, lamps: Path, changed: Changed) -> None:
    line, _ = step_lines(lamps)[0]
    found = relgym.data.replay(changed(lamps, line, **keys)).difference
    assert found is not None
    assert (found.step, found.what) == (1, what)


def test_a_changed_cell_is_told_with_its_value(lamps: Path, changed: Changed) -> None:
    line, form = step_lines(lamps)[0]
    fluents = form["fluents"] | {"count": 9, "heat": form["fluents"]["heat"] * (1 + 1e-14)}
    found = relgym.data.replay(changed(lamps, line, fluents=fluents)).difference
    assert found is not None
    # The last digits of real numbers do not count.
    assert (found.expected, found.got) == ({"count": form["fluents"]["count"]}, {"count": 9})


def test_actions_that_need_not_be_allowed_replay(tmp_path: Path) -> None:
    path = tmp_path / "file.jsonl"
    relgym.data.record((LAMPS, FLAT), [{"press___attic": True}], path=path, enforce=False)
    assert relgym.data.replay(path)


def test_an_interrupt_tells_what_was_equal_until_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, mismatch = tmp_path / "file.jsonl", PDDLReplayer.mismatch

    def interrupted(own: PDDLReplayer, episode: Any) -> Any:
        if episode.episode == 2:
            raise KeyboardInterrupt
        return mismatch(own, episode)

    relgym.data.record((CLIMB, WALL), path=path, episodes=4, max_steps=3)
    monkeypatch.setattr(PDDLReplayer, "mismatch", interrupted)
    found = relgym.data.replay(path)
    assert (bool(found), found.difference, found.interrupted, found.episodes) == (False, None, True, 2)


def test_replay_refuses_broken_files_and_unknown_engines(roads: Path) -> None:
    with pytest.raises(RelgymError, match="there is no engine"):
        relgym.data.replay(roads, "prolog")
    roads.write_text(roads.read_text()[:-60])
    with pytest.raises(ParseError, match="the file is cut short"):
        relgym.data.replay(roads)
