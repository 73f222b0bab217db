"""What the parts of a simulator maintain on random walks is what a new engine computes from scratch."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from simulate.test_conditional import DAY, EVENING, FAIR, YARD
from simulate.test_derived import DOORS, HOUSE
from simulate.test_finding import SHOP, STAGES
from simulate.test_groups import BLOCKS, TABLE
from simulate.test_listing import MILL, MORNING
from simulate.views.twins import KEEP_ALL, SEARCH_ALL, Twin, simulator, walk

import relgym
from relgym.model.bits import bits_of
from relgym.reasoning.reasoner import Reasoner
from relgym.simulate.views.step import UNKNOWN, EffectKind

TASKS = {
    "conditions": (YARD, DAY),
    "chance": (FAIR, EVENING),
    "derived": (DOORS, HOUSE),
    "late rows": (STAGES, SHOP),
    "mutex groups": (BLOCKS, TABLE),
    "numbers": (MILL, MORNING),
}


@pytest.fixture(params=TASKS)
def task(request: pytest.FixtureRequest) -> tuple[str, str]:
    return TASKS[request.param]


@pytest.fixture(params=[KEEP_ALL, SEARCH_ALL, None], ids=["join views", "searched", "profiled"])
def twins(request: pytest.FixtureRequest, task: tuple[str, str]) -> Iterator[Twin]:
    """A walk."""
    return walk(*task, request.param)


def test_valid_rows(twins: Iterator[Twin]) -> None:
    for twin in twins:
        assert sorted(twin.system.views.valid.numbers()) == twin.valid()


def test_current_state(twins: Iterator[Twin]) -> None:
    for count, twin in enumerate(twins):
        if count % 3 == 0:
            assert twin.system.current.state() == twin.state


def test_tables(twins: Iterator[Twin]) -> None:
    for twin in twins:
        views, vocabulary = twin.system.views, twin.state.vocabulary
        atoms = [vocabulary.atoms[number] for number in bits_of(twin.state.bits)]
        for symbol in views.rules.program.fluents:
            rows = {row for name, row in atoms if views.tables.symbol_of(name, row) == symbol}
            assert {*views.engine.compiler.tables[symbol].all()} == rows


def test_checks_of_rows(task: tuple[str, str]) -> None:
    for twin in walk(*task, None, steps=15):
        views, valid = twin.system.views, {*twin.valid()}
        for index, production in enumerate(views.rules.productions):
            head = production.rule.head
            number = views.rules.numbering.number
            rows = [*product(range(len(views.rules.program.objects)), repeat=len(head.terms))][:200]
            own = {*twin.rows((head.symbol,))[0]}
            assert all(number(index, row) in valid for row in own)
            for row in {*rows, *own}:
                assert views.guards.check(index)(*row) == (row in own)


def test_join_views(task: tuple[str, str]) -> None:
    filled = 0
    for twin in walk(*task, KEEP_ALL):
        views = twin.system.views.materialized
        before = [own.copy() for own in views.dicts()]
        views.fill()
        assert views.dicts() == before
        filled += any(before)
    assert filled


def test_searched_rows_without_a_mark_are_up_to_date(task: tuple[str, str]) -> None:
    unmarked = 0
    for twin in walk(*task, SEARCH_ALL):
        views = twin.system.views
        views.valid.numbers()
        for index, marked in enumerate(views.stale.marks):
            if not marked:
                views.derived.update(views.search.strata[index])
                assert sorted(views.engine.compiler.scope[f"rows_{index}"]) == sorted(views.search.rows(index))
                unmarked += 1
    # Where each step changes what all rules read, no rows are marked.
    assert unmarked or len(views.stale.always) == len(views.stale.marks)


@pytest.mark.parametrize("keeps", [KEEP_ALL, SEARCH_ALL], ids=["join views", "searched"])
@pytest.mark.parametrize("name", ["derived", "conditions"])
def test_derived_views(name: str, keeps: object) -> None:
    met = 0
    for twin in walk(*TASKS[name], keeps):
        symbols = tuple(twin.reasoner.translation.derived)
        met += len(symbols)
        assert [sorted(rows) for rows in twin.system.derived()] == twin.rows(symbols)
    assert met


def test_goal(twins: Iterator[Twin]) -> None:
    for twin in twins:
        assert twin.system.goal() == twin.reasoner.goal(twin.state)


def test_change_log(task: tuple[str, str]) -> None:
    """The rows that a step has changed are in all logs of their symbol."""
    with Reasoner(relgym.load(*task)) as reasoner:
        system, rng = simulator(reasoner, KEEP_ALL), Random(0)
        views, log = system.views, system.views.derived.log
        tables = {symbol: views.engine.compiler.tables[symbol] for symbol in views.rules.program.fluents}
        changed = 0
        for _ in range(20):
            numbers = sorted(views.valid.numbers())
            views.derived.outdate()
            assert not any(map(any, map(log.logs, tables)))
            before = {symbol: {*table.rows} for symbol, table in tables.items()}
            system.progress(system.steps.step(rng.choice(numbers)), rng)
            for symbol, rows in before.items():
                assert all(rows ^ tables[symbol].rows <= {*own} for own in log.logs(symbol))
                changed += rows != tables[symbol].rows
        assert changed


@pytest.mark.parametrize("name", [name for name in TASKS if name not in ("chance", "conditions")])
def test_steps_change_what_the_transition_says(name: str) -> None:
    known = 0
    for twin in walk(*TASKS[name], None, steps=20):
        system, bits = twin.system, twin.state.bits
        for number in twin.valid():
            step = system.steps.step(number)
            schema = twin.reasoner.translation.schemas[step.index]
            if system.actions.kinds[step.index] not in (EffectKind.FIXED, EffectKind.COUNTING):
                continue
            gone, either = system.actions.bits_changed(step)
            terms = twin.reasoner.vocabulary.terms(step.row)
            text = f"({' '.join((schema.action.name, *(term.name for term in terms)))})"
            assert (bits | either) ^ gone == twin.reasoner.successor(twin.state, text).bits
            assert step.either == UNKNOWN or (bits | step.either) ^ step.gone == (bits | either) ^ gone
            known += 1
    assert known


def test_jumps_to_states_that_violate_a_mutex_group_go_nowhere() -> None:
    for twin in walk(BLOCKS, TABLE, KEEP_ALL, steps=10):
        broken = twin.reasoner.state(["(holding a)", "(holding b)", "(ontable c)", "(ontable d)"])
        assert not twin.system.jumps.visit(broken)
        assert twin.system.current.state() == twin.state
        assert sorted(twin.system.views.valid.numbers()) == twin.valid()
