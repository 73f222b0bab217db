"""Errors and warnings of relgym: the place, what is wrong, what was expected, what to do.

>>> from relgym.errors import ModelError
>>> from relgym.model.span import Source, Span
>>> place = Span(Source("d.pddl", "(on a)"), 1, 3)
>>> print(ModelError("'on' takes 2 arguments", span=place, expected="(on ?x ?y)"))
d.pddl:1:2: 'on' takes 2 arguments
  (on a)
   ^~
expected: (on ?x ?y)
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from relgym.model.span import Span

DID_YOU_MEAN = "did you mean"
"""The beginning of a hint that names what is likely meant."""


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """Return a hint with the known word that is most similar to a misspelled one, if there is one.

    Args:
        word: The misspelled word.
        known: The words that would be right.

    >>> did_you_mean("lti", ["lit", "press"])
    "did you mean 'lit'?"
    """
    near = get_close_matches(word, list(known), n=1)
    return f"{DID_YOU_MEAN} '{near[0]}'?" if near else None


def describe(message: str, span: Span | None, expected: str | None, hint: str | None) -> str:
    """Return the whole text of an error or warning, place and excerpt first, and lists after what is likely meant.

    Args:
        message: What is wrong.
        span: Where.
        expected: What was expected there.
        hint: What to do.
    """
    # Gymnasium wraps an error of a worker in another of its kind, which makes the message an error.
    lines = [str(message) if span is None else f"{span.place}: {message}"]
    if span is not None:
        lines.extend(span.excerpt())
    advice = [f"expected: {expected}"] if expected is not None else []
    if hint is not None:
        advice.insert(0 if hint.startswith(DID_YOU_MEAN) else 1, f"hint: {hint}")
    return "\n".join([*lines, *advice])


class _Placed(Exception):
    """The content of errors and warnings: a message, its place, what was expected, what to do, and a stable code."""

    code = "E000"

    def __init__(
        self,
        message: str,
        *,
        span: Span | None = None,
        expected: str | None = None,
        hint: str | None = None,
        code: str | None = None,
    ) -> None:
        super().__init__(message, span, expected, hint)
        self.message = message
        self.span = span
        self.expected = expected
        self.hint = hint
        if code is not None:
            self.code = code

    def __str__(self) -> str:
        return describe(self.message, self.span, self.expected, self.hint)

    def __reduce__(self) -> tuple[object, ...]:
        # Errors cross process borders (AsyncVectorEnv); keyword arguments need help for that.
        return _rebuild, (type(self), self.message, self.span, self.expected, self.hint, self.code)


def _rebuild(
    kind: type[_Placed],
    message: str,
    span: Span | None,
    expected: str | None,
    hint: str | None,
    code: str | None = None,
) -> _Placed:
    return kind(message, span=span, expected=expected, hint=hint, code=code)


class RelgymError(_Placed):
    """Base of every error that relgym raises on purpose; its text is meant for the user.

    `code` stays the same across releases; docs/diagnostics.md lists the codes.
    """

    @property
    def sentence(self) -> str:
        """The message and what was expected, in one line."""
        return self.message if self.expected is None else f"{self.message}; expected {self.expected}"


class ParseError(RelgymError):
    """The text is not of the language: unbalanced, unknown keyword, binary."""

    code = "E100"


class ModelError(RelgymError):
    """The text is of the language, but does not describe a model: it has unknown names, wrong types or cycles."""

    code = "E200"


class UnsupportedFeature(RelgymError):
    """The model is valid, but relgym or the chosen engine does not support something that it uses."""

    code = "E300"


class BackendError(RelgymError):
    """An engine failed, passed a limit, or died; afterwards it keeps working or is replaced."""


class MissingEngine(BackendError):
    """The chosen engine is not installed; the hint says how to install it."""


class ServiceError(RelgymError):
    """A service of `relgym serve` cannot be reached, or refuses a request; `relgym.remote` raises it."""


class WrongForm(RelgymError):
    """A request or a question has another form: a member or an option is unknown, missing or of another kind."""


class UnknownName(RelgymError):
    """There is no question, domain or problem of this name."""


class InvalidAction(RelgymError):
    """The action is not applicable in the state, or not an action of the task at all."""


class AmbiguousAction(InvalidAction):
    """The free parameters of an action leave more than one binding of the others."""


class RandomOutcome(RelgymError, ValueError):
    """The outcome of an action is random, and there is no generator to draw it.

    It is also a `ValueError`, for code that catches that.
    """

    def __init__(self, message: str = "chance decides what the action leads to", **more: Any) -> None:
        more.setdefault("hint", "give `rng`, such as numpy.random.default_rng(7), or ask outcomes() for all of them")
        super().__init__(message, **more)


class Contradiction(RelgymError):
    """The reported actions and observations are impossible: no state agrees with all of them."""


class SimulationError(RelgymError):
    """A value cannot be computed: a division by zero, a probability above 1, or a result that is not a number."""


class BrokenPromise(RelgymError):
    """An environment fails a conformance check of `relgym.envs.check`; the message says which one."""


class RelgymWarning(_Placed, UserWarning):
    """A part of the input is unusual; the message says how relgym has read it."""

    code = "W100"
