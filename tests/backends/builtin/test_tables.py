"""Tables of the builtin engine that follow states hold what tables hold that are filled anew."""

from __future__ import annotations

import random

import pytest
from simulate.test_derived import DOORS, HOUSE
from simulate.test_listing import MILL, MORNING

import relgym
from relgym.backends.builtin.engine import Builtin
from relgym.model.pddl.state import State
from relgym.model.program import Symbol
from relgym.reasoning.reasoner import Reasoner
from relgym.translate.program.task import GOAL


def contents(engine: Builtin, symbols: list[Symbol]) -> dict[object, object]:
    """All rows of some symbols, and the rows that each index of theirs finds by each key."""
    found: dict[object, object] = {symbol: {*engine.compiler.tables[symbol].rows} for symbol in symbols}
    for access in engine.compiler.indexes.chosen:
        if access.symbol in symbols and access.known:
            table = engine.compiler.tables[access.symbol]
            index = (table.single if access.single else table.index)(access.known)
            entries = enumerate(index) if isinstance(index, list) else index.items()
            found[access.symbol, access.known, access.single] = {
                key: value for key, value in entries if value is not None and value != frozenset()
            }
    return found


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("domain", "problem"), [(DOORS, HOUSE), (MILL, MORNING)], ids=["derived", "numbers"])
def test_tables_follow_states(domain: str, problem: str, seed: int) -> None:
    rng = random.Random(seed)
    with Reasoner(relgym.load(domain, problem)) as reasoner:
        program = reasoner.translation.program
        asked = (*(schema.symbol for schema in reasoner.translation.schemas), GOAL, *reasoner.translation.derived)
        symbols = [*program.fluents, *reasoner.translation.derived]
        states: list[State] = [reasoner.initial_state]
        engine = Builtin()
        engine.load(program, reasoner.vocabulary)
        for _ in range(25):
            state = rng.choice(states[-4:])
            actions = reasoner.valid_actions(state)
            states.append(reasoner.successor(state, rng.choice(actions), rng) if actions else states[0])
            engine.move_to(states[-1])
            twin = Builtin()
            twin.load(program, reasoner.vocabulary)
            twin.move_to(states[-1])
            assert [sorted(rows) for rows in engine.answers(asked)] == [sorted(rows) for rows in twin.answers(asked)]
            assert contents(engine, symbols) == contents(twin, symbols)


def test_an_index_that_steps_do_not_know_is_refused() -> None:
    with Reasoner(relgym.load(DOORS, HOUSE)) as reasoner:
        engine = Builtin()
        engine.load(reasoner.translation.program, reasoner.vocabulary)
        symbol = next(symbol for symbol in reasoner.translation.program.fluents if symbol.arity > 1)
        engine.compiler.frozen = frozenset({symbol})
        engine.compiler.indexes.access(symbol, (1,))
        with pytest.raises(AssertionError, match="would not be kept up to date"):
            engine.compiler.define()
