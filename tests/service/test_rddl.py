"""Sessions and questions of RDDL."""

from __future__ import annotations

import random

import pytest
from service.conftest import Client, made, started

import relgym
from relgym.catalogue import spec


@pytest.mark.parametrize("backend", ["builtin", "sld", "swipl", "clingo"])
def test_a_seed_gives_the_trajectory_of_the_local_environment(client: Client, backend: str) -> None:
    own = spec("sysadmin")
    env = relgym.make(own.domain, [own.problem("train", 0)])
    node = started(client, made(client, "sysadmin"), backend, seed=5)
    observation, _ = env.reset(seed=5)
    rng = random.Random(1)
    for steps in range(1, 9):
        assert node["state"]["fluents"] == {name: bool(value) for name, value in observation.items()}
        action = rng.choice(node["actions"])
        answer = client.post(f"/v1/sessions/{node['id']}/step", {"action": action})
        assert answer.status == 200, answer.text
        node = answer.json()
        observation, reward, terminated, truncated, _ = env.step(action)
        assert (node["steps"], node["action"]) == (steps, action)
        assert (node["reward"], node["terminated"], node["truncated"]) == (reward, terminated, truncated)


def test_actions_as_texts_and_as_values(client: Client) -> None:
    start = started(client, made(client, "sysadmin"), seed=5)
    path = f"/v1/sessions/{start['id']}"
    nodes = []
    for action in ("reboot___c1 = true", {"reboot___c1": True}):
        nodes.append(client.post(f"{path}/step", {"action": action}).json())
        client.post(f"{path}/reset")
    assert nodes[0]["state"] == nodes[1]["state"]
    for action, status in (("reboot___none = true", 409), ({"none": True}, 409), ({"reboot___c1": 7}, 409)):
        assert client.post(f"{path}/step", {"action": action}).status == status
    assert client.get(path).json() == start


def test_questions(client: Client) -> None:
    task = made(client, "sysadmin")
    path = f"/v1/sessions/{started(client, task)['id']}"
    assert client.post(f"{path}/query", {"formula": "sum_{?c : computer} running(?c)"}).json() == {"value": 5}
    assert client.post(f"{path}/query", {"formula": "forall_{?c : computer} running(?c)"}).json() == {"holds": True}
    found = client.post(f"{path}/query", {"formula": "running(?c)"}).json()
    assert found == {"variables": ["?c"], "answers": [[f"c{number}"] for number in range(1, 6)]}
    why = client.post(f"{path}/explain", {"subject": "reboot___c1 = true"})
    assert why.status == 200
    assert client.post(f"{path}/explain", {"subject": "running(@c1) ^"}).status == 422
    outcomes = client.post(f"/v1/tasks/{task}/outcomes", {"subject": "noop"}).json()["outcomes"]
    assert sum(each["probability"] for each in outcomes) == pytest.approx(1)
    assert client.get("/v1/tasks/" + task).json()["language"] == "rddl"


def test_the_horizon_ends_an_episode(client: Client) -> None:
    own = spec("sysadmin")
    text = own.problem("train", 0).read_text("utf-8")
    horizon = int(text.split("horizon")[1].split("=")[1].split(";")[0])
    shorter = text.replace(f"horizon = {horizon}", "horizon = 2")
    task = client.post("/v1/tasks", {"domain": own.domain.read_text("utf-8"), "problem": shorter}).json()["id"]
    node = started(client, task, seed=1)
    truncated = []
    for _ in range(2):
        node = client.post(f"/v1/sessions/{node['id']}/step", {"action": "noop"}).json()
        truncated.append(node["truncated"])
    assert truncated == [False, True]
