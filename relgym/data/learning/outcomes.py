"""Random outcomes of an action: the fewest that explain all transitions, and their likeliest probabilities.

Outcomes are proposed by the changes that were seen. One is left out where others explain all of its transitions, and
two become one where that explains the transitions of both (compare Pasula, Zettlemoyer and Kaelbling, 2007, section 5).
Where several outcomes explain a transition, such as one that adds what was true already, expectation maximization
(Dempster, Laird and Rubin, 1977) shares it among them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from relgym.data.learning.lifted import EQUALITY, LiftedAtom
from relgym.data.learning.observed import Observed
from relgym.errors import Contradiction

PROBABILITY_TOLERANCE = 1e-6
"""Difference up to which two probabilities are one: fractions are printed exactly, so only rounding is left."""

MAXIMIZATION_ROUNDS = 1_000
"""Number of rounds of expectation maximization. Judged: it converges in some dozens where outcomes differ clearly."""

DENOMINATOR_LIMIT = 1_000
"""Largest denominator of probabilities that are estimated by rounds. Judged: the data tell no finer ones apart."""


@dataclass(frozen=True, slots=True)
class LiftedOutcome:
    """Adds and deletes that happen together; of an atom that is both, the add counts."""

    adds: frozenset[LiftedAtom]
    deletes: frozenset[LiftedAtom]

    def __len__(self) -> int:
        return len(self.adds) + len(self.deletes)

    def merged(self, other: LiftedOutcome) -> LiftedOutcome:
        """Return the outcome with the changes of both."""
        adds = self.adds | other.adds
        return LiftedOutcome(adds, (self.deletes | other.deletes) - adds)

    def explains(self, seen: Observed) -> bool:
        """Return True if the outcome leads from the state before a transition to the one after it."""
        adds = {atom.ground(seen.terms) for atom in self.adds}
        deletes = {atom.ground(seen.terms) for atom in self.deletes} - adds
        return adds - seen.before == seen.after - seen.before and deletes & seen.before == seen.before - seen.after


@dataclass(frozen=True, slots=True)
class Distribution:
    """Outcomes with their probabilities, the likeliest first; the sum is 1."""

    outcomes: tuple[tuple[Fraction, LiftedOutcome], ...]

    @property
    def common(self) -> LiftedOutcome:
        """The changes of all outcomes."""
        return LiftedOutcome(
            frozenset.intersection(*(outcome.adds for _, outcome in self.outcomes)),
            frozenset.intersection(*(outcome.deletes for _, outcome in self.outcomes)),
        )


def distribution(
    name: str, atoms: Iterable[LiftedAtom], successes: Sequence[Observed], noise: float = 0.0
) -> Distribution:
    """Return the outcomes of an action with their probabilities.

    Args:
        name: The name of the action.
        atoms: The atoms that effects may be about.
        successes: All transitions in which it was carried out; equal ones count as often as they occur.
        noise: The share of transitions below which an outcome is taken for noise.

    Raises:
        Contradiction: An effect is not about the arguments of the action.
    """
    effects = [atom for atom in atoms if atom.predicate != EQUALITY]
    proposed = _proposed(name, effects, successes, noise)
    kept = _fewest(proposed, successes)
    explained = [each for seen in successes if (each := [n for n, one in enumerate(kept) if one.explains(seen)])]
    shares = _maximized(len(kept), explained)
    weighted = sorted(zip(shares, kept, strict=True), key=lambda item: (-item[0], sorted(item[1].adds)))
    return Distribution(tuple((share, outcome) for share, outcome in weighted if share))


def _explanations(name: str, atoms: Sequence[LiftedAtom], seen: Observed) -> dict[str, list[LiftedAtom]]:
    """Map each atom that a transition changes to the lifted atoms that could explain the change."""
    by_text: dict[str, list[LiftedAtom]] = {}
    changed = seen.after ^ seen.before
    for atom in atoms:
        text = atom.ground(seen.terms)
        if text in changed:
            by_text.setdefault(text, []).append(atom)
    for text in sorted(changed - by_text.keys()):
        raise Contradiction(
            f"{seen.source.action} changes {text} in {seen.place}, which is not about its arguments",
            expected="effects on the arguments of the action and on constants of the domain",
            hint=f"'{name}' has universal effects, or an object is missing from `constants`",
        )
    return by_text


def _proposed(
    name: str, atoms: Sequence[LiftedAtom], successes: Sequence[Observed], noise: float
) -> list[LiftedOutcome]:
    """The changes that were seen, lifted; of those that several atoms could explain, one way that is known already."""
    counts: dict[LiftedOutcome, int] = {}
    unclear: list[tuple[Observed, LiftedOutcome]] = []
    for seen in successes:
        by_text = _explanations(name, atoms, seen)
        outcome = LiftedOutcome(
            frozenset(atoms[0] for text, atoms in by_text.items() if text in seen.after),
            frozenset(atoms[0] for text, atoms in by_text.items() if text in seen.before),
        )
        if any(len(atoms) > 1 for atoms in by_text.values()):
            unclear.append((seen, outcome))
        else:
            counts[outcome] = counts.get(outcome, 0) + 1
    for seen, outcome in unclear:
        known = next((other for other in counts if other.explains(seen)), outcome)
        counts[known] = counts.get(known, 0) + 1
    kept = [outcome for outcome, count in counts.items() if count >= noise * len(successes)]
    return kept or list(counts)


def _fewest(proposed: Sequence[LiftedOutcome], successes: Sequence[Observed]) -> list[LiftedOutcome]:
    """Leave out or merge outcomes as long as the others explain as many transitions."""
    kept = sorted(proposed, key=lambda outcome: (len(outcome), sorted(outcome.adds), sorted(outcome.deletes)))
    explained = {outcome: {n for n, seen in enumerate(successes) if outcome.explains(seen)} for outcome in kept}
    for outcome in list(kept):
        others = [other for other in kept if other != outcome]
        if explained[outcome] <= set().union(*(explained[other] for other in others)):
            kept = others
    while merge := _mergeable(kept, explained, successes):
        merged = merge[2]
        explained[merged] = {n for n, seen in enumerate(successes) if merged.explains(seen)}
        kept = [merged, *(other for other in kept if other not in merge)]
    return kept


def _mergeable(
    kept: Sequence[LiftedOutcome], explained: Mapping[LiftedOutcome, set[int]], successes: Sequence[Observed]
) -> tuple[LiftedOutcome, LiftedOutcome, LiftedOutcome] | None:
    """Return the first two outcomes whose union explains what they explain, and that union."""
    for first, second in permutations(kept, 2):
        merged = first.merged(second)
        if all(merged.explains(successes[number]) for number in explained[first] | explained[second]):
            return first, second, merged
    return None


def _maximized(count: int, explained: Sequence[Sequence[int]]) -> list[Fraction]:
    """The likeliest probabilities of outcomes, where each transition has the outcomes that explain it."""
    total = len(explained)
    if all(len(each) == 1 for each in explained):
        single = [each[0] for each in explained]
        return [Fraction(single.count(number), total) for number in range(count)]
    kinds: dict[tuple[int, ...], int] = {}
    for each in explained:
        kinds[tuple(each)] = kinds.get(tuple(each), 0) + 1
    shares = [1 / count] * count
    for _ in range(MAXIMIZATION_ROUNDS):
        weights = [0.0] * count
        for numbers, times in kinds.items():
            mass = sum(shares[number] for number in numbers)
            for number in numbers:
                weights[number] += times * (shares[number] / mass if mass else 1 / len(numbers))
        before, shares = shares, [weight / total for weight in weights]
        if max(abs(new - old) for new, old in zip(shares, before, strict=True)) < PROBABILITY_TOLERANCE:
            break
    rounded = [Fraction(share).limit_denominator(DENOMINATOR_LIMIT) for share in shares]
    largest = rounded.index(max(rounded))
    rounded[largest] += 1 - sum(rounded)
    return rounded
