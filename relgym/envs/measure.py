"""Measure the difficulty of problems and write it down: `python -m relgym.envs.measure blocks`, or of all domains.

The problems that env.toml wants of a generator are written first, and the lengths of plans noted in them in the end.
For a problem that is too hard for this search, a file next to it may hold a planner's plan: `p05.plan` for `p05.pddl`.

>>> from relgym.catalogue.domains import spec
>>> known = measured(spec("hanoi"), spec("hanoi").problem("train", 0))
>>> known.objects, known.shortest
(5, 3)
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from relgym.catalogue.difficulty import FILE, METHODS, Known, difficulty, digest
from relgym.catalogue.domains import SPLITS, EnvSpec, Split, catalogue, spec
from relgym.catalogue.generate import write
from relgym.envs.pddl.problems import Problems
from relgym.envs.rddl.env import RDDLEnv
from relgym.errors import RelgymError
from relgym.model.pddl.action import Action
from relgym.model.pddl.state import State
from relgym.planning.search.lucky import any_plan, leads_to_goal, shortest_plan
from relgym.progress import tracked
from relgym.read.pddl.loading import read_plan
from relgym.reasoning.pddl.reasoner import PDDLReasoner

EPISODES = 50
"""The number of random episodes of each PDDL problem; each episode has a generator with its own seed."""

INSTANCE_EPISODES = 20
"""The number of random episodes of each RDDL instance."""

STATES = 5000
"""The largest number of states that a search expands."""


def measured(domain: EnvSpec, problem: Path) -> Known:
    """Measure the difficulty of a problem; the result is the same on every machine."""
    return _measured_task(domain, problem) if domain.language == "pddl" else _measured_instance(domain, problem)


def _measured_task(domain: EnvSpec, problem: Path) -> Known:
    problems = Problems(domain.domain, [problem], domain.axiom_files(), domain.free)
    steps = domain.max_episode_steps
    assert steps is not None
    with PDDLReasoner(problems.task(0)) as reasoner:
        counts: list[int] = []
        reached = sum(_reaches(reasoner, seed, steps, counts) for seed in range(EPISODES))
        shortest = _length(shortest_plan, reasoner)
        return Known(
            objects=len(reasoner.task.objects),
            atoms=len(problems.reachable(0).atoms),
            branching=round(sum(counts) / max(1, len(counts)), 1),
            random=reached / EPISODES,
            shortest=shortest,
            plan=(_length(any_plan, reasoner) or _given(reasoner, problem)) if shortest is None else None,
        )


def _reaches(reasoner: PDDLReasoner, seed: int, steps: int, counts: list[int]) -> bool:
    """Return True if a random episode reaches the goal; append the number of actions in each state to `counts`."""
    rng = np.random.default_rng(seed)
    state = reasoner.start(rng)
    for _ in range(steps):
        if reasoner.goal(state):
            return True
        actions = reasoner.valid_actions(state)
        counts.append(len(actions))
        if not actions:
            return False
        state = reasoner.successor(state, actions[int(rng.integers(len(actions)))], rng)
    return reasoner.goal(state)


def _length(
    search: Callable[[PDDLReasoner, State, int], Sequence[Action] | None], reasoner: PDDLReasoner
) -> int | None:
    """Return the length of the plan that a search finds, `None` if it finds none."""
    try:
        plan = search(reasoner, reasoner.initial_state, STATES)
    except RelgymError:
        return None
    return None if plan is None else len(plan)


def _given(reasoner: PDDLReasoner, problem: Path) -> int | None:
    """Return the length of the plan in the file beside a problem, if any; raises `RelgymError` if the plan fails."""
    path = problem.with_suffix(".plan")
    if not path.is_file():
        return None
    plan = read_plan(path, reasoner.task)
    if not leads_to_goal(reasoner, reasoner.initial_state, plan):
        raise RelgymError(f"{path} does not lead to the goal of {problem.name}", hint="remove it, or find another one")
    return len(plan)


def _measured_instance(domain: EnvSpec, instance: Path) -> Known:
    env = RDDLEnv(domain.domain, instance)
    layout = env.dynamics.layout
    discount = layout.instance.discount
    sums = []
    for seed in range(INSTANCE_EPISODES):
        env.reset(seed=seed)
        env.action_space.seed(seed)
        total, weight, done = 0.0, 1.0, False
        while not done:
            _, reward, terminated, truncated, _ = env.step(env.action_space.sample())
            total += weight * reward
            weight *= discount
            done = terminated or truncated
        sums.append(total)
    env.close()
    states = env.dynamics.program.states
    return Known(
        objects=sum(len(objects) for _, objects in layout.instance.objects),
        atoms=sum(layout.cells(function.name) for function in states),
        actions=len(env.reasoner.actions),
        random=float(f"{sum(sums) / len(sums):.4g}"),
    )


def written(domain: EnvSpec) -> Path:
    """Measure all problems of a domain and write the numbers into its folder; returns the file."""
    before = difficulty(domain)
    figures: dict[Split, dict[str, Known]] = {}
    for split in SPLITS:
        figures[split] = {}
        for path in tracked(domain.problems(split), f"{domain.name}, {split}"):
            known, old = measured(domain, path), before.of(split).get(path.stem)
            kept = {} if old is None else {name: getattr(old, name) for name in METHODS}
            figures[split][path.stem] = replace(known, **kept)
    return write_difficulty(domain, figures)


def write_difficulty(domain: EnvSpec, measured: Mapping[Split, Mapping[str, Known]]) -> Path:
    """Write measurements into the folder of a domain.

    Args:
        domain: The domain.
        measured: The measurements, by split and by the name of a problem.

    Returns:
        The file.
    """
    path = domain.folder / FILE
    path.write_text("\n".join([*_lines(domain, measured), ""]), encoding="utf-8", newline="\n")
    return path


def _lines(domain: EnvSpec, measured: Mapping[Split, Mapping[str, Known]]) -> Iterator[str]:
    yield f"# How hard the problems are; `python -m relgym.envs.measure {domain.name}` has measured it."
    yield f'digest = "{digest(domain)}"'
    for split, problems in measured.items():
        yield f"\n[{split}]"
        for name, known in problems.items():
            entries = ", ".join(f"{key} = {number}" for key, number in known.to_json().items())
            yield f"{name} = {{ {entries} }}"


def main(names: list[str]) -> int:
    """Measure the domains named, by name or folder, or all that come with relgym."""
    try:
        for each in [spec(name) for name in names] or catalogue():
            # The problems must exist; their notes are updated.
            if each.generate:
                write(each)
            print(written(each))
            if each.generate:
                write(each)
    except RelgymError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
