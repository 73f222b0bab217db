"""Models learned from random walks in the domains of PDDLGym's paper, judged on held-out problems.

`python -m tests.bench.learning` learns them, writes docs/model-learning.json, and the table of
docs/guide/model-learning.md; names of domains choose rows, and `--report` only writes the table. The domains are the
catalogue's own versions, and the agent chooses all parameters of an action; then those that `env.toml` lets it choose.
Domains without chance are learned by the method `version-space`, the others by `probabilistic`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import process_time
from typing import Any

import relgym
from relgym.catalogue.domains import EnvSpec, spec
from relgym.data import LearnedModel, compare, learn_model, random_transitions
from relgym.errors import Contradiction
from relgym.features import Feature, needed
from relgym.model.pddl.domain import Domain
from relgym.model.pddl.problem import Task
from relgym.read.pddl.free import with_free
from tests.bench.report import Sheet

ROOT = Path(__file__).parents[2]
JSON = ROOT / "docs" / "model-learning.json"
DOCUMENT = ROOT / "docs" / "guide" / "model-learning.md"

PLACE = re.compile(r"(<!-- figures: model learning -->\n).*?(<!-- end of figures -->)", re.DOTALL)

PAPER = (
    "baking",
    "blocks",
    "casino",
    "crafting",
    "depot",
    "doors",
    "elevator",
    "exploding-blocks",
    "ferry",
    "gripper",
    "hanoi",
    "meet-pass",
    "rearrangement",
    "river",
    "search-and-rescue",
    "slide-tile",
    "sokoban",
    "tireworld",
    "tsp",
    "usa-travel",
)
"""The twenty domains of Silver and Chitnis (2020), by their names in the catalogue."""

EPISODES = (1, 2, 5, 10, 20, 50)
STEPS = 40
STATES = 100
PLANNED = 2
"""The number of held-out problems for which plans are compared, too."""

TOLERANCE = 0.1
"""The total variation distance up to which learned random outcomes count as right."""

Figures = Mapping[str, Mapping[str, Any]]


def measured(name: str, seed: int = 0) -> dict[str, Any]:
    """Learn one domain from more and more episodes until it is recovered, and judge the model of the most episodes.

    Args:
        name: The name of the domain.
        seed: The seed of the walks.
    """
    item = spec(name)
    tasks = [relgym.load(item.domain, problem) for problem in item.problems("train")]
    random = Feature.PROBABILISTIC in needed(tasks[0])
    found = _recovered(item, tasks, random, seed)
    if item.free and not random:
        domain = with_free(tasks[0].domain, item.free)
        chosen = _recovered(item, [Task(domain, task.problem) for task in tasks], random, seed)
        found["chosen"] = {key: chosen.get(key) for key in ("exact", "episodes", "precision", "recall", "effects")}
    return found


def _recovered(item: EnvSpec, tasks: Sequence[Task], random: bool, seed: int) -> dict[str, Any]:
    """Learn from more and more episodes, with the free parameters of the tasks."""
    domain = tasks[0].domain
    found: dict[str, Any] = {"method": "probabilistic" if random else "version-space", "episodes": None}
    # Probabilities are the better the more is seen, so these domains are learned from all episodes.
    for episodes in EPISODES[-1:] if random else EPISODES:
        transitions = random_transitions(tasks, episodes=episodes, steps=STEPS, seed=seed)
        begun = process_time()
        try:
            model = learn_model(transitions, domain, found["method"])
        except Contradiction as error:
            return found | {"transitions": len(transitions), "refused": error.message}
        found |= {"transitions": len(transitions), "seconds": round(process_time() - begun, 3)}
        found |= judged(item, domain, model, random)
        if found["exact"]:
            found["episodes"] = episodes
            break
    return found


def judged(item: EnvSpec, domain: Domain, model: LearnedModel, random: bool) -> dict[str, Any]:
    """Compare a model with its domain on all held-out problems."""
    tolerance = TOLERANCE if random else 0.0
    problems = item.problems("test")
    result = compare(domain, model, problems, states=STATES, tolerance=tolerance, plans=False).to_json()
    found = {key: result[key] for key in ("exact", "precision", "recall", "effects", "deviation", "states")}
    found["unseen"] = list(model.unseen)
    found["differences"] = result["differences"][:1]
    if not random:
        planned = compare(domain, model, problems[:PLANNED], states=1, seed=1).to_json()
        found |= {"plans": planned["plans"], "plans_back": planned["plans_back"]}
        found["exact"] = found["exact"] and all(
            planned[key]["found"] == planned[key]["carried"] for key in ("plans", "plans_back")
        )
    return found


def sheet(figures: Figures) -> Sheet:
    """The table of the figures."""
    shares = ("precision", "recall", "effects")
    rows = []
    for name, found in figures.items():
        row = [f"`{name}`", found["method"], str(found["transitions"])]
        if "refused" in found:
            row += ["", "", "", "", "no: effects with conditions and quantifiers", ""]
        else:
            row += [_share(found[key]) for key in shares]
            row.append(_carried(found))
            row += [_verdict(found), _verdict(found["chosen"]) if "chosen" in found else ""]
        rows.append(row)
    header = ("domain", "method", "transitions", *shares, "plans carried over", "recovered", "by choices")
    plain = [found for found in figures.values() if found["method"] == "version-space"]
    exact = sum(bool(found.get("exact")) for found in plain)
    drawn = [found["deviation"] for found in figures.values() if found["method"] == "probabilistic"]
    return Sheet(
        "model learning",
        header,
        rows,
        (
            f"Of the {len(plain)} domains without chance, {exact} are recovered exactly. The largest total variation "
            f"distance of a random outcome is {max(drawn):.2f}; up to {TOLERANCE} an outcome counts as right.",
        ),
    )


def _share(value: float | None) -> str:
    return "" if value is None else "1.0" if value == 1 else f"{value:.3f}"


def _verdict(found: Mapping[str, Any]) -> str:
    return f"yes, from {found['episodes']}" if found["exact"] else "no"


def _carried(found: Mapping[str, Any]) -> str:
    if "plans" not in found:
        return ""
    both = (found["plans"], found["plans_back"])
    return f"{sum(each['carried'] for each in both)} of {sum(each['found'] for each in both)}"


def filled(text: str, figures: Figures) -> str:
    """The text of a document with the table of the figures."""
    return PLACE.sub(lambda match: f"{match[1]}\n{sheet(figures).markdown()}\n\n{match[2]}", text)


def main() -> None:
    names = [name for name in sys.argv[1:] if not name.startswith("-")]
    if "--report" not in sys.argv:
        figures = json.loads(JSON.read_text(encoding="utf-8")) if names else {}
        for name in names or PAPER:
            figures[name] = measured(name)
            print(name, json.dumps(figures[name]), flush=True)
        JSON.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    known = json.loads(JSON.read_text(encoding="utf-8"))
    DOCUMENT.write_text(filled(DOCUMENT.read_text(encoding="utf-8"), known), encoding="utf-8")


if __name__ == "__main__":
    main()
