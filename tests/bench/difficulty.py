"""What replanning, UCT and a learned policy reach on a train and a test problem of every domain.

`python -m tests.bench.difficulty` measures, and writes docs/difficulty.json; names of domains choose rows. A whole run
that was interrupted goes on where it stopped. `python -m tests.bench.reached` then writes the figures into the
catalogue, for `relgym list --baselines`, and into the table of docs/guide/difficulty.md.

What `tests.bench.policies` measures in the same way is not measured again: the methods on PDDL domains with chance, and
on the train instance of RDDL domains. All methods play what the environments play, with the parameters that an agent
chooses there. The learned policy of PDDL knows the predicates of a domain and nothing of its actions: it learns a model
from random episodes in the train problems, and replans in that model, or searches it by UCT where outcomes are random.
That of RDDL is what `relgym.data.learn_policy` learns in the train instances.
"""

from __future__ import annotations

import argparse
import json
import sys
import warnings
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

import relgym
from relgym.catalogue.domains import EnvSpec, Language, Split, catalogue, spec
from relgym.data import LearnedModel, LiftedPolicy, learn_model, learn_policy, random_transitions
from relgym.errors import Contradiction, RelgymError, RelgymWarning
from relgym.features import Feature, needed
from relgym.model.pddl.action import Action
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.planning.stochastic.policy import Policy
from relgym.write.files import whole_file
from tests.bench.policies import INSTANCE_EPISODES, INSTANCE_METHODS, SEED, TASK_METHODS, task_of
from tests.bench.report import ROOT

JSON = ROOT / "docs" / "difficulty.json"

PLACES: Mapping[Language, tuple[tuple[Split, int], ...]] = {
    "pddl": (("train", 5), ("test", 0)),
    "rddl": (("train", 0), ("test", 0)),
}
"""The problems that are measured, as split and number."""

EPISODES = 20
"""The number of episodes where chance decides; elsewhere all episodes of a method are equal."""

TEST_EPISODES = 3
"""The number of episodes of a test instance of RDDL."""

TRAIN_EPISODES = 5
"""The number of episodes of a train instance of RDDL, where docs/policy-baselines.json has no other."""

METHOD_SECONDS = 120.0
"""The CPU seconds of all episodes of a method on one problem; a policy that is asked later gives up."""

REPLAN: Mapping[str, Any] = {"planner": "search", "limits": {"seconds": 20}}
UCT: Mapping[str, Any] = TASK_METHODS["uct"][1]

LEARNING_EPISODES = 50
LEARNING_STEPS = 40


def learned_model(domain: EnvSpec, random: bool) -> LearnedModel:
    """The model that random episodes in the train problems teach, of actions all of whose parameters are chosen."""
    tasks = [relgym.load(domain.domain, each, domain.axiom_files()) for each in domain.problems("train")]
    seen = random_transitions(tasks, episodes=LEARNING_EPISODES, steps=LEARNING_STEPS, seed=SEED)
    with warnings.catch_warnings():
        # Numeric effects are left out: the figures say what that costs.
        warnings.simplefilter("ignore", RelgymWarning)
        if not random:
            try:
                return learn_model(seen, tasks[0].domain)
            except Contradiction:
                # Effects with conditions look like chance to a learner without them.
                pass
        return learn_model(seen, tasks[0].domain, "probabilistic")


class LearnedPolicy(Policy):
    """A method in a learned model; it gives up where the model has no plan, or the action is not applicable.

    Args:
        model: The learned model.
        true: The reasoner of the task that is played, whose actions may have fewer parameters.
    """

    method = "learned"

    def __init__(self, model: LearnedModel, true: Any) -> None:
        self._true = true
        self._reasoner = relgym.Reasoner(Task(model.domain, true.task.problem))
        method, options = ("uct", UCT) if model.method == "probabilistic" else ("replan", REPLAN)
        self._inner = relgym.solve(self._reasoner, method, **options)
        self._places = {
            schema.name: [[each.name for each in schema.parameters].index(name) for name in schema.free]
            for schema in true.task.domain.actions
        }

    def begin(self, seed: int) -> None:
        self._inner.begin(seed)

    def __call__(self, state: State, step: int = 0) -> Action | None:
        # The learned model changes no numbers: those of the start stay.
        found = self._inner(self._reasoner.state(state.atoms), step)
        if found is None:
            return None
        action = Action(found.name, tuple(found.terms[place] for place in self._places[found.name]))
        return action if self._true.is_valid(state, action) else None


class BoundedPolicy(Policy):
    """A policy that gives up when its CPU seconds are over.

    Attributes:
        late: True if it has given up.
    """

    method = "bounded"

    def __init__(self, inner: Policy, seconds: float) -> None:
        self._inner, self._end = inner, process_time() + seconds
        self.criterion = inner.criterion
        self.late = False

    def begin(self, seed: int) -> None:
        self._inner.begin(seed)

    def __call__(self, state: Any, step: int = 0) -> Any:
        self.late = self.late or process_time() > self._end
        return None if self.late else self._inner(state, step)


def played(
    reasoner: Any,
    make: Callable[[], Policy],
    episodes: int,
    horizon: int | None = None,
    seconds: float = METHOD_SECONDS,
) -> dict[str, Any]:
    """What a policy reaches: the share of episodes with the goal (PDDL), or the mean return (RDDL).

    The reason, if there is no such policy.
    """
    began = process_time()
    try:
        policy = BoundedPolicy(make(), seconds)
        found = relgym.evaluate(reasoner, policy, episodes=episodes, seed=SEED, horizon=horizon)
    except RelgymError as error:
        return {"refused": error.message.replace(f"{ROOT}/", "")}
    row: dict[str, Any] = {"seconds": round(process_time() - began, 2)}
    if isinstance(reasoner.model, Task):
        row["reached"] = found.goals / len(found.returns)
        return row | {"late": True} if policy.late else row
    # The return of an episode that was broken off says nothing.
    return row | ({"refused": "it takes too long"} if policy.late else {"reached": float(f"{found.mean:.4g}")})


def of_task(domain: EnvSpec, quick: bool) -> dict[str, Any]:
    """The figures of a PDDL domain, by problem and method; quick ones rest on two episodes at most."""
    random = Feature.PROBABILISTIC in needed(task_of(domain.name, "train", 0))
    try:
        model, refused = learned_model(domain, random), ""
    except Contradiction as error:
        model, refused = None, error.message
    rows: dict[str, Any] = {}
    for split, number in PLACES["pddl"]:
        reasoner = relgym.Reasoner(task_of(domain.name, split, number))
        episodes = 1 if not random else 2 if quick else EPISODES
        play = partial(played, reasoner, episodes=episodes, horizon=domain.max_episode_steps)
        row = rows[f"{split}/{number}"] = {}
        if not random:
            row["replan"] = play(partial(relgym.solve, reasoner, "replan", **REPLAN))
            row["uct"] = play(partial(relgym.solve, reasoner, "uct", **UCT))
        row["learned"] = play(partial(LearnedPolicy, model, reasoner)) if model else {"refused": refused}
    return rows


def learned_policy(domain: EnvSpec, quick: bool) -> LiftedPolicy:
    """The policy that the train instances of an RDDL domain teach."""
    instances = [relgym.load(domain.domain, each) for each in domain.problems("train")]
    return learn_policy(instances, seed=SEED, **({"generations": 2, "population": 4} if quick else {}))


def of_instance(domain: EnvSpec, quick: bool) -> dict[str, Any]:
    """The figures of an RDDL domain, by problem and method; replanning and UCT in the first test instance alone."""
    rows: dict[str, Any] = {}
    learned = learned_policy(domain, quick)
    for split, number in PLACES["rddl"]:
        reasoner = relgym.Reasoner(relgym.load(domain.domain, domain.problem(split, number)))
        row = rows[f"{split}/{number}"] = {}
        episodes = TEST_EPISODES if split == "test" else INSTANCE_EPISODES.get(domain.name, TRAIN_EPISODES)
        play = partial(played, reasoner, episodes=1 if quick else episodes)
        if split == "test":
            for name in ("replan", "uct"):
                method, options = INSTANCE_METHODS[name]
                own = {**options, "trials": 1} if quick else options
                row[name] = play(partial(relgym.solve, reasoner, method, **own))
        row["learned"] = play(partial(learned.for_instance, reasoner))
    return rows


def measured(domain: EnvSpec, quick: bool = False) -> dict[str, Any]:
    """The figures of a domain."""
    return (of_task if domain.language == "pddl" else of_instance)(domain, quick)


def main(arguments: list[str]) -> int:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.difficulty", description=__doc__)
    parser.add_argument("names", nargs="*", help="domains; all of them by default")
    parser.add_argument("--quick", action="store_true", help="few episodes and trials")
    parser.add_argument("--json", type=Path, default=JSON, help="where the figures go")
    asked = parser.parse_args(arguments)
    # An unfinished run is kept beside the figures of the last whole one.
    unfinished = asked.json.with_suffix(".part.json")
    target = asked.json if asked.names else unfinished
    known: dict[str, Any] = json.loads(target.read_text("utf-8")) if target.exists() else {}
    for domain in [spec(name) for name in asked.names] or [own for own in catalogue() if own.name not in known]:
        known[domain.name] = measured(domain, asked.quick)
        print(domain.name, json.dumps(known[domain.name]), file=sys.stderr, flush=True)
        _write(target, known)
    if not asked.names:
        _write(asked.json, known)
        unfinished.unlink()
    return 0


def _write(path: Path, known: Mapping[str, Any]) -> None:
    with whole_file(path) as part:
        part.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
