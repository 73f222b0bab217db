"""Verbs about texts alone: the catalogue, new problems, checks and formats, equal in all ways."""

from __future__ import annotations

from typing import Any

import pytest
from service.conftest import Client, texts
from service.ways import Together

from relgym.catalogue import catalogue
from relgym.catalogue import spec as spec_of
from relgym.catalogue.difficulty import difficulty


def test_the_catalogue(together: Together) -> None:
    domains = {own["name"]: own for own in together("catalogue.list")["domains"]}
    assert [*domains] == [spec.name for spec in catalogue()]
    assert {own["language"] for own in domains.values()} == {"pddl", "rddl"}
    assert domains["blocks"]["levels"][:2] == [
        {"level": 0, "parameters": {"blocks": 3}},
        {"level": 1, "parameters": {"blocks": 4}},
    ]
    for name in ("blocks", "sysadmin", "search-and-rescue-partial"):
        problems = domains[name]["problems"]
        found = together("catalogue.get", name=name)
        assert {key: found[key] for key in domains[name]} == domains[name]
        assert {key: found[key] for key in ("domain", "problem", "axioms")} == texts(name)
        assert found["problem_name"] == problems[0] == "train/p01"
        last = together("catalogue.get", name=name, problem=problems[-1])
        drawn = together("catalogue.picture", name=name)
        assert (drawn["name"], drawn["problem_name"]) == (name, problems[0])
        assert drawn["svg"].startswith("<svg ")
        assert last["problem"] == texts(name, "test", -1 + len([own for own in problems if "test" in own]))["problem"]


def test_the_difficulty_of_the_catalogue(together: Together) -> None:
    found = together("catalogue.difficulty")["domains"]
    for spec in catalogue():
        known = difficulty(spec)
        assert found[spec.name]["objects"] == [
            min(item.objects for item in known.every()),
            max(item.objects for item in known.every()),
        ]
        reached = None if spec.language == "rddl" else known.reached("train")["random"]
        assert found[spec.name]["random"] == reached
    assert found["blocks"]["plan"][0] == difficulty(spec_of("blocks")).train["p01"].shortest
    assert found["sysadmin"]["plan"] is None


@pytest.mark.parametrize("name", ["blocks", "sysadmin", "elevator"])
def test_new_problems(together: Together, name: str) -> None:
    found = [together("tasks.generate", name=name, level=1, seed=seed) for seed in (5, 6)]
    assert found[0]["problem"] != found[1]["problem"]
    assert found[0] == together("tasks.generate", name=name, level=1, seed=5)
    given = {key: found[0][key] for key in ("domain", "problem", "axioms")}
    assert together("tasks.check", **given)["sound"]
    assert together("tasks.create", **given)["id"]


def test_parameters_of_new_problems(together: Together) -> None:
    found = together("tasks.generate", name="blocks", level=0, seed=1, parameters={"blocks": 7})
    assert found["parameters"] == {"blocks": 7}
    assert "b7" in found["problem"]
    assert together("tasks.generate", name="blocks", seed=1)["parameters"] == {}


@pytest.mark.parametrize(
    ("verb", "data", "status", "detail"),
    [
        ("catalogue.get", {"name": "blocs"}, 404, "there is no domain 'blocs'"),
        ("catalogue.picture", {"name": "blocs"}, 404, "there is no domain 'blocs'"),
        ("catalogue.get", {"name": ".."}, 404, "there is no domain '..'"),
        ("catalogue.get", {"name": "blocks", "problem": "train/../p01"}, 404, "'blocks' has no problem 'train/../p01'"),
        ("tasks.generate", {"name": "/tmp"}, 404, "there is no domain '/tmp'"),
        ("tasks.generate", {"name": "blocks", "level": 99}, 404, "'blocks' has no level 99"),
        ("tasks.generate", {"name": "blocks", "parameters": {"x": 1}}, 422, "there is no parameter 'x'"),
        ("tasks.generate", {"name": "blocks", "parameters": {"blocks": -1}}, 422, "blocks = -1 is not possible"),
        ("tasks.format", {"text": "(define"}, 422, "this parenthesis is not closed"),
    ],
)
def test_refusals(together: Together, verb: str, data: dict[str, Any], status: int, detail: str) -> None:
    found = together.refused(verb, **data)
    assert (found["status"], found["detail"]) == (status, detail)
    assert found.get("expected") or found.get("hint")
    assert "generator.py" not in str(found)


@pytest.mark.parametrize("name", ["blocks", "sysadmin"])
def test_checks_of_sound_texts(together: Together, name: str) -> None:
    given = texts(name)
    assert together("tasks.check", **given) == {"sound": True, "diagnostics": []}
    # A domain without a problem.
    assert together("tasks.check", **{**given, "problem": ""})["sound"]


def test_all_errors_are_found(together: Together) -> None:
    given = texts("blocks")
    wrong = str(given["domain"]).replace("(handempty)", "(hendempty)", 1).replace("(clear ?x)", "(cleer ?x)", 1)
    problem = str(given["problem"]).replace("b1", "b9", 1)
    found = together("tasks.check", domain=wrong, problem=problem, axioms=[])
    assert not found["sound"]
    files = [each["file"] for each in found["diagnostics"] if each["severity"] == "error"]
    assert "<domain>" in files
    assert "<problem>" in files
    assert all(each["line"] and each["column"] for each in found["diagnostics"])


def test_lints_are_found(together: Together) -> None:
    given = texts("blocks")
    unused = str(given["domain"]).replace("(:predicates", "(:predicates (unused)", 1)
    found = together("tasks.check", **{**given, "domain": unused})
    assert found["sound"]
    assert [each["code"] for each in found["diagnostics"]] == ["W201"]


@pytest.mark.parametrize("name", ["blocks", "sysadmin"])
def test_half_written_texts_are_checked_at_every_length(together: Together, name: str) -> None:
    given = texts(name)
    local, domain, problem = together.ways["local"], str(given["domain"]), str(given["problem"])
    for part in range(20):
        start = domain[: len(domain) * part // 20]
        found = local("tasks.check", {**given, "domain": start})
        # Brackets that are missing at the end are warned of.
        assert found["diagnostics"]
        found = local("tasks.check", {**given, "problem": problem[: max(1, len(problem) * part // 20)]})
        assert found["diagnostics"]


def test_a_sound_text_is_one_that_is_taken(together: Together, client: Client) -> None:
    axiom = "(:derived (low ?x - block) (not (exists (?y - block) (on ?x ?y))))"
    for axioms, sound in ([axiom], True), ([axiom.replace("on ?x", "onn ?x")], False):
        given = {**texts("blocks"), "axioms": axioms}
        assert together("tasks.check", **given)["sound"] is sound
        assert (client.post("/v1/tasks", given).status == 201) is sound


def test_formats(together: Together) -> None:
    assert together("tasks.format", text="(define (domain d)(:predicates (p))\n(:action a :effect (p)))") == {
        "text": "(define (domain d)\n  (:predicates (p))\n  (:action a\n    :effect (p)))\n",
        "language": "pddl",
    }
    assert together("tasks.format", text="domain d {\ntypes { t : object; };\n}") == {
        "text": "domain d {\n  types { t : object; };\n}\n",
        "language": "rddl",
    }
