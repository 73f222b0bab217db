"""The function that lists the numbers of all valid rows: rows of join views, and rows that are searched when stale.

It runs in the same scope as steps (`plans/steps.py`), with these further names:

- `rows_K`, the numbers of rule K's rows at the last search, and `listed_K`, which appends them to a list;
- `below_K` and `gates_G`, the strata on which the rows of rule K and the gates of group G depend, for `derive_all`;
- `begin` and `look`, for searches that may take long, and `late`, which makes their error.

>>> from relgym.model.plan import Access, Call, Exists
>>> from relgym.model.program import Role, Symbol
>>> from relgym.translate.python.names import Names
>>> anew = [Anew(2, 1, False, False), Anew(3, 1, False, False, (Call("listed_3", ("found",)),))]
>>> ready = Exists(Access(Symbol(Role.FLUENT, "ready", 0)))
>>> print(listing(Printer(Names()), [(), (ready,)], (), [0], {0: 0}, anew))
def listing():
    found = [*kept_0]
    for chunk in chunks_0.values(): found += chunk
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
class Anew:
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
    gates: Sequence[Sequence[Condition]],
    derived: Collection[int],
    kept: Collection[int],
    chunks: Mapping[int, int],
    anew: Sequence[Anew],
) -> str:
    """The text of the function.

    `gates` are what must hold for the rows of each group, nothing if they always count; `derived` the groups whose
    gates rest on strata; `kept` those of kept rows, `chunks` the group of each lot of chunks.
    """
    # Of gates that are the same none is tried twice.
    blocks: dict[str, list[str]] = {}
    begun: dict[str, list[str]] = {}
    for group, conditions in enumerate(gates):
        gate = " and ".join([printer.condition(each, True) for each in conditions])
        own = [f"found += kept_{group}"] if group in kept else []
        own += [f"for chunk in chunks_{lot}.values(): found += chunk" for lot, its in chunks.items() if its == group]
        own += [line for rule in anew if rule.group == group for line in _anew(printer, rule)]
        blocks.setdefault(gate, []).extend(own)
        begun.setdefault(gate, [_BEGIN, f"derive_all(gates_{group})"] if group in derived else [])
    lines: list[str] = []
    for gate, own in blocks.items():
        lines += begun[gate]
        lines += [f"if {gate}:", *inner(own)] if gate else own
    if derived or any(rule.derived or rule.watched for rule in anew):
        lines = ["try:", *inner(lines), "except TimeoutError:", "    raise late() from None"]
    # A list is copied faster than added to.
    begin = "found = [*kept_0]" if lines[:1] == ["found += kept_0"] else "found = []"
    own = lines[1:] if begin != "found = []" else lines
    return "\n".join(["def listing():", *inner([begin, *own, "return found"]), ""])


_BEGIN = "begin()"


def _anew(printer: Printer, rule: Anew) -> list[str]:
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
