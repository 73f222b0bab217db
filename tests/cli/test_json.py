"""The JSON that others script against, literally, on every engine that carries it."""

from __future__ import annotations

import pytest

import relgym

FERRY = ("ferry.pddl", "crossing.pddl")
DICE = ("dice.pddl", "throw.pddl")
STATIC = ["(route east west)", "(route west east)"]
FAR = {"(far east west)": "3/2", "(far west east)": "3/2"}


@pytest.mark.usefixtures("files")
def test_actions(run, backend) -> None:
    ran = run("actions", *DICE, "--backend", backend, "--json")
    assert (ran.code, ran.out, ran.err) == (0, '{"actions": ["(throw)"]}\n', "")


@pytest.mark.usefixtures("files")
def test_actions_are_sorted_as_texts(run) -> None:
    assert run("actions", *FERRY, "--json").json == {"actions": ["(board red east)", "(sail east west)"]}
    ran = run("actions", *FERRY, "--after", "(board red east) (sail east west)", "--json")
    assert ran.out == '{"actions": ["(land red west)", "(sail west east)"]}\n'
    assert (
        run("actions", *FERRY, "--after", "plan.txt").out == "(board blue west)\n(board red west)\n(sail west east)\n"
    )


@pytest.mark.usefixtures("files")
def test_simulate(run) -> None:
    ran = run("simulate", *FERRY, "--plan", "plan.txt", "--json")
    assert (ran.code, ran.err) == (0, "")
    reach = ["(reach east)", "(reach west)"]
    assert ran.lines == [
        {
            "step": 0,
            "action": None,
            "atoms": ["(at blue west)", "(at red east)", "(boat east)", *STATIC],
            "derived": reach,
            "fluents": {**FAR, "(fuel)": 3},
            "actions": ["(board red east)", "(sail east west)"],
            "goal": False,
            "reward": 0.0,
            "terminated": False,
        },
        {
            "step": 1,
            "action": "(board red east)",
            "atoms": ["(aboard red)", "(at blue west)", "(boat east)", *STATIC],
            "derived": reach,
            "fluents": {**FAR, "(fuel)": 3},
            "actions": ["(land red east)", "(sail east west)"],
            "goal": False,
            "reward": 0.0,
            "terminated": False,
        },
        {
            "step": 2,
            "action": "(sail east west)",
            "atoms": ["(aboard red)", "(at blue west)", "(boat west)", *STATIC],
            "derived": reach,
            "fluents": {**FAR, "(fuel)": "3/2"},
            "actions": ["(land red west)", "(sail west east)"],
            "goal": False,
            "reward": 0.0,
            "terminated": False,
        },
        {
            "step": 3,
            "action": "(land red west)",
            "atoms": ["(at blue west)", "(at red west)", "(boat west)", *STATIC],
            "derived": reach,
            "fluents": {**FAR, "(fuel)": "3/2"},
            "actions": ["(board blue west)", "(board red west)", "(sail west east)"],
            "goal": True,
            "reward": 1.0,
            "terminated": True,
        },
    ]
    assert ran.out.splitlines()[0].startswith('{"step": 0, "action": null, "atoms": ["(at blue west)"')
    assert [list(line) for line in ran.lines] == [
        ["step", "action", "atoms", "derived", "fluents", "actions", "goal", "reward", "terminated"]
    ] * 4


@pytest.mark.usefixtures("files")
def test_lines_of_a_simulation_and_outcomes_are_states(run) -> None:
    with relgym.Reasoner(relgym.load(*FERRY)) as reasoner:
        state = reasoner.initial_state
        for line in run("simulate", *FERRY, "--plan", "plan.txt", "--json").lines:
            if line["action"] is not None:
                state = reasoner.successor(state, line["action"])
            assert reasoner.state_from_json(line) == state
    with relgym.Reasoner(relgym.load(*DICE)) as reasoner:
        expected = {outcome.state for outcome in reasoner.outcomes(reasoner.initial_state, "(throw)")}
        found = run("outcomes", *DICE, "(throw)", "--json").json["outcomes"]
        assert {reasoner.state_from_json(outcome) for outcome in found} == expected


def test_simulations_are_equal_on_all_engines(run, backend, files) -> None:
    # clingo counts in whole numbers.
    text = (files / "crossing.pddl").read_text().replace("3/2", "2").replace("1.5", "2")
    (files / "whole.pddl").write_text(text)
    expected = run("simulate", "ferry.pddl", "whole.pddl", "--plan", "plan.txt", "--json")
    assert len(expected.lines) == 4
    assert run("simulate", "ferry.pddl", "whole.pddl", "--plan", "plan.txt", "--json", "-b", backend) == expected


@pytest.mark.usefixtures("files")
def test_simulate_after(run) -> None:
    lines = run("simulate", *FERRY, "--after", "(board red east)", "--plan", "(sail east west)", "--json").lines
    assert [(line["step"], line["action"]) for line in lines] == [(0, None), (1, "(sail east west)")]


@pytest.mark.usefixtures("files")
def test_chance_is_drawn_with_the_seed(run, backend) -> None:
    plan = " ".join(["(throw)"] * 3)
    seen = {}
    for seed in range(12):
        ran = run("simulate", *DICE, "--plan", plan, "--seed", str(seed), "--json", "--backend", backend)
        again = run("simulate", *DICE, "--plan", plan, "--seed", str(seed), "--json")
        assert ran.out == again.out
        # A lost game cannot go on.
        states = [line for line in ran.lines if "error" not in line]
        assert (ran.code == 2) == ("(lost)" in states[-1]["atoms"] and len(states) < 4)
        seen[ran.out] = seed
    assert len(seen) > 3
    assert run("simulate", *DICE, "--plan", plan, "--json").out in seen


@pytest.mark.usefixtures("files")
def test_outcomes(run, backend) -> None:
    ran = run("outcomes", *DICE, "(throw)", "--json", "--backend", backend)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        '{"outcomes": [{"probability": 0.5, "atoms": ["(six)", "(thrown)"], "derived": [], "fluents": {}}, '
        '{"probability": 0.375, "atoms": ["(thrown)"], "derived": [], "fluents": {}}, '
        '{"probability": 0.125, "atoms": ["(lost)", "(thrown)"], "derived": [], "fluents": {}}]}\n'
    )


@pytest.mark.usefixtures("files")
def test_equally_probable_outcomes_are_sorted_by_their_atoms(run) -> None:
    with open("coin.pddl", "w", encoding="utf-8") as file:
        file.write(
            "(define (domain coin) (:requirements :probabilistic-effects) (:predicates (tail) (head) (edge))"
            " (:action toss :parameters () :effect (probabilistic 1/4 (tail) 1/4 (head) 1/4 (edge))))"
        )
    with open("toss.pddl", "w", encoding="utf-8") as file:
        file.write("(define (problem toss) (:domain coin) (:init) (:goal (edge)))")
    found = run("outcomes", "coin.pddl", "toss.pddl", "(toss)", "--json").json["outcomes"]
    assert [(item["probability"], item["atoms"]) for item in found] == [
        (0.25, []),
        (0.25, ["(edge)"]),
        (0.25, ["(head)"]),
        (0.25, ["(tail)"]),
    ]


@pytest.mark.usefixtures("files")
def test_query(run, backend) -> None:
    game = (*DICE, "--backend", backend)
    assert run("query", *game, "(or (six) (not (lost)))", "--json").out == '{"holds": true}\n'
    assert run("query", *game, "(lost)", "--json").out == '{"holds": false}\n'
    ran = run("query", *game, "(= ?x ?x)", "--json")
    assert (ran.code, ran.out) == (0, '{"variables": ["?x"], "answers": []}\n')


@pytest.mark.usefixtures("files")
def test_query_answers_are_sorted_by_name(run) -> None:
    ran = run("query", *FERRY, "(and (reach ?p) (not (boat ?q)) (route ?q ?p))", "--json")
    assert ran.json == {"variables": ["?p", "?q"], "answers": [["east", "west"]]}
    ran = run("query", *FERRY, "(or (at ?c ?p) (boat ?p))", "--json")
    assert ran.json["variables"] == ["?c", "?p"]
    assert ran.json["answers"] == sorted(ran.json["answers"])
    assert ["red", "east"] in ran.json["answers"]
    assert run("query", *FERRY, "(at ?c ?p)").out == "?c = blue, ?p = west\n?c = red, ?p = east\n"
    assert run("query", *FERRY, "(boat east)").out == "true\n"


@pytest.mark.usefixtures("files")
def test_axioms_can_be_added(run, tmp_path) -> None:
    (tmp_path / "more.pddl").write_text("(:derived (lonely ?c - car) (forall (?d - car) (not (aboard ?d))))")
    (tmp_path / "evenmore.pddl").write_text("(:derived (happy ?c - car) (not (lonely ?c)))")
    ran = run("query", *FERRY, "(lonely ?c)", "--axioms", "more.pddl", "-x", "evenmore.pddl", "--json")
    assert ran.json == {"variables": ["?c"], "answers": [["blue"], ["red"]]}
    ran = run("query", *FERRY, "(happy ?c)", "--axioms", "more.pddl", "-x", "evenmore.pddl", "--json")
    assert ran.json["answers"] == []


@pytest.mark.usefixtures("files")
def test_explain(run) -> None:
    ran = run("explain", *FERRY, "(at red west)", "--after", "plan.txt", "--json")
    assert ran.out == (
        '{"statement": "(at red west)", "holds": true, '
        '"reason": "a fact; it became true at step 3, (land red west)", "children": [], "omitted": 0}\n'
    )
    assert run("explain", *FERRY, "(sail west east)").out == (
        "(sail west east) is not applicable: 1 of 3 conditions fails\n"
        "  (boat west) is false: no such fact\n"
        "  (route west east) is true: a fact that no action changes\n"
        "  (>= (fuel) (far west east)) is true: (fuel) is 3, (far west east) is 3/2\n"
    )


def test_list(run) -> None:
    found = run("list", "--json").json
    assert found["engines"]["builtin"]["missing"] is None
    blocks = next(item for item in found["environments"] if item["name"] == "blocks")
    assert blocks["ids"] == {"train": "relgym/Blocks-v0", "test": "relgym/BlocksTest-v0"}
    assert blocks["problems"]["train"] >= 10
    assert blocks["reward"] == "goal"
    assert blocks["difficulty"]["train"]["p01"]["shortest"] == 2


@pytest.mark.usefixtures("files")
def test_check(run) -> None:
    ran = run("check", *FERRY, "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json["domains"] == [
        {
            "file": "ferry.pddl",
            "name": "ferry",
            "types": 2,
            "predicates": 5,
            "functions": 2,
            "actions": 3,
            "axioms": 1,
            "strata": 1,
            "warnings": [],
        }
    ]
    [problem] = ran.json["problems"]
    engines = problem.pop("engines")
    assert (engines["builtin"], engines["sld"]) == ("yes", "yes")
    assert engines["clingo"].startswith(("no: ", "not installed: "))
    features = problem.pop("features")
    assert features["derived predicates"] == "ferry.pddl:6:3"
    assert problem == {
        "file": "crossing.pddl",
        "name": "crossing",
        "domain": "ferry",
        "objects": 5,
        "atoms": 5,
        "values": 3,
        "warnings": [],
    }
