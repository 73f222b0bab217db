"""Effects of an action without chance, learned from transitions in which several parameters may be one object.

An atom that is false after an action is not added; one that is true is not deleted, unless the action adds it, too. Of
the lifted atoms that a changed atom may be an instance of, one at least is an effect. If different parameters are
always bound to different objects, there is one such atom (Juba, Le and Stern, 2021). Where there are several, and
nothing tells them apart, a guard keeps the learned action from bindings that no step has shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from relgym.data.learning.lifted import EQUALITY, LiftedAtom, LiftedLiteral
from relgym.data.learning.observed import Observed
from relgym.errors import Contradiction

Pattern = frozenset[tuple[int, int]]
"""Pairs of numbers of terms that are one object."""


@dataclass(frozen=True, slots=True)
class Guard:
    """A condition under which an effect is known: a literal is true, or one of several patterns of equality holds."""

    literal: LiftedLiteral
    patterns: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class LearnedEffects:
    """The effects of an action.

    Attributes:
        adds: The atoms that become true.
        deletes: The atoms that become false, if they are not among `adds` for the same objects.
        guards: Conditions that the learned action needs, since parts of its effects are not known otherwise.
    """

    adds: tuple[LiftedAtom, ...]
    deletes: tuple[LiftedAtom, ...]
    guards: tuple[Guard, ...] = ()


def effects(name: str, atoms: Iterable[LiftedAtom], successes: Sequence[Observed]) -> LearnedEffects:
    """Return the effects that explain all transitions.

    Args:
        name: The name of the action.
        atoms: The atoms that effects may be about.
        successes: The transitions in which the action was carried out.

    Raises:
        Contradiction: No such effects do; the message names the first two transitions that contradict each other.
    """
    atoms = [atom for atom in atoms if atom.predicate != EQUALITY]
    possible, refuted = _unrefuted(atoms, successes, lambda seen: lambda atom: atom.ground(seen.terms) in seen.after)
    changed = [(seen, text) for seen in successes for text in sorted(seen.after - seen.before)]
    adds = _chosen(name, "add", possible, changed, atoms, refuted)

    def may_delete(seen: Observed) -> Callable[[LiftedAtom], bool]:
        added: dict[str, set[LiftedAtom]] = {}
        for atom in possible:
            added.setdefault(atom.ground(seen.terms), set()).add(atom)

        def allowed(atom: LiftedAtom) -> bool:
            text = atom.ground(seen.terms)
            return text not in seen.after or bool(added.get(text, set()) - {atom})

        return allowed

    removable = [atom for atom in atoms if any(atom.ground(seen.terms) in seen.before for seen in successes)]
    removable, refuted = _unrefuted(removable, successes, may_delete)
    changed = [(seen, text) for seen in successes for text in sorted(seen.before - seen.after)]
    deletes = _chosen(name, "delete", removable, changed, atoms, refuted)
    adds |= _masks(adds, deletes, possible, successes)
    guards = [
        *_guards(possible, adds, possible, successes, True),
        *_guards(removable, deletes, [*removable, *possible], successes, False),
    ]
    return LearnedEffects(tuple(sorted(adds)), tuple(sorted(deletes)), tuple(guards))


def _unrefuted(
    atoms: Sequence[LiftedAtom],
    successes: Sequence[Observed],
    allowed: Callable[[Observed], Callable[[LiftedAtom], bool]],
) -> tuple[list[LiftedAtom], dict[LiftedAtom, Observed]]:
    """Return the atoms that all transitions allow, and for each other one the first transition that does not."""
    refuted: dict[LiftedAtom, Observed] = {}
    kept = list(atoms)
    for seen in successes:
        allows = allowed(seen)
        verdicts = [(atom, allows(atom)) for atom in kept]
        refuted |= {atom: seen for atom, holds in verdicts if not holds}
        kept = [atom for atom, holds in verdicts if holds]
    return kept, refuted


def _chosen(
    name: str,
    verb: str,
    possible: Sequence[LiftedAtom],
    changed: Iterable[tuple[Observed, str]],
    atoms: Sequence[LiftedAtom],
    refuted: dict[LiftedAtom, Observed],
) -> set[LiftedAtom]:
    """The atoms that must be effects, and one for each change that several atoms could explain."""
    chosen: set[LiftedAtom] = set()
    open_: list[list[LiftedAtom]] = []
    for seen, text in changed:
        fitting = [atom for atom in possible if atom.ground(seen.terms) == text]
        if not fitting:
            _unexplained(name, verb, seen, text, atoms, refuted)
        if len(fitting) == 1:
            chosen.add(fitting[0])
        else:
            open_.append(fitting)
    for fitting in open_:
        if not chosen.intersection(fitting):
            chosen.add(fitting[0])
    return chosen


def _masks(
    adds: set[LiftedAtom],
    deletes: set[LiftedAtom],
    possible: Sequence[LiftedAtom],
    successes: Sequence[Observed],
) -> set[LiftedAtom]:
    """Adds of what was true already, without which a deleted atom would not have stayed true."""
    hiding: set[LiftedAtom] = set()
    for seen in successes:
        for delete in sorted(deletes):
            text = delete.ground(seen.terms)
            if text in seen.after:
                masks = [atom for atom in possible if atom != delete and atom.ground(seen.terms) == text]
                if not (adds | hiding).intersection(masks):
                    hiding.add(masks[0])
    return hiding


def _unexplained(
    name: str,
    verb: str,
    seen: Observed,
    text: str,
    atoms: Sequence[LiftedAtom],
    refuted: dict[LiftedAtom, Observed],
) -> None:
    """Raise the error of a change that no effect explains."""
    others = [refuted[atom] for atom in atoms if atom in refuted and atom.ground(seen.terms) == text]
    if others:
        raise Contradiction(
            f"{seen.source.action} {verb}s {text} in {seen.place}, but {others[0].source.action} does not do the like "
            f"in {others[0].place}",
            expected="the same effects whenever an action is carried out",
            hint=f"'{name}' has random or conditional effects; method='probabilistic' learns random ones",
        )
    raise Contradiction(
        f"{seen.source.action} {verb}s {text} in {seen.place}, which is not about its arguments",
        expected="effects on the arguments of the action and on constants of the domain",
        hint=f"'{name}' has universal effects, or an object is missing from `constants`",
    )


def _guards(
    possible: Sequence[LiftedAtom],
    chosen: set[LiftedAtom],
    rivals: Sequence[LiftedAtom],
    successes: Sequence[Observed],
    adding: bool,
) -> Iterable[Guard]:
    """Conditions for the atoms that may be effects: they change nothing, or the binding is like one that was seen."""
    for atom in possible:
        patterns: set[Pattern] = set()
        known = False
        for seen in successes:
            text = atom.ground(seen.terms)
            if (text in seen.before) is adding:
                continue
            # One of these atoms is an effect, nobody knows which one: all of them must be the same again.
            pairs = frozenset(
                (min(pair), max(pair))
                for other in rivals
                if other != atom and other.predicate == atom.predicate and other.ground(seen.terms) == text
                for pair in zip(atom.places, other.places, strict=True)
                if pair[0] != pair[1]
            )
            if not pairs:
                # Nothing else explains this change: the atom is an effect.
                known = True
                break
            patterns.add(pairs)
        # An atom that was never in the way of a change has its literal in the lower bound.
        if patterns and not known:
            fewest = [each for each in patterns if not any(other < each for other in patterns)]
            yield Guard(LiftedLiteral(atom, adding), tuple(sorted(fewest, key=sorted)))
