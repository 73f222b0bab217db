"""Write what replanning and UCT reach into the difficulty of the domains, from the figures of `make baselines`.

`python -m tests.bench.reached` takes docs/planning-baselines.json and docs/policy-baselines.json. Where no action is
random, replanning is to carry out the plan that `relgym.plan` has found: it reaches the goal if it is short enough.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from relgym.catalogue.difficulty import Known, difficulty
from relgym.catalogue.domains import SPLITS, EnvSpec, Split, spec
from relgym.envs.measure import write_difficulty
from tests.bench.report import ROOT

REPLAN = "replan, all outcomes"


class Reached(NamedTuple):
    """What the methods reach on one problem; `None` for one that was not measured."""

    domain: str
    split: Split
    problem: str
    replan: float | None
    uct: float | None


def every() -> Iterator[Reached]:
    """Yield what is known."""
    plans, policies = (
        json.loads((ROOT / "docs" / f"{name}-baselines.json").read_text(encoding="utf-8"))
        for name in ("planning", "policy")
    )
    for name, rows in plans["domains"].items():
        steps = spec(name).max_episode_steps
        for split in SPLITS:
            row = rows[split]
            if row["status"] != "refused":
                reaches = bool(row.get("valid")) and row["steps"] <= steps
                yield Reached(name, split, row["problem"], float(reaches), None)
    for title, methods in policies["tasks"].items():
        name, place = title.split()
        split, _, number = place.partition("/")
        path = spec(name).problems(split)[int(number)]
        yield Reached(name, split, path.stem, _share(methods.get(REPLAN)), _share(methods.get("uct")))
    for name, methods in policies["instances"].items():
        path = spec(name).problems("train")[0]
        yield Reached(name, "train", path.stem, _mean(methods.get("replan")), _mean(methods.get("uct")))


def _share(found: Mapping[str, Any] | None) -> float | None:
    return None if found is None else found["goals"] / found["episodes"]


def _mean(found: Mapping[str, Any] | None) -> float | None:
    return None if found is None or "mean" not in found else float(f"{found['mean']:.4g}")


def updated(domain: EnvSpec) -> dict[Split, dict[str, Known]]:
    """Return the measurements of a domain with what the methods reach."""
    known = difficulty(domain)
    found = {
        split: {name: replace(item, replan=None, uct=None) for name, item in known.of(split).items()}
        for split in SPLITS
    }
    for each in every():
        if each.domain == domain.name and each.problem in found[each.split]:
            item = found[each.split][each.problem]
            found[each.split][each.problem] = replace(item, replan=each.replan, uct=each.uct)
    return found


def main() -> None:
    for name in sorted({each.domain for each in every()}):
        own = spec(name)
        if difficulty(own).every():
            print(write_difficulty(own, updated(own)))


if __name__ == "__main__":
    main()
