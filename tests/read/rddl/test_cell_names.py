"""No two cells of an instance have one name: instances in which two would are refused, and no others."""

from __future__ import annotations

from itertools import product

from alphabets import ASCII
from hypothesis import example, given
from hypothesis import strategies as st

from relgym.model.rddl.domain import Declaration, Kind
from relgym.model.rddl.equations import cell_name
from relgym.model.terms import Object
from relgym.read.rddl.cell_names import is_plain, shared_name
from relgym.read.rddl.words import signature

NAMES = st.text("ab_", min_size=1, max_size=7)
"""Names that collide often: few letters and many underscores."""

PLAIN = st.from_regex(r"\A[ab]+(_[ab]+){0,2}\Z", alphabet=ASCII)

TYPES = ("s", "t")


def declared(name: str, parameters: tuple[str, ...]) -> Declaration:
    return Declaration(name, Kind.STATE, parameters, "bool")


def fluents_of(names: st.SearchStrategy[str]) -> st.SearchStrategy[list[Declaration]]:
    parameters = st.lists(st.sampled_from(TYPES), max_size=3).map(tuple)
    one = st.builds(declared, names, parameters)
    return st.lists(one, min_size=1, max_size=3, unique_by=lambda fluent: fluent.name)


def items_of(names: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, list[Object]]]:
    several = st.lists(names, max_size=5, unique=True).map(lambda found: [Object(name) for name in found])
    return st.fixed_dictionaries(dict.fromkeys(TYPES, several))


def cells_of(fluents: list[Declaration], items: dict[str, list[Object]]) -> list[tuple[str, str]]:
    """The name of each cell, and the cell."""
    return [
        (cell_name(fluent.name, row), signature(fluent.name, [item.name for item in row]))
        for fluent in fluents
        for row in product(*(items[of] for of in fluent.parameters))
    ]


def objects(*names: str) -> list[Object]:
    return [Object(name) for name in names]


@example([declared("p", ("t", "t"))], {"s": [], "t": objects("a", "b__c", "a__b", "c")})
@example([declared("p", ("t",)), declared("p_", ("s",))], {"s": objects("a"), "t": objects("_a")})
@example([declared("p", ("t",)), declared("p___", ())], {"s": [], "t": objects("a")})
@given(fluents_of(NAMES), items_of(NAMES))
def test_a_shared_name_is_found_where_all_names_are_listed(
    fluents: list[Declaration], items: dict[str, list[Object]]
) -> None:
    found = shared_name(fluents, items)
    cells = cells_of(fluents, items)
    if found is None:
        assert len({name for name, _ in cells}) == len(cells)
    else:
        assert found.cells[0] != found.cells[1]
        assert {(found.name, cell) for cell in found.cells} <= set(cells)
        assert not is_plain(found.culprit)


@given(fluents_of(PLAIN), items_of(PLAIN))
def test_plain_names_never_share_one(fluents: list[Declaration], items: dict[str, list[Object]]) -> None:
    cells = cells_of(fluents, items)
    assert len({name for name, _ in cells}) == len(cells)
    assert shared_name(fluents, items) is None


def test_no_cell_is_listed() -> None:
    # Four parameters of 300 objects are 8 * 10**9 cells; every label looks like two.
    names = [f"o{n}__x{n}" for n in range(300)]
    assert shared_name([declared("p__q", ("t",) * 4)], {"t": objects(*names)}) is None
    found = shared_name([declared("p__q", ("t",) * 4)], {"t": objects(*names, "o7", "x7__o9__x9")})
    assert found is not None
    assert found.name.count("o7__x7__o9__x9") == 1


def test_names_that_only_look_alike_are_read() -> None:
    assert (
        shared_name(
            [declared("p", ("t", "t")), declared("p_a", ()), declared("p__a", ("t",))],
            {"t": objects("a", "a_b", "b__c", "c")},
        )
        is None
    )
