"""What relgym says when something is wrong: the place, what is wrong, what was expected, what to do.

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

from relgym.model.span import Span


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """A hint at the known word that is spelled most like this one, if one is.

    >>> did_you_mean("lti", ["lit", "press"])
    "did you mean 'lit'?"
    """
    near = get_close_matches(word, list(known), n=1)
    return f"did you mean '{near[0]}'?" if near else None


def describe(message: str, span: Span | None, expected: str | None, hint: str | None) -> str:
    """The whole text of an error or warning, place and excerpt first."""
    # Gymnasium wraps an error of a worker in another of its kind, which makes the message an error.
    lines = [str(message) if span is None else f"{span.place}: {message}"]
    if span is not None:
        lines.extend(span.excerpt())
    if expected is not None:
        lines.append(f"expected: {expected}")
    if hint is not None:
        lines.append(f"hint: {hint}")
    return "\n".join(lines)


class RelgymError(Exception):
    """Base of every error that relgym raises on purpose; its text is meant for the user."""

    def __init__(
        self,
        message: str,
        *,
        span: Span | None = None,
        expected: str | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(message, span, expected, hint)
        self.message = message
        self.span = span
        self.expected = expected
        self.hint = hint

    def __str__(self) -> str:
        return describe(self.message, self.span, self.expected, self.hint)

    @property
    def sentence(self) -> str:
        """What is wrong and what was expected, in one line."""
        return self.message if self.expected is None else f"{self.message}; expected {self.expected}"

    def __reduce__(self) -> tuple[object, ...]:
        # Errors cross process borders (AsyncVectorEnv); keyword arguments need help for that.
        return _rebuild, (type(self), self.message, self.span, self.expected, self.hint)


def _rebuild(
    kind: type[RelgymError],
    message: str,
    span: Span | None,
    expected: str | None,
    hint: str | None,
) -> RelgymError:
    return kind(message, span=span, expected=expected, hint=hint)


class ParseError(RelgymError):
    """The text is not of the language: unbalanced, unknown keyword, binary."""


class ModelError(RelgymError):
    """The text is of the language, but does not describe a model: unknown names, wrong types, cycles."""


class UnsupportedFeature(RelgymError):
    """The model is fine, but relgym or the chosen engine does not carry something that it uses."""


class BackendError(RelgymError):
    """An engine failed, ran out of its limits, or died; it works on afterwards or is replaced."""


class MissingEngine(BackendError):
    """The chosen engine is not installed; the hint says how to install it."""


class InvalidAction(RelgymError):
    """The action is not applicable in the state, or not an action of the task at all."""


class AmbiguousAction(InvalidAction):
    """The free parameters of an action leave more than one binding of the others."""


class Contradiction(RelgymError):
    """What is said to have happened or to have been seen cannot be, in no state that is possible."""


class SimulationError(RelgymError):
    """A value cannot be computed: a division by zero, a probability above 1, what is not a number."""


class BrokenPromise(RelgymError):
    """An environment does not do what every one of relgym's does; `relgym.envs.check` says which promise that is."""


class RelgymWarning(UserWarning):
    """Something in the input is unusual, and relgym says how it has understood it."""
