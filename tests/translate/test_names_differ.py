"""Different predicates, values and objects have different names in texts for people, whatever they are called."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from relgym.model.program import Program, Role, Symbol
from relgym.model.terms import Object
from relgym.translate.asp.names import AspNames
from relgym.translate.prolog.names import PrologNames

NAMES = st.lists(st.text("aA-_1", min_size=1, max_size=5), min_size=1, max_size=8, unique=True)
"""Names of which many become one where signs are replaced, or the case of letters."""

ROLES = (Role.FLUENT, Role.STATIC, Role.TYPE, Role.DERIVED, Role.APPLICABLE)


@given(NAMES)
def test_asp_names_differ(names: list[str]) -> None:
    words = AspNames([Object(name) for name in names])
    assert len({words.object(number) for number in range(len(names))}) == len(names)
    symbols = [Symbol(role, name, 1) for name in names for role in ROLES]
    atoms = {words.atom(symbol, ["X"]) for symbol in symbols} | {words.atom((name, 1), ["X", "V"]) for name in names}
    assert len(atoms) == len(symbols) + len(names)


@given(NAMES)
def test_prolog_names_differ(names: list[str]) -> None:
    words = PrologNames(Program((), (), {}, (), {}, (), (), frozenset()))
    assert len(set(words.objects([Object(name) for name in names]))) == len(names)
    symbols = [Symbol(role, name, 1) for name in names for role in ROLES]
    atoms = {words.atom(symbol, ["X"]) for symbol in symbols} | {words.atom((name, 1), ["X", "V"]) for name in names}
    assert len(atoms) == len(symbols) + len(names)
