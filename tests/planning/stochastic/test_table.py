"""Policies in files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from planning.stochastic.problems import crossing, small

import relgym
from relgym.errors import RelgymError
from relgym.planning import load_policy

LAMP = """domain lamp {
  pvariables { lit : { state-fluent, bool, default = false }; press : { action-fluent, bool, default = false }; };
  cpfs { lit' = if (press) then Bernoulli(0.5) else lit; }; reward = lit; }"""
DARK = "instance dark { domain = lamp; horizon = 3; discount = 1.0; }"


@pytest.mark.parametrize("model", [small("tireworld"), small("navigation"), relgym.load(LAMP, DARK)], ids=repr)
def test_a_policy_survives_a_file(model: relgym.Task | relgym.Instance, tmp_path: Path) -> None:
    policy = relgym.solve(model, "value_iteration")
    policy.save(tmp_path / "policy.json")
    assert [file.name for file in tmp_path.iterdir()] == ["policy.json"]
    again = load_policy(tmp_path / "policy.json", model)
    assert again.criterion == policy.criterion and again.method == "value_iteration"
    start = relgym.Reasoner(model).initial_state
    assert again(start) == policy(start) is not None
    assert again.value(start) == policy.value(start)
    assert relgym.evaluate(model, again, episodes=5).returns == relgym.evaluate(model, policy, episodes=5).returns
    assert again.to_json() == policy.to_json()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text[: len(text) // 2], "is no policy"),
        (lambda text: "[]", "is no policy"),
        (lambda text: text.replace("policy 1", "policy 9"), "expected: a file whose 'form' is 'relgym policy 1'"),
        (
            lambda text: text.replace('"crossing"', '"other"'),
            r"is a policy for the problem 'other' of the domain 'bridge'\nexpected: one for",
        ),
        (lambda text: text.replace('"model"', '"modal"'), "is a policy for another problem"),
        (lambda text: text.replace('"values"', '"worth"'), "is no policy: KeyError"),
        (lambda text: text.replace("(wade)", "(fly)"), r"policy.json: decision \d: unknown action 'fly'"),
        (lambda text: text.replace("(near)", "(nowhere)"), r"policy.json: decision \d: unknown predicate 'nowhere'"),
    ],
)
def test_a_broken_file_gives_one_error(change, message: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "policy.json"
    relgym.solve(crossing(), "value_iteration").save(file)
    file.write_text(change(file.read_text()))
    with pytest.raises(RelgymError, match=message):
        load_policy(file, crossing())


def test_a_file_that_cannot_be_read_gives_one_error(tmp_path: Path) -> None:
    with pytest.raises(RelgymError, match=r"cannot read the policy '.*none\.json': no such file or directory"):
        load_policy(tmp_path / "none.json", crossing())
    (tmp_path / "bytes.json").write_bytes(b"{\xff\x00")
    with pytest.raises(RelgymError, match=r"bytes\.json is no policy"):
        load_policy(tmp_path / "bytes.json", crossing())
    with pytest.raises(RelgymError, match="7 is neither a path nor a text"):
        load_policy(7, crossing())  # type: ignore[arg-type]


def test_what_is_not_finished_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    policy = relgym.solve(crossing(), "value_iteration")
    monkeypatch.setattr(json, "dumps", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        policy.save(tmp_path / "policy.json")
    assert [*tmp_path.iterdir()] == []
