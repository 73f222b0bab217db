"""The function that lists the numbers of all valid rows: rows of join views, and rows that are searched when stale.

It runs in the same scope as steps (`plans/steps.py`), with these further names:

- `rows_K`, the numbers of rule K's rows at the last search, and `listed_K`, which appends them to a list;
- `below_K` and `guards_G`, the strata on which the rows of rule K and the guards of group G depend, for `derive_all`;
- `begin` and `look`, for searches that may take long, and `late`, which makes their error.

>>> from relgym.model.plan import AccessPath, ProcedureCall, ExistenceCheck
>>> from relgym.model.program import Role, Symbol
>>> from relgym.translate.python.names import Names
>>> call = ProcedureCall("listed_3", ("found",))
>>> searched = [SearchedRule(2, 1, False, False), SearchedRule(3, 1, False, False, (call,))]
>>> ready = ExistenceCheck(AccessPath(Symbol(Role.FLUENT, "ready", 0)))
>>> print(listing(Printer(Names()), [(), (ready,)], (), [0], {0: 0}, searched))
def listing():
    found = [*view_0]
    for rows in grouped_0.values(): found += rows
    if fluent_ready_0:
        if stale[2]:
            rows_2.clear()
            listed_2(rows_2)
            stale[2] = False
        found += rows_2
        listed_3(found)
    return found
<BLANKLINE>
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from relgym.model.plan import Block, Condition
from relgym.translate.python.printer import Printer, inner


@dataclass(frozen=True, slots=True)
class SearchedRule:
    """A rule whose rows are found again when they are stale, in a group; with flags for strata and for long searches.

    `always` finds the rows of a rule that every step makes stale.
    """

    place: int
    group: int
    derived: bool
    watched: bool
    always: Block = ()


def listing(
    printer: Printer,
    guards: Sequence[Sequence[Condition]],
    derived: Collection[int],
    kept: Collection[int],
    grouped: Mapping[int, int],
    searched: Sequence[SearchedRule],
) -> str:
    """The text of the function.

    `guards` are what must hold for the rows of each group, nothing if they always count; `derived` the groups whose
    guards depend on strata; `kept` those with join views, `grouped` the group of each view of grouped rows.
    """
    # Of guards that are the same none is tried twice.
    blocks: dict[str, list[str]] = {}
    begun: dict[str, list[str]] = {}
    for group, conditions in enumerate(guards):
        guard = " and ".join([printer.condition(each, True) for each in conditions])
        lines_of_group = [f"found += view_{group}"] if group in kept else []
        lines_of_group += [
            f"for rows in grouped_{view}.values(): found += rows" for view, its in grouped.items() if its == group
        ]
        lines_of_group += [line for rule in searched if rule.group == group for line in _search(printer, rule)]
        blocks.setdefault(guard, []).extend(lines_of_group)
        begun.setdefault(guard, [_BEGIN, f"derive_all(guards_{group})"] if group in derived else [])
    lines: list[str] = []
    for guard, lines_of_group in blocks.items():
        lines += begun[guard]
        lines += [f"if {guard}:", *inner(lines_of_group)] if guard else lines_of_group
    if derived or any(rule.derived or rule.watched for rule in searched):
        lines = ["try:", *inner(lines), "except TimeoutError:", "    raise late() from None"]
    # A list is copied faster than added to.
    begin = "found = [*view_0]" if lines[:1] == ["found += view_0"] else "found = []"
    lines_of_group = lines[1:] if begin != "found = []" else lines
    return "\n".join(["def listing():", *inner([begin, *lines_of_group, "return found"]), ""])


_BEGIN = "begin()"


def _search(printer: Printer, rule: SearchedRule) -> list[str]:
    """The lines that list the rows of a rule, and find them if they are stale."""
    place = rule.place
    ready = [_BEGIN] if rule.derived or rule.watched else []
    ready += [f"derive_all(below_{place})"] if rule.derived else []
    if rule.always:
        return [*ready, *printer.block(rule.always)]
    return [
        f"if stale[{place}]:",
        *inner([*ready, f"rows_{place}.clear()", f"listed_{place}(rows_{place})", f"stale[{place}] = False"]),
        f"found += rows_{place}",
    ]
