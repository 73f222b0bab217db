"""The heads of a domain: the features that vary on the states of random episodes, and how much they vary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np

from relgym.data.policy_search.features import Attended, Direct, Linked, attended_of, features_of
from relgym.data.policy_search.heads import Head, scaled, table_of
from relgym.data.policy_search.playing import BatchSimulator
from relgym.errors import UnsupportedFeature
from relgym.model.rddl.equations import Function
from relgym.model.rddl.expressions import NUMBERS

SAMPLED_COPIES = 32
"""Number of random episodes of each instance in which the variation of features is measured. Judged."""

SAMPLED_EVERY = 5
"""Number of steps between two sampled states of a random episode. Judged: states close to each other are alike."""


@dataclass
class _Samples:
    """The features of one action-fluent, and their values so far: an array for each instance."""

    function: Function
    options: int
    features: Sequence[Direct | Linked]
    groups: Sequence[Attended]
    seen: list[Any] = field(default_factory=list)
    attended: list[list[Any]] = field(default_factory=list)


def heads_of(simulators: Sequence[BatchSimulator], steps: int, seed: int) -> list[Head]:
    """Return a head for each action-fluent.

    Args:
        simulators: The instances.
        steps: The number of steps of the random episodes.
        seed: Seeds them.

    Raises:
        UnsupportedFeature: The values of an action-fluent are objects of the instance.
    """
    listed = simulators[0].terms.listed
    domain = simulators[0].reasoner.instance.domain
    enumerated = {item.name: item.values for item in domain.types}
    every = []
    for function in simulators[0].reasoner.dynamics.program.actions:
        values = None if function.range in NUMBERS else enumerated[function.range]
        if function.range not in NUMBERS and values is None:
            raise UnsupportedFeature(
                f"the values of '{function.name}' are objects, which differ between instances, so no policy is learned",
                span=domain.declared[function.name].span,
                hint=f"declare a truth value with a further parameter: {function.name}(..., {function.range})",
            )
        types = function.parameters
        options = 1 if values is None else max(1, len(values) - 1)
        every.append(_Samples(function, options, features_of(listed, types), attended_of(listed, types)))
    for number, simulator in enumerate(simulators):
        _sample(simulator, every, steps, (seed, number))
    return [_head(each) for each in every]


def _head(samples: _Samples) -> Head:
    attention = []
    for place, group in enumerate(samples.groups):
        terms = scaled(group.parts, [parts[place] for parts in samples.attended])
        if terms.features:
            attention.append((group.of, terms))
    features = scaled(samples.features, samples.seen)
    return Head(samples.function.parameters, samples.options, features, tuple(attention))


def _sample(simulator: BatchSimulator, every: Sequence[_Samples], steps: int, seed: Any) -> None:
    """Add the features of the states of random episodes of an instance."""
    rng = np.random.default_rng(seed)
    shapes = {each.function: tuple(simulator.sizes[name] for name in each.function.parameters) for each in every}
    seen: list[list[Any]] = [[] for _ in every]
    attended: list[list[list[Any]]] = [[[] for _ in each.groups] for each in every]
    taken = 0

    def act(state: Sequence[Any]) -> Sequence[Any]:
        nonlocal taken
        if taken % SAMPLED_EVERY == 0:
            terms = simulator.terms.values(state, SAMPLED_COPIES)
            for each, features, groups in zip(every, seen, attended, strict=True):
                shape = shapes[each.function]
                features.append(table_of(each.features, terms, SAMPLED_COPIES, shape))
                for group, parts in zip(each.groups, groups, strict=True):
                    parts.append(table_of(group.parts, terms, SAMPLED_COPIES, (*shape, simulator.sizes[group.of])))
        taken += 1
        return simulator.chooser.actions(
            state,
            [rng.normal(size=(SAMPLED_COPIES, prod(shapes[each.function]), each.options)) for each in every],
        )

    simulator.play(act, SAMPLED_COPIES, SAMPLED_COPIES, steps, 1.0, seed)
    for each, features, groups in zip(every, seen, attended, strict=True):
        each.seen.append(np.concatenate(features))
        each.attended.append([np.concatenate(parts) for parts in groups])
