"""Language features that PDDL libraries read and play: each is tried on a smallest file.

`python -m tests.bench.other_libraries LIBRARY` prints a line for each feature: `plays`, `reads` or `refuses`. The
library must be installed: relgym, unified-planning, PDDLGym, pymimir or tarski, which is only asked to read. A feature
counts if one way to write it does. The table of docs/coming-from/comparison.md rests on it.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from importlib import import_module
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory


@dataclass(frozen=True)
class Sample:
    """A domain in which one action reaches the goal `(q)`, or may reach it, and a problem."""

    requirements: str
    action: str
    head: str = ""
    init: str = ""
    metric: str = ""
    predicates: str = ""

    def write(self, folder: Path) -> tuple[Path, Path]:
        """Write the two files as PDDLGym wants them: the problem in a folder beside the domain."""
        domain, problem = folder / "d.pddl", folder / "d" / "p.pddl"
        problem.parent.mkdir()
        domain.write_text(
            f"(define (domain d) (:requirements :strips :typing {self.requirements}) (:types t)\n"
            f"(:predicates (p) (q) (r ?x - t) {self.predicates}) {self.head}\n{self.action})\n"
        )
        problem.write_text(
            f"(define (problem x) (:domain d) (:objects o - t)\n"
            f"(:init (p) (r o) {self.init}) (:goal (q)) {self.metric})\n"
        )
        return domain, problem


def _action(precondition: str, effect: str = "(q)", parameters: str = "") -> str:
    return f"(:action a :parameters ({parameters}) :precondition {precondition} :effect {effect})"


_DURATIVE = (
    "(:durative-action a :parameters () :duration (= ?duration 2) :condition (at start (p)) :effect (at end (q)))"
)
_COST = _action("(p)", "(and (q) (increase (total-cost) 2))")
_COUNTER = _action("(and (p) (>= (n) 1))", "(and (q) (decrease (n) 1))")
_CHANCE = "(probabilistic 0.5 (q))", "(and (probabilistic 0.5 (and (q))))"
_COSTS = {"init": "(= (total-cost) 0)", "metric": "(:metric minimize (total-cost))"}

FEATURES: Mapping[str, tuple[Sample, ...]] = {
    "negative preconditions": (Sample(":negative-preconditions", _action("(not (q))")),),
    "disjunctions": (
        Sample(":disjunctive-preconditions", _action("(or (q) (p))")),
        Sample(":disjunctive-preconditions", _action("(and (r ?y) (or (q) (r ?y)))", parameters="?y - t")),
    ),
    "quantifiers": (
        Sample(
            ":universal-preconditions :existential-preconditions",
            _action("(and (forall (?x - t) (r ?x)) (exists (?x - t) (r ?x)))"),
        ),
    ),
    "conditional effects": (Sample(":conditional-effects", _action("(p)", "(and (when (p) (q)))")),),
    "universal effects": (
        Sample(":conditional-effects", _action("(p)", "(and (q) (forall (?x - t) (not (r ?x))))")),
        Sample(":conditional-effects :universal-preconditions", _action("(p)", "(forall (?x - t) (not (r ?x)))")),
    ),
    "derived predicates": (
        Sample(":derived-predicates", _action("(s)"), "(:derived (s) (p))", predicates="(s)"),
        Sample(
            ":derived-predicates",
            _action("(s ?y)", parameters="?y - t"),
            "(:derived (s ?x) (r ?x))",
            predicates="(s ?x - t)",
        ),
    ),
    "numeric fluents": (
        Sample(":fluents", _COUNTER, "(:functions (n))", "(= (n) 3)"),
        Sample(":numeric-fluents :action-costs", _COUNTER, "(:functions (n) - number)", "(= (n) 3)"),
    ),
    "action costs": (
        Sample(":action-costs", _COST, "(:functions (total-cost))", **_COSTS),
        Sample(":action-costs", _COST, "(:functions (total-cost) - number)", **_COSTS),
    ),
    "probabilistic effects": tuple(Sample(":probabilistic-effects", _action("(p)", effect)) for effect in _CHANCE),
    "durative actions": (Sample(":durative-actions", _DURATIVE),),
}


def _relgym(domain: Path, problem: Path) -> bool:
    import relgym

    reasoner = relgym.Reasoner(relgym.load(domain, problem))
    state = reasoner.initial_state
    return bool(reasoner.outcomes(state, reasoner.valid_actions(state)[0]))


def _unified_planning(domain: Path, problem: Path) -> bool:
    shortcuts, reader = import_module("unified_planning.shortcuts"), import_module("unified_planning.io").PDDLReader()
    shortcuts.get_environment().credits_stream = None
    task = reader.parse_problem(str(domain), str(problem))
    try:
        with shortcuts.SequentialSimulator(task) as simulator:
            state = simulator.get_initial_state()
            return bool(simulator.apply(state, *next(iter(simulator.get_applicable_actions(state)))))
    except Exception:
        return False


def _pddlgym(domain: Path, problem: Path) -> bool:
    make, options = import_module("pddlgym.core").PDDLEnv, {"operators_as_actions": True}
    for dynamic in (True, False):
        try:
            env = make(
                str(domain),
                str(problem.parent),
                dynamic_action_space=dynamic,
                raise_error_on_invalid_action=True,
                **options,
            )
            state, _ = env.reset()
            return bool(env.step(min(env.action_space.all_ground_literals(state))))
        except Exception as error:
            last = error
    raise last


def _pymimir(domain: Path, problem: Path) -> bool:
    pymimir = import_module("pymimir")
    state = pymimir.Problem(pymimir.Domain(str(domain)), str(problem)).get_initial_state()
    return bool(state.generate_applicable_actions()[0].apply(state))


def _tarski(domain: Path, problem: Path) -> bool:
    reader = import_module("tarski.io").PDDLReader(raise_on_error=True)
    reader.parse_domain(str(domain))
    reader.parse_instance(str(problem))
    return False


LIBRARIES: Mapping[str, Callable[[Path, Path], bool]] = {
    "relgym": _relgym,
    "unified-planning": _unified_planning,
    "PDDLGym": _pddlgym,
    "pymimir": _pymimir,
    "tarski": _tarski,
}
"""Functions that read two files, and play an action; False if they are read only. What is not read raises."""


def tried(library: str) -> dict[str, str]:
    """Return what a library does with each feature: `plays`, `reads` or `refuses`."""
    return {
        feature: max((_tried(library, sample) for sample in samples), key=GRADES.index)
        for feature, samples in FEATURES.items()
    }


GRADES = ("refuses", "reads", "plays")


def _tried(library: str, sample: Sample) -> str:
    with TemporaryDirectory() as folder, warnings.catch_warnings(), redirect_stdout(StringIO()):
        warnings.simplefilter("ignore")
        try:
            return "plays" if LIBRARIES[library](*sample.write(Path(folder))) else "reads"
        except Exception:
            return "refuses"


if __name__ == "__main__":
    for feature, grade in tried(sys.argv[1]).items():
        print(f"{feature:<24} {grade}")
