"""Bodies of requests, with examples for the description of the interface."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

Given = str | dict[str, bool | int | float | str]
"""An action: a text, or for RDDL also the values of its cells."""

Whole = Annotated[int, Field(ge=0, lt=2**63)]

LAMP = "(define (domain lamp) (:predicates (lit)) (:action press :effect (lit)))"
DARK = "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))"


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class NewTask(_Request):
    """A domain with one of its problems, as texts."""

    domain: str = Field(examples=[LAMP])
    problem: str = Field(examples=[DARK])
    axioms: list[str] = Field(default=[], examples=[["(:derived (dark) (not (lit)))"]])


class NewSession(_Request):
    """A session: a task on an engine; the seed decides everything that is drawn."""

    task: str = Field(examples=["5d8e2c7f5f0f8c1d5d8e2c7f5f0f8c1d"])
    backend: str = Field(default="builtin", examples=["clingo"])
    seed: Whole | None = Field(default=None, examples=[7])


class Step(_Request):
    """An action."""

    action: Given = Field(examples=["(move a b)", "reboot___c1 = true", {"reboot___c1": True}])


class GoTo(_Request):
    """A node of the session."""

    node: Whole = Field(examples=[3])


class Query(_Request):
    """A formula; free variables are asked for."""

    formula: str = Field(examples=["(exists (?y) (on ?x ?y))"])


class Explain(_Request):
    """An action, an atom or another formula, or the word `goal`."""

    subject: Given = Field(examples=["(stack a b)", "running(c1)"])


class Ask(_Request):
    """A question about a state that is sent along; without one, about the start."""

    backend: str = Field(default="builtin", examples=["swipl"])
    state: dict[str, Any] | None = Field(default=None, examples=[{"atoms": ["(lit)"], "fluents": {}}])
    subject: Given = Field(
        default="",
        description="The formula of `query`, the subject of `explain`, the action of `outcomes` and `successor`.",
    )
