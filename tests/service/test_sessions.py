"""Sessions: steps, branches, and the same trajectory as that of a local environment."""

from __future__ import annotations

import random

import pytest
from service.conftest import Client, made, started, texts

import relgym
from relgym import Text


def step(client: Client, session: object, action: str) -> dict[str, object]:
    answer = client.post(f"/v1/sessions/{session}/step", {"action": action})
    assert answer.status == 200, answer.text
    return dict(answer.json())


@pytest.mark.parametrize("backend", ["builtin", "sld", "swipl", "clingo"])
def test_a_walk_on_each_engine(client: Client, backend: str) -> None:
    given = texts("blocks")
    reasoner = relgym.Reasoner(relgym.load(Text(given["domain"]), Text(given["problem"])))
    node, state = started(client, made(client), backend), reasoner.initial_state
    rng = random.Random(1)
    for number in range(1, 6):
        assert node["state"] == state.to_json()
        assert node["actions"] == sorted(map(str, reasoner.valid_actions(state)))
        assert node["goal"] is node["terminated"] is reasoner.goal(state)
        action = rng.choice(node["actions"])
        node, state = step(client, node["id"], action), reasoner.successor(state, action)
        assert (node["node"], node["parent"], node["action"]) == (number, number - 1, action)


def test_the_goal_gives_a_reward(client: Client) -> None:
    task = client.post(
        "/v1/tasks",
        {
            "domain": "(define (domain lamp) (:predicates (lit)) (:action press :effect (lit)))",
            "problem": "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))",
        },
    ).json()
    assert (task["language"], task["domain"], task["name"]) == ("pddl", "lamp", "dark")
    start = started(client, task["id"])
    assert (start["goal"], start["reward"], start["actions"]) == (False, 0.0, ["(press)"])
    after = step(client, start["id"], "(press)")
    assert (after["goal"], after["reward"], after["terminated"]) == (True, 1.0, True)
    assert after["state"] == {"atoms": ["(lit)"], "fluents": {}}


def test_a_seed_gives_the_trajectory_of_the_local_environment(client: Client) -> None:
    given = texts("tireworld")
    env = relgym.make(Text(given["domain"]), [Text(given["problem"])])
    drawn = set()
    for seed in range(6):
        state, _ = env.reset(seed=seed)
        node = started(client, made(client, "tireworld"), seed=seed)
        rng = random.Random(seed)
        for _ in range(12):
            assert node["state"] == state.to_json()
            if node["terminated"] or not node["actions"]:
                break
            action = rng.choice(node["actions"])
            node = step(client, node["id"], action)
            state, *_ = env.step(env.unwrapped.action(action) if hasattr(env.unwrapped, "action") else action)
        drawn.add(str(node["state"]))
    assert len(drawn) > 1


def test_branches(client: Client) -> None:
    start = started(client, made(client))
    session = start["id"]
    first = step(client, session, start["actions"][0])
    assert client.post(f"/v1/sessions/{session}/undo").json() == start
    second = step(client, session, start["actions"][-1])
    assert (second["node"], second["parent"]) == (2, 0)
    assert client.post(f"/v1/sessions/{session}/goto", {"node": 1}).json() == first
    third = step(client, session, first["actions"][0])
    assert (third["node"], third["parent"]) == (3, 1)
    history = client.get(f"/v1/sessions/{session}/history").json()
    assert [(node["node"], node["parent"]) for node in history["nodes"]] == [(0, None), (1, 0), (2, 0), (3, 1)]
    assert history["node"] == 3
    assert client.get(f"/v1/sessions/{session}").json() == third
    assert client.post(f"/v1/sessions/{session}/reset").json() == start
    assert client.post(f"/v1/sessions/{session}/undo").status == 409


def test_chance_after_going_back_is_drawn_again_in_the_same_way(client: Client) -> None:
    start = started(client, made(client, "tireworld"), seed=3)
    action = start["actions"][0]
    seen = []
    for _ in range(3):
        seen.append(step(client, start["id"], action)["state"])
        client.post(f"/v1/sessions/{start['id']}/reset")
    assert seen[0] == seen[1] == seen[2]


def test_questions_about_the_present_state(client: Client) -> None:
    task = made(client)
    start = started(client, task)
    path = f"/v1/sessions/{start['id']}"
    found = client.post(f"{path}/query", {"formula": "(on ?x ?y)"}).json()
    alone = {"state": {"atoms": start["state"]["atoms"]}, "formula": "(on ?x ?y)"}
    assert client.post(f"/v1/tasks/{task}/query", alone).json() == found
    pairs = {f"(on {x} {y})" for x, y in found["answers"]}
    assert found["variables"] == ["?x", "?y"]
    assert pairs == {atom for atom in start["state"]["atoms"] if atom.startswith("(on ")}
    assert client.post(f"{path}/query", {"formula": "(handempty)"}).json() == {"holds": True}
    why = client.post(f"{path}/explain", {"subject": start["actions"][0]}).json()
    assert (why["statement"], why["holds"]) == (start["actions"][0], True)
    assert client.get(f"{path}/derived").json() == {"derived": []}


def test_a_removed_session_is_gone(client: Client) -> None:
    session = started(client, made(client))["id"]
    assert client.delete(f"/v1/sessions/{session}").status == 204
    assert client.get(f"/v1/sessions/{session}").status == 404
    assert client.delete(f"/v1/sessions/{session}").status == 404


@pytest.mark.parametrize("domain", ["blocks", "tireworld", "sysadmin"])
def test_many_steps_at_once_are_those_one_by_one(client: Client, domain: str) -> None:
    task = made(client, domain)
    one, other = started(client, task, seed=4), started(client, task, seed=4)
    rng, nodes = random.Random(2), []
    for _ in range(6):
        choices = (nodes[-1] if nodes else one)["actions"]
        if not choices:
            break
        answer = client.post(f"/v1/sessions/{one['id']}/step", {"action": rng.choice(choices)})
        nodes.append(answer.json())
    path = f"/v1/sessions/{other['id']}"
    found = client.post(f"{path}/steps", {"steps": [node["action"] for node in nodes]}).json()
    assert found == {"nodes": [{**node, "id": other["id"]} for node in nodes], "failed": None}
    assert client.get(path).json() == found["nodes"][-1]
    again = client.post(f"{path}/steps", {"steps": []}).json()
    assert again == {"nodes": [], "failed": None}
    tree = client.get(f"{path}/history").json()["nodes"]
    assert [node["node"] for node in tree] == [*range(len(nodes) + 1)]
    # Both go on alike, also with what is drawn.
    choices = nodes[-1]["actions"]
    if choices:
        keys = one["id"], other["id"]
        after = [client.post(f"/v1/sessions/{key}/step", {"action": choices[0]}).json() for key in keys]
        assert after[0]["state"] == after[1]["state"]


def test_steps_from_a_node_that_no_worker_has(client: Client) -> None:
    start = started(client, made(client))
    path = f"/v1/sessions/{start['id']}"
    first = step(client, start["id"], start["actions"][0])
    client.post(f"{path}/undo")
    found = client.post(f"{path}/steps", {"steps": [start["actions"][0], "(none)", start["actions"][0]]}).json()
    assert [(node["node"], node["parent"], node["state"]) for node in found["nodes"]] == [(2, 0, first["state"])]
    assert (found["failed"]["action"], found["failed"]["problem"]["status"]) == (1, 409)
    assert client.post(f"{path}/steps", {"steps": ["(x)"] * 1001}).status == 413


def test_questions_without_a_body(client: Client) -> None:
    start = started(client, made(client))
    path = f"/v1/sessions/{start['id']}"
    for question in ("actions", "derived", "goal", "names", "strata", "translate", "check", "picture", "plan"):
        answer = client.get(f"{path}/{question}")
        assert answer.status == 200
        given, posted = answer.json(), client.post(f"{path}/{question}").json()
        # A plan says how long it took.
        assert given | {"seconds": 0} == posted | {"seconds": 0}
    asked = client.get(f"{path}/query?formula=(handempty)")
    assert asked.json() == {"holds": True}
    assert client.get(f"{path}/query?formla=(handempty)").status == 400
    assert client.post(f"{path}/query?formula=(handempty)", {"formula": "(handempty)"}).status == 400
