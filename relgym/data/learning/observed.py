"""Transitions in the form that learners use: terms in place of texts of actions, checked against the signature."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from relgym.arguments import check_several, wrong
from relgym.data.learning.signature import Signature
from relgym.data.trajectories.transition import Experience
from relgym.errors import Contradiction, RelgymError, did_you_mean
from relgym.model.terms import Variable


@dataclass(frozen=True, slots=True)
class Observed:
    """A transition by an action schema.

    Attributes:
        terms: The names of the objects of the action, then those of the constants.
        before: The true atoms before the action.
        after: The true atoms after it.
        source: The transition.
    """

    terms: tuple[str, ...]
    before: frozenset[str]
    after: frozenset[str]
    source: Experience

    @property
    def place(self) -> str:
        """Where the transition stands, for messages."""
        return place_of(self.source)


@dataclass(frozen=True, slots=True)
class Evidence:
    """All transitions of one action.

    Attributes:
        name: The name of the action.
        arity: The number of objects that its texts name.
        successes: The transitions in which it was carried out.
        failures: Those in which it was not applicable.
        unnamed: Parameters that the texts do not name; in the terms, they stand before the constants.
        skipped: The number of transitions that were left out, since these parameters are not clear in them.
    """

    name: str
    arity: int
    successes: tuple[Observed, ...]
    failures: tuple[Observed, ...]
    unnamed: tuple[Variable, ...] = ()
    skipped: int = 0


def place_of(transition: Experience) -> str:
    """Return the episode, the step and the problem of a transition.

    >>> place_of(Experience(frozenset(), "(go)", frozenset(), problem="p01", episode=2, step=7))
    'episode 2, step 7 of p01'
    """
    of = f" of {transition.problem}" if transition.problem else ""
    return f"episode {transition.episode}, step {transition.step}{of}"


def listed_transitions(transitions: Iterable[Experience]) -> list[Experience]:
    """Return the transitions as a list.

    Raises:
        RelgymError: There are none, or one is something else.
    """
    expected = "relgym.data.Experience, as relgym.data reads them from a recording"
    check_several("the transitions", transitions, expected)
    experiences = list(transitions)
    for item in experiences:
        if not isinstance(item, Experience):
            raise wrong("a transition", item, expected)
    if not experiences:
        raise RelgymError("there are no transitions", expected="one at least", hint="record some episodes first")
    return experiences


def observe(transitions: Sequence[Experience], signature: Signature, distinct: bool) -> dict[str, Evidence]:
    """Sort transitions by their actions.

    Args:
        transitions: The transitions.
        signature: The names that may occur in them.
        distinct: True to keep equal ones once.

    Returns:
        What is known of each action, in the order in which the actions occur first.

    Raises:
        RelgymError: A name is unknown, or the transitions are of different domains.
    """
    checked = _Atoms(signature)
    successes: dict[str, dict[object, Observed]] = {}
    failures: dict[str, dict[object, Observed]] = {}
    arity: dict[str, tuple[int, Experience]] = {}
    for number, item in enumerate(transitions):
        name, *terms = item.action.strip("()").split()
        _check_action(name, terms, item, signature, arity)
        before, after = checked.of(item.state, item), checked.of(item.after, item)
        observed = Observed((*terms, *signature.constants), before, after, item)
        where = successes if item.applicable else failures
        where.setdefault(name, {}).setdefault((observed.terms, before, after) if distinct else number, observed)
    return {
        name: Evidence(name, count, tuple(successes.get(name, {}).values()), tuple(failures.get(name, {}).values()))
        for name, (count, _) in arity.items()
    }


def check_results(evidence: Mapping[str, Evidence]) -> None:
    """Raise `Contradiction` if one action has two results in one state."""
    for each in evidence.values():
        results: dict[object, Observed] = {}
        for seen in (*each.successes, *each.failures):
            first = results.setdefault((seen.terms, seen.before), seen)
            if first.after != seen.after or first.source.applicable != seen.source.applicable:
                raise Contradiction(
                    f"{seen.source.action} has two results in one state: {first.place}, and {seen.place}",
                    expected="actions without chance",
                    hint="method='probabilistic' learns the probabilities of results",
                )


class _Atoms:
    """The atoms of states, each checked once."""

    def __init__(self, signature: Signature) -> None:
        self.signature = signature
        self.known: dict[str, bool] = {}
        self.states: dict[frozenset[str], frozenset[str]] = {}

    def of(self, state: frozenset[str], source: Experience) -> frozenset[str]:
        """The atoms of a state without those of derived predicates."""
        kept = self.states.get(state)
        if kept is None:
            for text in state - self.known.keys():
                self.known[text] = self._is_kept(text, source)
            known = self.known
            kept = state if all(map(known.__getitem__, state)) else frozenset(t for t in state if known[t])
            self.states[state] = kept
        return kept

    def _is_kept(self, text: str, source: Experience) -> bool:
        name, *terms = text.strip("()").split()
        if name in self.signature.derived:
            return False
        arity = self.signature.arity.get(name)
        if arity is None:
            raise RelgymError(
                f"{place_of(source)}: the predicate of {text} is unknown",
                expected=f"one of {', '.join(self.signature.arity)}",
                hint=did_you_mean(name, self.signature.arity)
                or "the transitions may be of another domain than the predicates",
            )
        if arity != len(terms):
            raise RelgymError(
                f"{place_of(source)}: {text} has {len(terms)} arguments", expected=f"{arity}, as '{name}' has elsewhere"
            )
        return True


def _check_action(
    name: str, terms: Sequence[str], item: Experience, signature: Signature, arity: dict[str, tuple[int, Experience]]
) -> None:
    schema = signature.actions.get(name)
    if schema is None and signature.actions:
        raise RelgymError(
            f"{place_of(item)}: there is no action '{name}'",
            expected=f"one of {', '.join(signature.actions)}",
            hint=did_you_mean(name, signature.actions) or "the transitions may be of another domain",
        )
    count, first = arity.setdefault(name, (len(terms), item))
    if count != len(terms):
        raise RelgymError(
            f"'{name}' has {count} arguments in {place_of(first)}, and {len(terms)} in {place_of(item)}",
            hint="the transitions may be of different domains",
        )
    if schema is not None and count not in (len(schema.parameters), len(schema.free)):
        raise RelgymError(
            f"{place_of(item)}: {item.action} has {count} arguments",
            expected=f"{len(schema.parameters)}, as the action '{name}' of the domain has",
            hint="the transitions may be of another domain",
        )
