"""The planner by gradients beside pyRDDLGym-jax, for the page docs/guide/gradient-baselines.md.

`python -m tests.bench.gradients` measures all rows, and writes docs/gradient-baselines.json, the tables and the picture
of the page; names of domains choose rows, `--library` one of the two libraries, and the others keep their figures.
`--report` writes the page alone.

Both plan for the same files of rddlrepository, each in a process with one core, for the same CPU seconds. The best plan
at each mark is played in the same episodes of relgym's simulator, with the same random numbers. pyRDDLGym-jax has the
configurations that it ships for a domain, or the general one where it has none of its own.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import relgym
from relgym.catalogue.repository import repository_spec
from relgym.envs import RDDLVectorEnv
from relgym.planning import load_policy
from relgym.planning.stochastic.evaluation import Evaluation
from tests.bench import processes
from tests.bench.gradients_page import JSON, MARKS, PEER, report

PLAYER = Path(__file__).with_name("gradients_player.py")
EPISODES, SEED = 100, 1000

OPTIONS: Mapping[str, Mapping[str, Any]] = {"default": {"updates": 1_000_000}}
"""The options of `relgym.solve`, by a name: time ends the optimisation."""

ROWS: Mapping[str, tuple[str, ...]] = {
    "UAV_Continuous 0": ("UAV_Continuous_slp",),
    "UAV_Discrete 0": ("default_slp",),
    "UAV_Mixed 0": ("default_slp",),
    "PowerGen_Continuous 0": ("PowerGen_Continuous_slp", "PowerGen_Continuous_drp"),
    "PowerGen_Discrete 0": ("default_slp",),
    "MountainCar_ippc2023 1": ("MountainCar_ippc2023_slp",),
    "CartPole_Continuous_gym 0": ("Cartpole_Continuous_gym_slp", "Cartpole_Continuous_gym_drp"),
    "Reservoir_Continuous 0": ("Reservoir_Continuous_slp", "Reservoir_Continuous_drp"),
    "HVAC_ippc2023 1": ("HVAC_ippc2023_slp", "HVAC_ippc2023_drp"),
    "Wildfire_MDP_ippc2014 1": ("Wildfire_MDP_ippc2014_slp", "Wildfire_MDP_ippc2014_drp"),
    "SysAdmin_MDP_ippc2011 1": ("default_slp",),
    "Elevators 0": ("default_slp",),
}
"""The instances of rddlrepository, and the configurations of pyRDDLGym-jax for them."""

CHECKED = ("PowerGen_Continuous 0", "MountainCar_ippc2023 1")
"""The rows in which a plan is also played in pyRDDLGym's simulator."""

Act = Callable[[int, Mapping[str, Any]], Mapping[str, Any]]
"""A function of the step and the states of all copies: arrays of actions, with a row for each copy or one for all."""


def judged(row: str, act: Act, episodes: int = EPISODES) -> dict[str, Any]:
    """Play the episodes of `relgym.evaluate` with arrays of actions, without asking the preconditions.

    pyRDDLGym does not ask them either. An action with more cells than `max-nondef-actions`, which it refuses, is
    replaced by the default one.
    """
    name, instance = row.split()
    found = repository_spec(name)
    assert found is not None
    files = found.domain, found.problem("train", instance)
    envs = RDDLVectorEnv(*files, episodes, form="arrays", enforce=False)
    model = envs.single.reasoner.instance
    idle = {key: np.asarray(each) for key, each in envs.single.action_of({}).items()}
    states, _ = envs.reset(seed=SEED)
    total, playing, weight, replaced = np.zeros(episodes), np.ones(episodes, bool), 1.0, 0
    for step in range(model.horizon):
        given = act(step, states)
        actions = {
            key: np.array(np.broadcast_to(given.get(key, own), (episodes, *own.shape)), own.dtype)
            for key, own in idle.items()
        }
        if model.most_actions is not None:
            changed = sum((actions[key] != own).reshape(episodes, -1).sum(1) for key, own in idle.items())
            many = changed > model.most_actions
            replaced += int((many & playing).sum())
            for key, own in idle.items():
                actions[key][many] = own
        states, rewards, terminated, truncated, _ = envs.step(actions)
        total += weight * playing * rewards
        weight *= model.discount
        playing &= ~(terminated | truncated)
        if not playing.any():
            break
    return {**shown(Evaluation("return", tuple(total.tolist()), 0)), **({"replaced": replaced} if replaced else {})}


def shown(found: Evaluation) -> dict[str, Any]:
    """Return a mean and its interval as plain data."""
    low, high = found.interval
    return {"mean": round(found.mean, 3), "interval": [round(low, 3), round(high, 3)]}


def of_peer(process: processes.Process, row: str, settings: str, marks: Sequence[int]) -> dict[str, Any]:
    """Plan with pyRDDLGym-jax, and play its plans."""
    answer = process.ask(plan=row.split(), settings=settings, marks=[*marks])
    returns: dict[str, Any] = {}
    for mark, there in zip(marks, answer.pop("there"), strict=True):
        if there:

            def act(step: int, states: Mapping[str, Any], mark: int = mark) -> Any:
                # A straight-line plan has no use for them.
                given = {key: each.tolist() for key, each in states.items()} if answer["form"] == "drp" else None
                return process.ask(act=mark, step=step, states=given)

            returns[f"{mark}"] = judged(row, act)
    return {**answer, "returns": returns}


def of_both_simulators(process: processes.Process, row: str, settings: str, mark: int) -> dict[str, Any]:
    """Plan with pyRDDLGym-jax, and play the plan in relgym's simulator and in pyRDDLGym's."""
    found = of_peer(process, row, settings, [mark])["returns"][f"{mark}"]
    returns = process.ask(simulate=mark, episodes=EPISODES)
    return {"relgym": found, "pyRDDLGym": shown(Evaluation("return", tuple(returns), 0))}


def of_relgym(process: processes.Process, row: str, settings: Mapping[str, Any], marks: Sequence[int]) -> Any:
    """Plan with relgym, and play its policies."""
    answer = process.ask(plan=row.split(), settings=settings, marks=[*marks])
    reasoner = relgym.Reasoner(relgym.load(*row.split()))
    returns: dict[str, Any] = {}
    for mark, there in zip(marks, answer.pop("there"), strict=True):
        if there:
            with TemporaryDirectory() as folder:
                file = Path(folder) / "policy.json"
                process.ask(save=mark, file=str(file))
                policy = load_policy(file, reasoner)
            returns[f"{mark}"] = {
                **shown(relgym.evaluate(reasoner, policy, episodes=EPISODES, seed=SEED)),
                "form": getattr(policy, "plan", policy.method),
            }
    return {**answer, "returns": returns}


def main(arguments: list[str]) -> int:
    """Measure what is asked for, and write the figures beside those that are known."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.gradients", description=__doc__)
    parser.add_argument("rows", nargs="*", help="rows, such as 'HVAC_ippc2023 1'; all of them by default")
    parser.add_argument("--library", choices=("relgym", PEER, "noop"), action="append", help="only these libraries")
    parser.add_argument("--settings", action="append", help="only these configurations")
    parser.add_argument("--marks", type=int, nargs="+", default=MARKS, help="CPU seconds of planning")
    parser.add_argument("--environment", type=Path, help="the virtual environment of pyRDDLGym-jax")
    parser.add_argument("--json", type=Path, default=JSON, help="where the figures go")
    parser.add_argument("--report", action="store_true", help="write the page of the figures that are known")
    asked = parser.parse_args(arguments)
    known: dict[str, Any] = {}
    with suppress(FileNotFoundError):
        known = json.loads(asked.json.read_text(encoding="utf-8"))
    libraries = asked.library or ["noop", PEER, "relgym"]
    peer = processes.JAX.python(asked.environment) if PEER in libraries and not asked.report else None
    for row, configurations in {} if asked.report else ROWS.items():
        if asked.rows and row not in asked.rows:
            continue
        found = known.setdefault(row, {})
        if "noop" in libraries:
            reasoner = relgym.Reasoner(relgym.load(*row.split()))
            idle = relgym.solve(reasoner, "noop")
            found["noop"] = shown(relgym.evaluate(reasoner, idle, episodes=EPISODES, seed=SEED))
        if peer and row in CHECKED:
            with processes.Process(peer, PLAYER, PEER) as process:
                found["simulators"] = of_both_simulators(process, row, configurations[0], min(asked.marks))
                print(row, json.dumps(found["simulators"]), flush=True)
        for settings in configurations if peer else ():
            if asked.settings is None or settings in asked.settings:
                with processes.Process(peer, PLAYER, PEER) as process:
                    found.setdefault(PEER, {})[settings] = of_peer(process, row, settings, asked.marks)
                    print(row, settings, json.dumps(found[PEER][settings]), flush=True)
                kept(asked.json, row, found)
        for settings, options in OPTIONS.items() if "relgym" in libraries else ():
            if asked.settings is None or settings in asked.settings:
                with processes.Process(sys.executable, PLAYER, "relgym") as process:
                    found.setdefault("relgym", {})[settings] = of_relgym(process, row, options, asked.marks)
                    print(row, settings, json.dumps(found["relgym"][settings]), flush=True)
        kept(asked.json, row, found)
    if asked.json == JSON:
        report()
    return 0


def kept(file: Path, row: str, found: Mapping[str, Any]) -> None:
    """Write a row beside those that are there; another run may have written some in the meantime."""
    known = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    known[row] = known.get(row, {}) | found
    ordered = {each: known[each] for each in ROWS if each in known}
    file.write_text(json.dumps(ordered, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
