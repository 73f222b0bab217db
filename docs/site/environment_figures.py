"""Sizes and difficulty of the problems of a domain, from the figures that the checkout has."""

from __future__ import annotations

import json
from functools import cache
from math import inf
from typing import Any, cast

from markdown import bullets, code, details, plain, table
from sources import DOCS

from relgym.catalogue.difficulty import METHODS, difficulty
from relgym.catalogue.domains import SPLITS, EnvSpec, Split
from relgym.cli.commands.overview import MEASURES, NOT_MEASURED, problem_rows

MEANINGS = {
    "pddl": "`atoms`: how many may change; `branching`: actions that are possible at a time; `plan`: the steps of a "
    "shortest plan, with the best luck; the others: the share of episodes that reach the goal, by random actions and "
    "by [methods](../guide/difficulty.md).",
    "rddl": "`values`, `actions`: how many numbers a state has, and how many values an action; the others: the mean "
    "return of an episode, by random actions and by [methods](../guide/difficulty.md).",
}


def figures(domain: EnvSpec) -> str:
    """Return the sizes of a domain's problems, and what methods reach in them, in Markdown.

    Args:
        domain: The domain.
    """
    titles, rows = problem_rows(domain)
    known = difficulty(domain)
    measures = MEASURES[domain.language]
    sizes = []
    for split in SPLITS:
        problems = [*known.of(split).values()]
        values = [measure(problems) for measure in measures.values()]
        sizes.append([split, str(len(domain.problems(split))), *values])
    parts = [table(["split", "problems", *measures], sizes, numbers=True)]
    methods = [number for number, title in enumerate(titles, 1) if title in METHODS]
    measured = [row for row in rows if any(row[number] != NOT_MEASURED for number in methods)]
    if measured and methods:
        shown = [titles.index("random") + 1, *methods]
        cells = [[code(row[0]), *(row[number] for number in shown)] for row in measured]
        parts.append(table(["problem", *(titles[number - 1] for number in shown)], cells, numbers=True))
    parts.append(MEANINGS[domain.language])
    if notes := [*_plans(domain), *_shortest(domain)]:
        parts.append(bullets(notes))
    parts += _policies(domain)
    every = table(["problem", *titles], [[code(row[0]), *row[1:]] for row in rows], numbers=True)
    parts.append(details("All problems", every))
    return "\n\n".join(parts)


@cache
def _file(name: str) -> Any:
    return json.loads((DOCS / name).read_text("utf-8"))


def _plans(domain: EnvSpec) -> list[str]:
    """Return what planners find on the last problem of each split."""
    sentences = []
    for split, row in _file("planning-baselines.json")["domains"].get(domain.name, {}).items():
        if row["status"] in ("solved", "optimal"):
            by = f"{row['steps']} steps by {code(row['planner'])} in {row['seconds']} s"
            sentences.append(f"[A plan](../guide/planning-baselines.md) of `{split}/{row['problem']}`: {by}.")
        elif row["status"] != "refused":
            sentences.append(
                f"[A plan](../guide/planning-baselines.md) of `{split}/{row['problem']}`: none within the limits."
            )
    return sentences


def _shortest(domain: EnvSpec) -> list[str]:
    """Return for how many train problems a shortest plan is proved."""
    train = _file("optimal-plans.json")["rows"].get(domain.name, {}).get("train")
    if not train:
        return []
    proved = f"{train['proved']} of {train['problems']}"
    return [f"[Shortest plans](../guide/optimal-plans.md) are proved for {proved} train problems."]


def _policies(domain: EnvSpec) -> list[str]:
    """Return what policies reach where chance or time has a say."""
    known = _file("policy-baselines.json")
    parts = []
    if domain.name in known["instances"]:
        rows = [[method, *_return(cell)] for method, cell in known["instances"][domain.name].items() if "mean" in cell]
        first = domain.problems("train")[0].stem
        parts.append(f"[Mean returns](../guide/policy-baselines.md) on `train/{first}`, with 95 % intervals:")
        parts.append(table(["method", "mean return", "from", "to"], rows, numbers=True))
    tasks = {key.partition(" ")[2]: row for key, row in known["tasks"].items() if key.partition(" ")[0] == domain.name}
    if tasks:
        methods = [*next(iter(tasks.values()))]
        shares = []
        for place, row in tasks.items():
            split, _, number = place.partition("/")
            problem = domain.problem(cast(Split, split), int(number)).stem
            reached = [f"{row[method]['goals'] / row[method]['episodes']:.0%}" for method in methods]
            shares.append([code(f"{split}/{problem}"), *reached])
        parts.append("[Episodes that reach the goal](../guide/policy-baselines.md), by method:")
        parts.append(table(["problem", *map(plain, methods)], shares, numbers=True))
    return parts


def _return(cell: dict[str, Any]) -> list[str]:
    low, high = (inf if end is None else end for end in cell["interval"])
    return [f"{number:,.1f}" for number in (cell["mean"], low, high)]
