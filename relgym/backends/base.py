"""The interface of an engine: it answers predicates of a program in a state, and nothing else.

An engine knows nothing of actions, effects, probabilities or Gymnasium. `translate/program/rules.py` says
what a model means; an engine can only be wrong about logic, never about PDDL.

`Backend` is the contract for PDDL, `relgym.backends.evaluator.Evaluator` that for RDDL. Optional powers are mixins:
`Anticipates` and `Explains` here, `Evaluates` (a `Backend` that serves RDDL too) and `Traces` beside `Evaluator`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from relgym.features import Feature
from relgym.limits import Budget, Limits
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Vocabulary
from relgym.model.program import Program, Row, Rule, Symbol

__all__ = ["Anticipates", "Backend", "Budget", "Engine", "Explains", "Limits", "Proof", "Reached"]


class Engine(ABC):
    """The base class of all engines, for rules (`Backend`) and for equations (`Evaluator`).

    Args:
        limits: Limits of each call; by default `Limits()`.

    Attributes:
        name: The name of the engine.
        features: The features that it supports.
        limits: The limits of each call.
        budget: The budget of the running call.

    Raises:
        MissingEngine: A part of the engine is not installed; the error says what to install.
    """

    name: ClassVar[str]
    features: ClassVar[frozenset[Feature]]

    def __init__(self, limits: Limits | None = None) -> None:
        """Start the engine."""
        self.limits = limits or Limits()
        self.budget = Budget(self.name, self.limits)

    @classmethod
    @abstractmethod
    def version(cls) -> str:
        """Return the version of the engine's library, for reports.

        Raises:
            MissingEngine: The library is not installed.
        """

    @abstractmethod
    def close(self) -> None:
        """Release everything that the engine holds; a second call does nothing."""


class Backend(Engine):
    """An engine for the rules of one task. It holds all mutable state of a reasoner.

    Any exception may break a call off at any moment, such as that of Ctrl-C. After the next `move_to`, answers are
    right.
    """

    @abstractmethod
    def load(self, program: Program, vocabulary: Vocabulary) -> None:
        """Load a program; afterwards the engine is in the state without atoms and values.

        Args:
            program: The rules, facts and symbols of the task.
            vocabulary: The numbers of atoms and fluents in states.

        Raises:
            UnsupportedFeature: The program needs a feature that the engine lacks.
        """

    @abstractmethod
    def move_to(self, state: State) -> None:
        """Make `state` the current state, about which questions are; only the difference is passed on.

        Args:
            state: A state over the vocabulary that was loaded.
        """

    @abstractmethod
    def answers(self, symbols: Sequence[Symbol], binding: Row = ()) -> list[list[Row]]:
        """Return the rows of symbols in the current state.

        Args:
            symbols: Fluent, static, type or rule-defined symbols.
            binding: The numbers of the leading arguments, the same for every symbol; at least as many as the `bound` of
                their rules.

        Returns:
            A list of rows for each symbol: whole rows with the arguments of `binding`, each once, in any order.

        Raises:
            BackendError: A limit is passed, or the engine cannot compute the answer. The engine keeps working.
        """

    @abstractmethod
    def define(self, rules: Sequence[Rule]) -> None:
        """Add rules for queries: their heads are new symbols, in strata above all others.

        Args:
            rules: The rules. They may depend on each other, but without recursion.
        """


Reached = Mapping[Symbol, Sequence[Row]]
"""Rows that symbols may come to have; symbols of queries and conditions have none here."""


class Anticipates(ABC):
    """An optional power of an engine: it answers faster in states that it has prepared for."""

    @abstractmethod
    def anticipate(self, reached: Callable[[], Reached | None]) -> None:
        """Take a function that finds the rows which may ever hold.

        It is called at most once, when it may pay off. States beyond these rows are possible, and must be answered.

        Args:
            reached: Returns the reachable rows of the loaded program, or `None` if there are too many.
        """


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof of a row of a symbol: by `rule` from `premises`, or, without a rule, as a fact.

    No proof depends on itself.

    Attributes:
        symbol: The symbol.
        row: The row of object numbers.
        rule: The rule, or `None` for a fact.
        premises: The proofs of the positive literals of the rule's body that were used, in its order, including those
            inside `Some` and `Either`; tests and `Without` have none.
    """

    symbol: Symbol
    row: Row
    rule: Rule | None
    premises: tuple[Proof, ...]


class Explains(ABC):
    """An optional power of an engine: it proves its answers."""

    @abstractmethod
    def proof(self, symbol: Symbol, row: Row) -> Proof | None:
        """Return a proof of a row in the current state, or `None` if the row does not hold.

        Args:
            symbol: The symbol.
            row: A row of object numbers.

        Raises:
            BackendError: As for `answers`.
        """
