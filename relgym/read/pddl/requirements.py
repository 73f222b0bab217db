"""`:requirements`: the flags, their implications, and a warning if a file uses more than it declares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from relgym.errors import ParseError, did_you_mean
from relgym.model.span import Span
from relgym.read.pddl.sexpr import Node, SExpression, Word
from relgym.read.reporting import EVERY_NAME, doubt, report, warn

IMPLIED: dict[str, tuple[str, ...]] = {
    ":adl": (
        ":strips",
        ":typing",
        ":negative-preconditions",
        ":disjunctive-preconditions",
        ":equality",
        ":quantified-preconditions",
        ":conditional-effects",
    ),
    ":quantified-preconditions": (":existential-preconditions", ":universal-preconditions"),
    ":fluents": (":numeric-fluents",),
    ":numeric-fluents": (":action-costs",),
    ":mdp": (":probabilistic-effects", ":rewards"),
    ":ucpop": (":adl", ":derived-predicates"),
    ":axioms": (":derived-predicates",),
    ":domain-axioms": (":derived-predicates",),
}

SUPPORTED = frozenset(
    {
        *IMPLIED,
        *(flag for flags in IMPLIED.values() for flag in flags),
        ":strips",
        ":non-deterministic",
    }
)

UNSUPPORTED = {
    ":durative-actions": "durative actions",
    ":durative-inequalities": "durative actions",
    ":duration-inequalities": "durative actions",
    ":continuous-effects": "durative actions",
    ":timed-initial-literals": "timed initial literals",
    ":timed-initial-fluents": "timed initial literals",
    ":time": "processes and events",
    ":constraints": "trajectory constraints",
    ":preferences": "preferences",
    ":goal-utilities": "goal utilities",
    ":object-fluents": "object fluents",
    ":action-expansions": "action expansions",
    ":foreach-expansions": "action expansions",
    ":dag-expansions": "action expansions",
    ":subgoal-through-axioms": "subgoals through axioms",
    ":safety-constraints": "safety constraints",
    ":open-world": "an open world",
    ":true-negation": "an open world",
    ":contingent": "sensing",
    ":multi-agent": "several agents",
    ":unfactored-privacy": "several agents",
    ":factored-privacy": "several agents",
}


class RequirementUses:
    """The requirements that a file needs, each with the first place that needs it."""

    def __init__(self) -> None:
        self._first: dict[tuple[str, ...], Span] = {}

    def note(self, node: Node, *flags: str) -> None:
        """`node` needs one of `flags`."""
        if flags not in self._first:
            self._first[flags] = node.span

    def warn_of_missing(self, declared: Sequence[str]) -> tuple[str, ...]:
        """One warning that names everything that the file uses and no requirement covers; these requirements."""
        covered = closure(declared)
        missing = {flags[0]: span for flags, span in self._first.items() if not covered.intersection(flags)}
        if not missing:
            return ()
        names = " ".join(sorted(missing))
        whole = " ".join(dict.fromkeys([*declared, *sorted(missing)]))
        first = min(missing.values(), key=lambda span: span.start)
        warn(
            f"the file uses more than its :requirements declare: {names}",
            first,
            hint=f"it is read as if they stood in (:requirements {whole})",
            code="W102",
        )
        return tuple(sorted(missing))


def closure(flags: Iterable[str]) -> frozenset[str]:
    """The flags and all that they imply."""
    seen: set[str] = set()
    todo = list(flags)
    while todo:
        flag = todo.pop()
        if flag not in seen:
            seen.add(flag)
            todo.extend(IMPLIED.get(flag, ()))
    return frozenset(seen)


def read_requirements(sections: Iterable[SExpression]) -> tuple[str, ...]:
    """The flags of all `(:requirements …)` forms, each once; warns of those that relgym does not know or support."""
    keys: dict[str, None] = {}
    for section in sections:
        for item in section.items[1:]:
            if not isinstance(item, Word) or not item.startswith(":"):
                report(
                    ParseError(
                        f"{item.raw!r} is not a requirement",
                        span=item.span,
                        expected="a flag such as :strips or :typing",
                    )
                )
                if isinstance(item, Word):
                    continue
                # The closing bracket of this section is missing, so it contains further sections.
                doubt(EVERY_NAME)
                break
            keys[str(item)] = None
            if item in UNSUPPORTED:
                warn(
                    f"relgym does not support {item} ({UNSUPPORTED[item]})",
                    item.span,
                    hint="the file is read nevertheless, and refused where it uses it",
                    code="W101",
                )
            elif item not in SUPPORTED:
                known = sorted(SUPPORTED)
                hint = did_you_mean(item, known)
                expected = "one of " + " ".join(known)
                warn(f"unknown requirement {item}", item.span, expected=expected, hint=hint, code="W101")
    return tuple(keys)
