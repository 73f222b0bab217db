"""The heads of a policy: for each action-fluent, its standardized features, and its scores as a function of weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import prod
from typing import Any

import numpy as np

from relgym.data.policy_search.features import Direct, Linked
from relgym.tuning.data import FEATURE_LIMIT, RELATIVE_VARIATION

VARIATION_LIMIT = 1e-6
"""Standard deviation within an instance up to which a feature counts as constant. Judged: such deviations come from
rounding."""


@dataclass(frozen=True)
class Scaled:
    """Standardized features.

    Attributes:
        features: The features.
        shifts: The number to subtract from each feature.
        scales: The number by which to divide each feature then.
    """

    features: tuple[Direct | Linked, ...]
    shifts: Any
    scales: Any

    def values(self, terms: Sequence[Any], copies: int, sizes: tuple[int, ...]) -> Any:
        """Return an array of the shape (copies, cells, features)."""
        table = table_of(self.features, terms, copies, sizes).reshape(copies, prod(sizes), len(self.features))
        table -= self.shifts
        table /= self.scales
        return np.clip(table, -FEATURE_LIMIT, FEATURE_LIMIT, out=table)

    def to_json(self) -> dict[str, Any]:
        """Return the features as plain data."""
        features = [asdict(feature) for feature in self.features]
        return {"features": features, "shifts": self.shifts.tolist(), "scales": self.scales.tolist()}

    @classmethod
    def of_json(cls, data: Mapping[str, Any]) -> Scaled:
        """Return the features of plain data."""
        features = tuple(
            Linked(**each) if "relation" in each else Direct(**{**each, "places": tuple(each["places"])})
            for each in data["features"]
        )
        return cls(features, np.array(data["shifts"], float), np.array(data["scales"], float))


@dataclass(frozen=True)
class Head:
    """The scores of one action-fluent.

    Attributes:
        types: The types of its parameters.
        options: The number of scores of a cell: one for each value but the default; 1 for truth values and numbers.
        scaled: The features.
        attention: For each type over whose objects a mean is taken, the terms about them.
    """

    types: tuple[str, ...]
    options: int
    scaled: Scaled
    attention: tuple[tuple[str, Scaled], ...]

    @property
    def size(self) -> int:
        """The number of weights."""
        attended = sum(len(group.features) for _, group in self.attention)
        return attended + self.options * (1 + len(self.scaled.features) + attended)

    def to_json(self) -> dict[str, Any]:
        """Return the head as plain data."""
        attention = [[of, group.to_json()] for of, group in self.attention]
        scaled = self.scaled.to_json()
        return {"types": [*self.types], "options": self.options, "scaled": scaled, "attention": attention}

    @classmethod
    def of_json(cls, data: Mapping[str, Any]) -> Head:
        """Return the head of plain data."""
        attention = tuple((of, Scaled.of_json(group)) for of, group in data["attention"])
        return cls(tuple(data["types"]), data["options"], Scaled.of_json(data["scaled"]), attention)

    def inputs(self, terms: Sequence[Any], copies: int, sizes: dict[str, int]) -> list[Any]:
        """Return the inputs of `scores`: the features, and the terms of each type of `attention`.

        Their shapes are (copies, cells, features) and (copies, cells, objects, terms).
        """
        shape = tuple(sizes[name] for name in self.types)
        tables = [self.scaled.values(terms, copies, shape)]
        for of, group in self.attention:
            wide = group.values(terms, copies, (*shape, sizes[of]))
            tables.append(wide.reshape(copies, prod(shape), sizes[of], len(group.features)))
        return tables

    def scores(self, inputs: Sequence[Any], weights: Any) -> Any:
        """Return the scores of the actions of all copies; each row of weights has an equal number of them.

        Args:
            inputs: The result of `inputs` for all copies.
            weights: A row for each policy.

        Returns:
            An array of the shape (copies, cells, options).
        """
        rows, at = len(weights), 0
        copies, cells, _ = inputs[0].shape
        parts = [inputs[0]]
        for wide in inputs[1:]:
            objects, width = wide.shape[2:]
            logits = wide.reshape(rows, copies // rows * cells * objects, width) @ weights[:, at : at + width, None]
            logits = logits.reshape(copies, cells, objects)
            shares = np.exp(logits - logits.max(axis=2, keepdims=True, initial=-1e9))
            shares /= np.maximum(shares.sum(axis=2, keepdims=True), 1e-9)
            parts.append((shares[:, :, None, :] @ wide)[:, :, 0, :])
            at += width
        every = np.concatenate([*parts, np.ones((copies, cells, 1))], axis=2)
        width = every.shape[2]
        last = weights[:, at:].reshape(rows, width, self.options)
        return (every.reshape(rows, copies // rows * cells, width) @ last).reshape(copies, cells, self.options)


def table_of(features: Sequence[Direct | Linked], terms: Sequence[Any], copies: int, sizes: tuple[int, ...]) -> Any:
    """Return the values of features as an array with a column for each."""
    table = np.empty((copies, *sizes, len(features)))
    for number, feature in enumerate(features):
        table[..., number] = feature.values(terms, len(sizes))
    return table.reshape(copies * prod(sizes), len(features))


def scaled(features: Sequence[Direct | Linked], samples: Sequence[Any]) -> Scaled:
    """Return the features that vary within an instance, each once: others tell instances apart, and not states.

    Args:
        features: All features.
        samples: For each instance, their values in some states: arrays with a column for each feature, and no row if
            a type has no objects.
    """
    samples = [sample for sample in samples if len(sample)]
    if not samples:
        return Scaled((), np.zeros(0), np.ones(0))
    table = np.concatenate(samples)
    shifts, scales = table.mean(axis=0), table.std(axis=0)
    within = np.max([sample.std(axis=0) for sample in samples], axis=0)
    kept: list[int] = []
    seen: set[bytes] = set()
    for column in np.flatnonzero(within > VARIATION_LIMIT + RELATIVE_VARIATION * np.abs(shifts)).tolist():
        plain = (table[:, column] - shifts[column]) / scales[column]
        # Equal up to a factor, also a negative one.
        plain *= np.sign(plain[np.argmax(np.abs(plain) > 0.1)])
        key = (np.round(plain, 4) + 0.0).tobytes()
        if key not in seen:
            seen.add(key)
            kept.append(column)
    return Scaled(tuple(features[column] for column in kept), shifts[kept], scales[kept])
