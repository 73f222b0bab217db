"""The interface of an engine: it answers predicates of a program in a state, and nothing else.

An engine knows nothing of actions, effects, probabilities or Gymnasium. `translate/program/rules.py` says
what a model means; an engine can only be wrong about logic, never about PDDL.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from relgym.features import Feature
from relgym.limits import Budget, Limits
from relgym.model.program import Program, Row, Rule, Symbol
from relgym.model.state import State, Vocabulary

__all__ = ["Anticipates", "Backend", "Budget", "Engine", "Explains", "Limits", "Proof", "Reached"]


class Engine(ABC):
    """The base class of all engines, for rules (`Backend`) and for equations (`Evaluator`)."""

    name: ClassVar[str]
    features: ClassVar[frozenset[Feature]]

    def __init__(self, limits: Limits | None = None) -> None:
        """Start the engine; raises `MissingEngine` with what to install if it is not there."""
        self.limits = limits or Limits()
        self.budget = Budget(self.name, self.limits)

    @classmethod
    @abstractmethod
    def version(cls) -> str:
        """The version of the engine below, for reports; raises `MissingEngine` as `__init__` does."""

    @abstractmethod
    def close(self) -> None:
        """Give up everything the engine holds; calling it twice is no error."""


class Backend(Engine):
    """One engine for one task. All mutable state of a reasoner is in here."""

    @abstractmethod
    def load(self, program: Program, vocabulary: Vocabulary) -> None:
        """Take a program; afterwards the engine stands in the state without atoms and values.

        Raises `UnsupportedFeature` if the program holds what the engine cannot carry.
        """

    @abstractmethod
    def move_to(self, state: State) -> None:
        """Take `state` as the one that questions are about; only the difference is passed on.

        The state is over the vocabulary that was loaded.
        """

    @abstractmethod
    def answers(self, symbols: Sequence[Symbol], binding: Row = ()) -> list[list[Row]]:
        """For each symbol the rows for which it holds in the state, each once, in any order.

        `binding` fixes the leading arguments of every symbol asked (it is at least as long as the
        `bound` of their rules); rows come back whole, those arguments included. Any symbol may be
        asked: a fluent, static, type or rule-defined one. Raises `BackendError` when a limit is
        passed, and the engine works on afterwards.
        """

    @abstractmethod
    def define(self, rules: Sequence[Rule]) -> None:
        """Add rules later, for queries: their heads are new symbols, in strata above all others.

        They may rest on each other, but none on itself.
        """


Reached = Mapping[Symbol, Sequence[Row]]
"""Rows that symbols may come to have; symbols of queries and conditions have none here."""


class Anticipates(ABC):
    """The optional power of an engine to answer faster in states that it is prepared for."""

    @abstractmethod
    def anticipate(self, reached: Callable[[], Reached | None]) -> None:
        """Take what tells the rows of the loaded program that may ever hold, none if there are too many.

        It is called at most once, when that may pay. States may go beyond it, and are answered all the same.
        """


@dataclass(frozen=True, slots=True)
class Proof:
    """Why a row of a symbol holds: by `rule` from `premises`, or, without a rule, as a fact.

    The premises are the positive literals of the rule's body that were used, in its order, those
    inside `Some` and `Either` too; tests and `Without` leave none. No proof rests on itself.
    """

    symbol: Symbol
    row: Row
    rule: Rule | None
    premises: tuple[Proof, ...]


class Explains(ABC):
    """The optional power of an engine to say why something holds."""

    @abstractmethod
    def proof(self, symbol: Symbol, row: Row) -> Proof | None:
        """A proof of the row in the present state, or `None` if it does not hold; fails as `answers` does."""
