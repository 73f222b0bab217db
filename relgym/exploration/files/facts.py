"""States as sorted texts, which other programs can read without the code of the words.

>>> import relgym
>>> space = relgym.explore(relgym.load(*roads("a b", "a b", goal="b")))
>>> facts_of(space, 0, 2)
[['(at a)'], ['(at b)']]
"""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import numpy as np

from relgym.exploration.codes.code import unpacked_bits
from relgym.exploration.codes.pddl import PDDLCode
from relgym.exploration.transition_system import TransitionSystem


def facts_of(space: TransitionSystem, begin: int, end: int) -> list[list[str]]:
    """Return what holds in some states: the true atoms in PDDL, and values as `NAME = VALUE`, sorted.

    Args:
        space: The space.
        begin: The number of the first state.
        end: The number behind the last one.
    """
    code = space.code
    if not isinstance(code, PDDLCode) or code.fluents:
        return [_facts(space.state(number).to_json()) for number in range(begin, end)]
    names = code.atom_texts()
    order = sorted(range(len(names)), key=names.__getitem__)
    texts = [names[place] for place in order]
    truths = unpacked_bits(space.rows[begin:end], len(names))[:, order]
    counts = np.concatenate([[0], np.cumsum(truths.sum(axis=1, dtype=np.int64))]).tolist()
    every = [texts[place] for place in truths.nonzero()[1].tolist()]
    return [every[first:last] for first, last in pairwise(counts)]


def _facts(data: dict[str, Any]) -> list[str]:
    """Return the JSON form of a state of either language as texts."""
    atoms = data.get("atoms", [])
    values = data.get("fluents", {})
    return sorted([*atoms, *(f"{name} = {json.dumps(value)}" for name, value in values.items())])
