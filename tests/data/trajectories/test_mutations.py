"""Replay of recordings in which one value was changed: each change is found, but for those that are named here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from data.trajectories.conftest import CLIMB, FLAT, LAMPS, WALL

import relgym.data
from relgym.errors import RelgymError

FREE = {
    ("recording", "relgym"): "the version that wrote the file; a message names it",
    ("recording", "environment"): "a name",
    ("recording", "policy"): "a name",
    ("recording", "seed"): "the source of the seeds of episodes, by a way that knows the environment",
    ("recording", "explained"): "explanations are not compared",
    ("recording", "domain", "name"): "the name of a file",
    ("recording", "options", "backend"): "all engines give the same",
    ("recording", "options", "limits", "seconds"): "what was not passed",
    ("recording", "options", "limits", "memory"): "what was not passed",
    ("recording", "options", "limits", "outcomes"): "what was not passed",
    ("recording", "options", "limits", "digits"): "what was not passed",
    ("recording", "options", "enforce"): "no action was refused",
    ("problem", "name"): "the name of a file",
    ("episode", "problem"): "the name of a file",
    ("step", "invalid_reason"): "words",
    ("end", "interrupted"): "nothing says how many episodes were asked for",
}


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Each value of a line with its path, other than objects and lists with something in them."""
    if isinstance(value, dict) and value:
        for key, each in value.items():
            yield from leaves(each, (*path, key))
    elif isinstance(value, list) and value:
        for number, each in enumerate(value):
            yield from leaves(each, (*path, number))
    else:
        yield path, value


def mutations(value: Any) -> list[Any]:
    """Other values, as near as they can be."""
    match value:
        case bool():
            return [not value, int(value)]
        case int():
            return [value + 1]
        case float():
            return [value + 1e-9 if abs(value) < 1e3 else value * (1 + 1e-12), value + 1.0]
        case str():
            return [value + "x"]
        case _:
            return [0]


def with_value(form: Any, path: tuple[Any, ...], value: Any) -> Any:
    copy = json.loads(json.dumps(form))
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return copy


def is_found(path: Path) -> bool:
    try:
        return not relgym.data.replay(path, "builtin")
    except RelgymError:
        return True


def is_real(path: tuple[Any, ...], value: Any, language: str) -> bool:
    """Real numbers of RDDL have a tolerance."""
    return language == "rddl" and isinstance(value, float) and path[0] == "step"


@pytest.mark.parametrize(
    ("files", "language", "options"),
    [
        ((CLIMB, WALL), "pddl", {"reward": "metric", "max_steps": 3, "limits": {"seconds": 9}}),
        ((CLIMB, WALL), "pddl", {"max_steps": 2}),
        ((LAMPS, FLAT), "rddl", {"max_steps": 2}),
    ],
)
def test_each_change_is_found_or_named(files: Any, language: str, options: dict[str, Any], tmp_path: Path) -> None:
    path, copy = tmp_path / "file.jsonl", tmp_path / "copy.jsonl"
    relgym.data.record(files, "random", 2, path=path, seed=4, **options)
    assert not is_found(path)
    forms = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    seen: set[Any] = set()

    def changed_to(number: int, keys: tuple[Any, ...], value: Any) -> Path:
        changed = [*forms]
        changed[number] = with_value(forms[number], keys, value)
        copy.write_text("".join(json.dumps(each) + "\n" for each in changed), "utf-8")
        return copy

    for number, form in enumerate(forms):
        for keys, value in leaves(form):
            place = (form["kind"], *keys)
            if place == ("episode", "seed"):
                # Another seed may draw the same.
                assert any(is_found(changed_to(number, keys, value + more)) for more in range(1, 9))
                continue
            for other in mutations(value):
                seen.add(place)
                if is_real(place, value, language) and isinstance(other, float) and abs(other - value) < 1e-6:
                    continue
                assert is_found(changed_to(number, keys, other)) != (place in FREE), (place, value, other)
    assert {("step", "reward"), ("step", "ended"), ("end", "mean_return")} <= seen
