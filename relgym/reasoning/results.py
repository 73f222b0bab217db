"""Results of a reasoner's questions, the same for both languages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

S_co = TypeVar("S_co", covariant=True)
T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Outcome(Generic[S_co]):
    """A possible next state.

    Attributes:
        probability: The probability of the state (RDDL: of the state with this reward), in (0, 1].
        state: The state.
        reward: RDDL only. The reward of the step; `None` for PDDL.
    """

    probability: float
    state: S_co
    reward: float | None = None


@dataclass(frozen=True, slots=True)
class Answers(Generic[T_co]):
    """The answers to a formula: bindings of its free variables.

    Attributes:
        variables: The names of the free variables, with `?`, in the order of their first occurrence.
        rows: One tuple for each answer with an entry for each variable, in the order of the files: an `Object` for
            PDDL, the name of an item for RDDL.
    """

    variables: tuple[str, ...]
    rows: tuple[tuple[T_co, ...], ...]

    def __iter__(self) -> Iterator[tuple[T_co, ...]]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)
