"""Ready-made axioms by name: what a name means, and what is said of one that means nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import relgym
from relgym.errors import ModelError, RelgymError
from relgym.read.loading import load
from relgym.read.pddl.axioms.ready_made import ReadyMade, name_or_text, named, predicate_of, ready_made
from relgym.read.pddl.axioms.rules import extend
from relgym.read.pddl.domain import read_domain
from relgym.read.source import Text

DOMAIN = "(define (domain d) (:predicates (on ?x ?y) (road ?x ?y)))"
PROBLEM = "(define (problem p) (:domain d) (:objects a b c) (:init (on a b) (on b c) (road a b)) (:goal (and)))"


def derived(*axioms: object) -> set[str]:
    reasoner = relgym.Reasoner(load(DOMAIN, PROBLEM, axioms=axioms))
    return set(map(str, reasoner.derived(reasoner.initial_state)))


@pytest.mark.parametrize("own", ready_made().values(), ids=lambda own: own.name)
def test_the_head_of_a_file_says_what_its_rules_need_and_define(own: ReadyMade) -> None:
    needed = " ".join(atom for atom, _ in own.needs)
    domain = extend(read_domain(f"(define (domain d) (:predicates {needed}))"), own.source)
    heads = {axiom.predicate: len(axiom.parameters) for axiom in domain.axioms}
    assert heads == {predicate_of(atom): atom.count("?") for atom, _ in own.defines}
    # What is needed is used.
    assert all(own.text.count(f"({predicate_of(atom)} ") > 1 for atom, _ in own.needs)
    assert own.summary.endswith(".")


def test_a_name_wins_over_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("stacks").write_text("(:derived (mine ?x) (on ?x ?x))")
    assert "(above a c)" in derived("stacks")
    assert derived(Path("stacks")) == derived("./stacks") == set()
    with pytest.raises(RelgymError):
        derived(Text("stacks"))
    Path("other").write_text("(:derived (other ?x) (road ?x ?x))")
    assert derived("other") == set()


def test_environments_take_names_and_paths_of_the_same_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("stacks").write_text("(:derived (mine ?x) (exists (?y) (road ?x ?y)))")
    found = []
    for axioms in ("stacks", ["stacks"], [Path("stacks")]):
        env = relgym.make(DOMAIN, PROBLEM, axioms=axioms)
        env.reset(seed=0)
        found.append({str(atom) for atom in env.unwrapped.reasoner.derived(env.unwrapped.get_state())})
        env.close()
    assert found[0] == found[1]
    assert "(above a c)" in found[0]
    assert found[2] == {"(mine a)"}


def test_names_of_a_domain_stand_for_those_of_the_axioms() -> None:
    assert derived("reachability:connected=road") >= {"(reachable a b)"}
    assert derived("closure:related=road,closure=far") >= {"(far a b)"}
    both = derived("closure:related=on,closure=above", "reachability:connected=road")
    assert {"(above a c)", "(reachable a b)"} <= both


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("stack", r"neither a file nor the name of ready-made axioms\n.*did you mean 'stacks'.*\n.*closure.*stacks"),
        ("grid", r"need \(next \?from \?to \?way\), and the domain has no predicate 'next'(.|\n)*grid:next=NAME"),
        ("grid:next=road", r"need \(road \?from \?to \?way\), and the domain has \(road \?x \?y\), not 'road'"),
        ("stacks:onn=road", r"have no predicate 'onn'(.|\n)*did you mean 'on'"),
        ("stacks:above=road", r"a predicate 'road' of its own(.|\n)*stacks:road=NAME"),
        ("missing.pddl", "cannot read the axioms file"),
    ],
)
def test_what_is_said_of_names_that_do_not_fit(given: str, message: str) -> None:
    with pytest.raises(RelgymError) as raised:
        load(DOMAIN, PROBLEM, axioms=[given])
    assert re.search(message, str(raised.value)), str(raised.value)


def test_a_service_reads_no_files(tmp_path: Path) -> None:
    path = tmp_path / "far.pddl"
    path.write_text("(:derived (far ?x) (on ?x ?x))")
    assert name_or_text(" stacks ") == "stacks"
    assert isinstance(name_or_text(str(path)), Text)
    assert isinstance(name_or_text("stacks.pddl"), Text)
    with pytest.raises(RelgymError, match="no ready-made axioms 'stack'"):
        name_or_text("stack")
    with pytest.raises(ModelError):
        named("stacks:none=on")
