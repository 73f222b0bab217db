"""Answers as lines of text for people.

>>> [*bindings({"variables": ["?x", "?y"], "answers": [["a", "b"], ["b", "c"]]})]
['?x = a, ?y = b', '?x = b, ?y = c']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from relgym.reasoning.results import Outcome

NOTHING = "   nothing changes"
"""The line for a step that changes nothing."""


def bindings(answer: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of an answer to a query: the bindings of its variables, or whether the formula holds."""
    if "holds" in answer:
        yield str(answer["holds"]).lower()
        return
    for row in answer["answers"]:
        yield ", ".join(f"{name} = {item}" for name, item in zip(answer["variables"], row, strict=True))


def outcome_lines(outcomes: Iterable[Outcome[Any]], changed: Callable[[Any], Iterable[str]]) -> Iterator[str]:
    """Yield lines about each outcome.

    Args:
        outcomes: The outcomes.
        changed: Returns the lines about what is different in a state.
    """
    for outcome in outcomes:
        reward = "" if outcome.reward is None else f", reward {outcome.reward:g}"
        yield f"{outcome.probability:.6g}{reward}"
        yield from changed(outcome.state)


def texts(items: Iterable[object]) -> list[str]:
    """Return the texts of things, sorted."""
    return sorted(map(str, items))
