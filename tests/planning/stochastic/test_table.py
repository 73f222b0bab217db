"""Policies in files."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from planning.stochastic.problems import crossing, small

import relgym
from relgym.errors import RelgymError
from relgym.planning import load_policy
from relgym.planning.stochastic.solving import METHODS

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


CASES = [
    (small("tireworld"), "uct", {"trials": 5}),
    (small("tireworld"), "replan", {"planner": "search", "outcomes": "most_likely"}),
    (small("tireworld"), "random", {}),
    (relgym.load(LAMP, DARK), "uct", {"trials": 5, "seed": 3}),
    (relgym.load(LAMP, DARK), "replan", {}),
    (relgym.load(LAMP, DARK), "random", {"seed": 4}),
    (relgym.load(LAMP, DARK), "noop", {}),
    (relgym.load(LAMP, DARK), "learned", {"generations": 2}),
    (
        relgym.load(LAMP, DARK),
        "gradient",
        {"plan": "drp", "estimator": "gradient", "updates": 1, "restarts": 1, "futures": 1},
    ),
]


TABLES = {"value_iteration", "lrtdp"}
"""The methods that make tables."""


def test_all_methods_are_tested_here() -> None:
    assert {case[1] for case in CASES} == METHODS.keys() - TABLES


@pytest.mark.parametrize(("model", "method", "options"), CASES, ids=[f"{case[0]!r}-{case[1]}" for case in CASES])
def test_a_policy_that_decides_when_asked_survives_a_file_and_pickle(
    model: relgym.Task | relgym.Instance, method: str, options: dict[str, object], tmp_path: Path
) -> None:
    policy = relgym.solve(model, method, limits={"seconds": 900}, **options)  # type: ignore[arg-type]
    policy.save(tmp_path / "policy.json")
    for again in (load_policy(tmp_path / "policy.json", model), pickle.loads(pickle.dumps(policy))):
        assert type(again) is type(policy)
        assert again.to_json() == policy.to_json()
        assert (again.method, again.criterion) == (method, policy.criterion)
        assert relgym.evaluate(model, again, episodes=3).returns == relgym.evaluate(model, policy, episodes=3).returns


def test_a_table_survives_pickle() -> None:
    lamp, wet = relgym.load(LAMP, DARK), small("tireworld")
    for model, method in ((wet, "value_iteration"), (wet, "lrtdp"), (lamp, "value_iteration")):
        policy = relgym.solve(model, method)
        again = pickle.loads(pickle.dumps(policy))
        assert again.to_json() == policy.to_json()
        assert relgym.evaluate(model, again, episodes=3).returns == relgym.evaluate(model, policy, episodes=3).returns


def test_a_function_cannot_be_written() -> None:
    from relgym.planning.stochastic.policy import CallablePolicy

    with pytest.raises(RelgymError, match="a policy of the method 'function' cannot be written as data"):
        CallablePolicy(lambda state: None).to_json()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text.replace('"uct"', '"utc"'), "there is no method 'utc'"),
        (lambda text: text.replace('"trials"', '"trial"'), "the method 'uct' has no option 'trial'"),
        (lambda text: text.replace('"seconds"', '"second"'), "is not a policy: TypeError"),
        (lambda text: text.replace('"seed"', '"sead"'), "is not a policy: KeyError"),
    ],
)
def test_a_broken_call_gives_one_error(change, message: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "policy.json"
    relgym.solve(crossing(), "uct", trials=3).save(file)
    file.write_text(change(file.read_text()))
    with pytest.raises(RelgymError, match=message):
        load_policy(file, crossing())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text[: len(text) // 2], "is not a policy"),
        (lambda text: "[]", "is not a policy"),
        (lambda text: text.replace("policy 1", "policy 9"), "expected: a file whose 'form' is 'relgym policy 1'"),
        (
            lambda text: text.replace('"crossing"', '"other"'),
            r"is a policy for the problem 'other' of the domain 'bridge'\nexpected: one for",
        ),
        (lambda text: text.replace('"model"', '"modal"'), "is a policy for another problem"),
        (lambda text: text.replace('"values"', '"worth"'), "is not a policy: KeyError"),
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
    with pytest.raises(RelgymError, match=r"bytes\.json is not a policy"):
        load_policy(tmp_path / "bytes.json", crossing())
    with pytest.raises(RelgymError, match="7 is neither a path nor a text"):
        load_policy(7, crossing())  # type: ignore[arg-type]


def test_what_is_not_finished_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    policy = relgym.solve(crossing(), "value_iteration")
    monkeypatch.setattr(json, "dumps", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        policy.save(tmp_path / "policy.json")
    assert [*tmp_path.iterdir()] == []
