"""Sessions that go on with the state of a random generator draw what the generator would have drawn."""

from __future__ import annotations

import numpy as np
import pytest
from service.conftest import texts
from service.ways import Together

import relgym
from relgym import Text
from relgym.reasoning.randomness import stored


@pytest.mark.parametrize("domain", ["tireworld", "sysadmin"])
def test_a_session_goes_on_with_a_generator(together: Together, domain: str) -> None:
    given = texts(domain)
    reasoner = relgym.Reasoner(relgym.load(Text(given["domain"]), Text(given["problem"])))
    rng = np.random.default_rng(5)
    rng.integers(10)
    task = together("tasks.create", **given)["id"]
    session, node = together.session(task=task, generator=stored(rng))
    state = reasoner.start(rng)
    for _ in range(5):
        assert node["state"] == state.to_json()
        if not node["actions"]:
            break
        action = node["actions"][0]
        node, state = together("sessions.step", session=session, action=action), reasoner.successor(state, action, rng)


@pytest.mark.parametrize(
    ("more", "detail"),
    [
        ({"generator": "1 2"}, "this is no state of a random generator"),
        ({"generator": "1 2 0 0"}, "this is no state of a random generator"),
        ({"generator": f"{2**128} 3 0 0"}, "this is no state of a random generator"),
        ({"generator": "1 3 0 4294967296"}, "this is no state of a random generator"),
        ({"generator": "1 3 0 0", "seed": 1}, "there are a seed and a generator"),
    ],
)
def test_other_texts_are_no_generators(together: Together, more: dict[str, object], detail: str) -> None:
    task = together("tasks.create", **texts("blocks"))["id"]
    found = together.refused("sessions.create", task=task, **more)
    assert found["detail"] == detail
    assert found.get("expected") or found.get("hint")


def test_a_session_begins_in_another_state(together: Together) -> None:
    task = together("tasks.create", **texts("blocks"))["id"]
    session, start = together.session(task=task)
    after = together("sessions.step", session=session, action=start["actions"][0])
    _, other = together.session(task=task, state=after["state"])
    assert (other["state"], other["actions"], other["node"]) == (after["state"], after["actions"], 0)
    assert together.refused("sessions.create", task=task, state={"atoms": ["(none)"]})["status"] == 422
    assert together.refused("sessions.create", task=task, state={"atoms": 3})["status"] == 422
