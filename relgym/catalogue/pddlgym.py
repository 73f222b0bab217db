"""Ids of PDDLGym's environments, and the domains of relgym with the same subjects.

PDDLGym's files do not come with relgym: a domain of relgym has its own predicates and problems. A warning says what a
name is taken for.

>>> gym_id("visit_all", "Test"), DOMAINS["visit_all"]
('PDDLEnvVisit_allTest-v0', 'visit-all')
"""

from __future__ import annotations

import re
import warnings
from functools import cache

from relgym.catalogue.domains import EnvSpec, Split, spec
from relgym.errors import RelgymError, RelgymWarning, did_you_mean
from relgym.read.reporting import level_of_user

_BLOCKS = (
    "blocks blocks_medium blocks_operator_actions easyblocks generated_blocks glibblocks lifelong_blocks6 "
    "manyblocksnopiles manyblockssmallpiles toomanyblocks"
)

_SUBJECTS = {
    "baking": "baking",
    "blocks": _BLOCKS,
    "blocks-above": "derivedblocks",
    "blocks-conditional": "conditionalblocks",
    "blocks-equality": "equalityblocks equalityblocks2",
    "blocks-quantified": "quantifiedblocks quantifiedblocks2 quantifiedblocks3",
    "casino": "casino",
    "crafting": "minecraft",
    "depot": "depot",
    "doors": "doors glibdoors",
    "exploding-blocks": "explodingblocks manyexplodingblockssmallpiles",
    "ferry": "ferry manyferry",
    "footwear": "footwear",
    "fridge": "fridge",
    "grid": "manygrid",
    "gripper": "gripper easygripper lifelong_tiny_gripper manygripper",
    "hanoi": "hanoi hanoi_operator_actions",
    "hiking": "hiking",
    "logistics": "manylogistics",
    "maze": "maze",
    "meet-pass": "meetpass",
    "miconic": "elevator manymiconic",
    "movie": "movie",
    "navigation": " ".join(f"navigation{number}" for number in range(1, 11)),
    "newspapers": "newspapers easynewspapers",
    "rearrangement": "rearrangement glibrearrangement",
    "river": "river",
    "slide-tile": "slidetile",
    "snake": "snake",
    "sokoban": "sokoban",
    "spanner": "spannerlearning",
    "tireworld": "tireworld manytireworld",
    "tsp": "tsp tsp_operator_actions",
    "usa-travel": "travel",
    "visit-all": "visit_all",
}

DOMAINS = {name: domain for domain, names in _SUBJECTS.items() for name in names.split()}
"""The domain of relgym for each domain of PDDLGym."""

NEAREST = {
    "conditionalferry": "ferry",
    "manyblockssmallpilesnoclear": "blocks-quantified",
    "manyblockssmallpilesnoclearhand": "blocks-quantified",
    "manyblockssmallpilesnohand": "blocks",
    "onearmedgripper": "gripper",
    "tinyonearmedgripper": "gripper",
    "trapnewspapers": "newspapers",
}
"""The nearest domain of relgym for those that have none."""

_ID = re.compile(r"PDDLEnv(?P<name>\w+?)(?P<test>Test)?-v0")

_RESCUE = re.compile(r"(?:PDDL)?SearchAndRescueLevel(?P<level>[1-7])(?P<test>Test)?-v0")

_PARTIAL = re.compile(r"(?:Small|Tiny)?(?:Myopic)?POSAR(?:Radius[01](?:Xray)?)?-v0")


def gym_id(name: str, end: str = "") -> str:
    """Return the id of PDDLGym for a domain of it, as PDDLGym spells it; `end` is `Test` for the test problems."""
    return f"PDDLEnv{name.capitalize()}{end}-v0"


def equivalent(name: str) -> tuple[EnvSpec, Split] | None:
    """Return the domain and split for an id of PDDLGym; `None` for a word that does not have its form.

    Args:
        name: The id.

    Raises:
        RelgymError: relgym has no domain of this subject, or PDDLGym has no such id; the message says what is nearest.

    Warns:
        RelgymWarning: Always, once in a process for each id: the problems are not those of PDDLGym.
    """
    if match := _RESCUE.fullmatch(name):
        played = f"relgym.make('search-and-rescue', generator={{'level': {match['level']}}})"
        return _said(name, "search-and-rescue", _split(match), f"relgym's problems of one level are played by {played}")
    if _PARTIAL.fullmatch(name):
        raise _refused(name, "search-and-rescue-partial", "train")
    if not (match := _ID.fullmatch(name)):
        return None
    split, subject = _split(match), match["name"].lower()
    if subject in NEAREST:
        raise _refused(name, NEAREST[subject], split)
    if subject not in DOMAINS:
        near = did_you_mean(name, [gym_id(each, match["test"] or "") for each in (*DOMAINS, *NEAREST)])
        raise RelgymError(
            f"PDDLGym has no environment '{name}'" + (f"; {near}" if near else ""),
            expected="an id such as 'PDDLEnvSokoban-v0', or one of relgym such as 'relgym/Sokoban-v0'",
            hint="`relgym list` lists the domains of relgym",
        )
    folder = subject if split == "train" else f"{subject}_test"
    return _said(
        name,
        DOMAINS[subject],
        split,
        "PDDLGym's own problems are played from its folder pddl: "
        f"relgym.make('pddl/{subject}.pddl', sorted(Path('pddl/{folder}').glob('*.pddl')))",
    )


def _split(match: re.Match[str]) -> Split:
    return "test" if match["test"] else "train"


def _said(name: str, domain: str, split: Split, further: str) -> tuple[EnvSpec, Split]:
    native = spec(domain)
    say_native(name, native.ids[split], further)
    return native, split


@cache
def say_native(name: str, native: str, further: str) -> None:
    """Warn once that a name is taken for an environment of relgym."""
    warnings.warn(
        RelgymWarning(
            f"'{name}' is a name of PDDLGym, and is taken for {native}: a domain of the same subject with predicates "
            "and problems of its own, not PDDLGym's files",
            hint=f"write '{native}'; {further}",
        ),
        stacklevel=level_of_user(),
    )


def _refused(name: str, nearest: str, split: Split) -> RelgymError:
    return RelgymError(
        f"relgym has no domain for '{name}' of PDDLGym",
        hint=f"the nearest one is '{spec(nearest).ids[split]}'; PDDLGym's own files are played by their paths",
    )
