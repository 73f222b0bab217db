"""Sums over pairs are the sums one by one: hubs and lonely items, tables of two axes, what fails at some pairs."""

from __future__ import annotations

import numpy as np
import pytest
from translate.arrays.checks import check, check_chances

from relgym.backends.builtin.array_questions import compiled
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.reasoning.rddl.dynamics import Dynamics
from relgym.translate.arrays.neighbours import Pairs

# Where a question is said to be quiet nobody keeps NumPy from warning.
pytestmark = pytest.mark.filterwarnings("error")

ITEMS = [f"i{number}" for number in range(40)]


def edges(least: int) -> list[tuple[str, str]]:
    """The first item has all others as neighbours, and each of these as many as `least` says, the next ones."""
    around = [(one, ITEMS[(place + step) % 40]) for place, one in enumerate(ITEMS) for step in range(1, 1 + least)]
    return [*dict.fromkeys([*around, *((ITEMS[0], other) for other in ITEMS[1:])])]


def simulator(expression: str, of: str, least: int, more: str = "") -> Dynamics:
    domain = read_domain(
        f"""domain d {{ types {{ t : object; s : object; }}; pvariables {{
        EDGE(t, t) : {{ non-fluent, bool, default = false }}; TRIPLE(t, s, t) : {{ non-fluent, bool, default = false }};
        W(t) : {{ non-fluent, real, default = 0.5 }};
        p(t) : {{ state-fluent, bool, default = false }}; m(t, s) : {{ state-fluent, bool, default = false }};
        n(t) : {{ state-fluent, int, default = 0 }}; r(t) : {{ state-fluent, real, default = 0.0 }};
        k : {{ state-fluent, int, default = 0 }}; act(t) : {{ action-fluent, bool, default = false }};
        {more} out(t, s) : {{ interm-fluent, {of} }}; }};
        cpfs {{ p'(?x) = p(?x); m'(?x, ?z) = m(?x, ?z); n'(?x) = n(?x); r'(?x) = r(?x); k' = k;
        out(?x, ?z) = {expression}; }}; reward = 0; }}"""
    )
    facts = [f"EDGE({one}, {other})" for one, other in edges(least)]
    facts += [f"TRIPLE({one}, u, {other})" for one, other in edges(0)] + ["TRIPLE(i3, v, i4)"]
    instance = read_instance(
        f"""instance i {{ domain = d; objects {{ t : {{{", ".join(ITEMS)}}}; s : {{u, v}}; }};
        non-fluents {{ {"; ".join(facts)}; W(i3) = 2.5; }}; horizon = 5; }}""",
        domain,
    )
    return Dynamics(instance)


EXPRESSIONS = [
    ("int", "sum_{?y : t} (EDGE(?x, ?y) ^ p(?y))"),
    ("int", "sum_{?y : t} (EDGE(?x, ?y) * n(?y)) + k"),
    ("real", "sum_{?y : t} (EDGE(?x, ?y) * (r(?y) + r(?x)) * W(?y))"),
    ("int", "sum_{?y : t} (EDGE(?x, ?y) * k)"),
    ("int", "sum_{?y : t} (EDGE(?x, ?y) ^ p(?x))"),
    ("int", "sum_{?y : t} (TRIPLE(?x, ?z, ?y) ^ (p(?y) | m(?x, ?z)))"),
    ("real", "sum_{?y : t} (TRIPLE(?x, ?z, ?y) * r(?y))"),
    # The condition has one axis only, the body another, or more.
    ("int", "sum_{?y : t} (EDGE(?x, ?y) ^ m(?y, ?z))"),
    ("int", "sum_{?y : t, ?w : s} (EDGE(?x, ?y) ^ TRIPLE(?y, ?w, ?x) ^ m(?y, ?w))"),
    ("int", "sum_{?y : t} (EDGE(?x, ?y) ^ exists_{?w : s} (m(?y, ?w) ^ m(?x, ?w)))"),
    ("int", "sum_{?y : t} (EDGE(?x, ?y) * (sum_{?w : t} (EDGE(?y, ?w) ^ p(?w))))"),
    # The number of rows, and what it is a table of.
    ("real", "0.45 + 0.5 * (1 + (sum_{?y : t} (EDGE(?x, ?y) ^ p(?y)))) / (1 + (sum_{?y : t} EDGE(?x, ?y)))"),
    ("bool", "if (p(?x)) then Bernoulli(0.1 + 0.8 * (sum_{?y : t} (EDGE(?x, ?y) ^ p(?y))) / 40) else act(?x)"),
    # What is drawn has a number for every row, not for a pair.
    ("int", "sum_{?y : t} (EDGE(?x, ?y) ^ Bernoulli(0.5))"),
    # It fails where it is wanted.
    ("real", "if (n(?x) > 0) then sum_{?y : t} (if (EDGE(?x, ?y)) then r(?y) / n(?x) else 0) else 1"),
    ("real", "if (m(?x, ?z)) then sum_{?y : t} (if (TRIPLE(?x, ?z, ?y)) then sqrt[r(?y)] else 0) else 1"),
    ("real", "sum_{?y : t} (if (EDGE(?x, ?y)) then 1 / n(?y) else 0)"),
]


@pytest.mark.parametrize("least", [0, 1, 3])
@pytest.mark.parametrize(("of", "expression"), EXPRESSIONS)
def test_sums_with_hubs(of: str, expression: str, least: int) -> None:
    made = simulator(expression, of, least)
    assert sum(check(made, (made.program.functions["out", False],)))


@pytest.mark.parametrize(
    ("expression", "least", "by_pairs"),
    [
        ("sum_{?y : t} (EDGE(?x, ?y) ^ p(?y))", 1, True),
        ("sum_{?y : t} (TRIPLE(?x, ?z, ?y) * r(?y))", 1, True),
        # All have the same number of neighbours but one; what never changes; another axis.
        ("sum_{?y : t} (EDGE(?y, ?x) ^ p(?y))", 12, False),
        ("sum_{?y : t} (EDGE(?x, ?y) * W(?y))", 1, False),
        ("sum_{?y : t} (EDGE(?x, ?y) ^ m(?y, ?z))", 1, False),
    ],
)
def test_where_pairs_are_listed(expression: str, least: int, by_pairs: bool) -> None:
    made = simulator(expression, "real", least)
    functions = (made.program.functions["out", False],)
    text = compiled(made.program, {}, functions, copies=False).written.text
    assert ("added(" in text) is by_pairs, text
    assert "added(" not in compiled(made.program, {}, functions, copies=True).written.text


@pytest.mark.parametrize("neighbours", [126, 127, 128, 300])
def test_counts_that_a_narrow_number_just_holds(neighbours: int) -> None:
    items = [f"i{number}" for number in range(neighbours + 1)]
    domain = read_domain(
        """domain d { types { t : object; }; pvariables { EDGE(t, t) : { non-fluent, bool, default = false };
        p(t) : { state-fluent, bool, default = true }; }; cpfs { p'(?x) = if (p(?x)) then
        Bernoulli(0.25 + 1.5 * (sum_{?y : t} (EDGE(?x, ?y) ^ p(?y))) / 1000 + 0.1) else false; }; reward = 0; }"""
    )
    facts = "; ".join(f"EDGE(i0, {other})" for other in items[1:])
    instance = read_instance(
        f"instance i {{ domain = d; objects {{ t : {{{', '.join(items)}}}; }}; non-fluents {{ {facts}; }}; }}", domain
    )
    made = Dynamics(instance)
    functions = (made.program.functions["p", True],)
    question = compiled(made.program, {}, functions, copies=False)
    assert "added(" in question.written.text
    check_chances(made, question, [0.35 + 1.5 * neighbours / 1000] + [0.35] * neighbours)


def test_rounds_come_first_and_rows_stay_in_order() -> None:
    table = np.random.default_rng(1).random((6, 5, 7)) < 0.5
    table[:, :, 3:5] = True
    pairs = Pairs.of(table, 1)
    assert pairs.rounds == table.reshape(6, -1).sum(axis=1).min() > 0
    assert pairs.places[0][:12].tolist() == [*range(6)] * 2
    for item in range(6):
        own = [np.ravel_multi_index(row, (5, 7)) for place, *row in zip(*pairs.places, strict=True) if place == item]
        assert own == sorted(np.flatnonzero(table[item]).tolist())
