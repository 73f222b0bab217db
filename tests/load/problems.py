"""The tasks of the load, and what their steps lead to: a local replay without the service."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from gymnasium.utils import seeding

import relgym
from relgym.catalogue import spec

BLOCKS_5 = """(define (problem blocks-5) (:domain blocks) (:objects b1 b2 b3 b4 b5 - block)
  (:init (handempty) (ontable b1) (on b2 b1) (on b3 b2) (clear b3) (ontable b4) (on b5 b4) (clear b5))
  (:goal (and (on b1 b2) (on b2 b3) (on b3 b4) (on b4 b5))))"""


@dataclass(frozen=True)
class Problem:
    """A task as texts."""

    domain: str
    problem: str

    @property
    def texts(self) -> dict[str, Any]:
        return {"domain": self.domain, "problem": self.problem, "axioms": []}

    @cached_property
    def _reasoner(self) -> Any:
        return relgym.Reasoner(relgym.load(relgym.Text(self.domain), relgym.Text(self.problem)))

    def replayed(self, seed: int, actions: list[Any]) -> list[dict[str, Any]]:
        """The states and valid actions that a session with a seed sees after each action."""
        rng, _ = seeding.np_random(seed)
        return self._replayed_rddl(rng, actions) if "instance " in self.problem else self._replayed(rng, actions)

    def _replayed(self, rng: Any, actions: list[Any]) -> list[dict[str, Any]]:
        reasoner = self._reasoner
        state = reasoner.start(rng)
        found = []
        for action in [None, *actions]:
            if action is not None:
                state = reasoner.successor(state, action, rng)
            valid = sorted(map(str, reasoner.valid_actions(state)))
            found.append({"state": state.to_json(), "actions": valid, "goal": reasoner.goal(state)})
        return found

    def _replayed_rddl(self, rng: Any, actions: list[Any]) -> list[dict[str, Any]]:
        simulator = relgym.Simulator(self._reasoner)
        simulator.go_to(self._reasoner.start(rng))
        found = []
        for action in [None, *actions]:
            if action is not None:
                simulator.apply(action, rng)
            found.append({"state": simulator.state.to_json(), "goal": simulator.goal()})
        return found


def endless() -> Problem:
    """More pigeons than holes: to find the valid actions, a search goes through all permutations of the holes."""
    pigeons, holes = [f"?v{number}" for number in range(12)], [f"o{number}" for number in range(11)]
    different = " ".join(f"(not (= {one} {other}))" for one, other in combinations(pigeons, 2))
    inside = " ".join(f"(p {own})" for own in pigeons)
    return Problem(
        "(define (domain pigeons) (:requirements :adl) (:predicates (p ?a) (q)) (:action go :parameters () "
        f":precondition (exists ({' '.join(pigeons)}) (and {inside} {different})) :effect (q)))",
        f"(define (problem holes) (:domain pigeons) (:objects {' '.join(holes)}) "
        f"(:init {' '.join(f'(p {hole})' for hole in holes)}) (:goal (q)))",
    )


def large(atoms: int = 20_000) -> Problem:
    """Objects that are switched on and off one by one: as many atoms in each state, and as many valid actions."""
    objects = [f"obj{number}" for number in range(atoms)]
    actions = [
        "(:action switch-on :parameters (?x) :precondition (off ?x) :effect (and (lit ?x) (not (off ?x))))",
        "(:action switch-off :parameters (?x) :precondition (lit ?x) :effect (and (off ?x) (not (lit ?x))))",
    ]
    return Problem(
        f"(define (domain lamps) (:predicates (off ?x) (lit ?x)) {' '.join(actions)})",
        f"(define (problem dark) (:domain lamps) (:objects {' '.join(objects)}) "
        f"(:init {' '.join(f'(off {own})' for own in objects)}) (:goal (lit obj0)))",
    )


def of(domain: str) -> Problem:
    """The first problem of a domain of the catalogue."""
    own = spec(domain)
    return Problem(own.domain.read_text("utf-8"), own.problem("train", 0).read_text("utf-8"))


def blocks() -> Problem:
    """Blocks-5."""
    return Problem(spec("blocks").domain.read_text("utf-8"), BLOCKS_5)


def wrong(problem: Problem, seed: int, nodes: list[dict[str, Any]]) -> list[int]:
    """The numbers of the nodes, of which each follows from the one before it, that differ from a local replay."""
    expected = problem.replayed(seed, [node["action"] for node in nodes[1:]])
    pairs = zip(nodes, expected, strict=True)
    return [node["node"] for node, own in pairs if {name: node[name] for name in own} != own]
