"""In which order fluents get their values, and what each part of a domain may read."""

from __future__ import annotations

import pytest

from relgym.errors import ModelError
from relgym.model.rddl.domain import RDDLDomain
from relgym.read.rddl.loading import read_domain
from relgym.read.rddl.order import evaluation_order

FLUENTS = """
  s : { state-fluent, int, default = 0 };
  z : { state-fluent, int, default = 0 };
  i : { interm-fluent, int, level = 9 };
  j : { interm-fluent, int, level = 1 };
  d : { derived-fluent, int };
  o : { observ-fluent, int };
  a : { action-fluent, bool, default = false };
  n : { non-fluent, int, default = 0 };
  v(t) : { interm-fluent, real };
"""
CPFS = {"s'": "s", "z'": "z", "i": "0", "j": "0", "d": "0", "o": "0", "v(?x)": "0"}


def domain(sections: str = "", **values: str) -> RDDLDomain:
    heads = {head.rstrip("'").removesuffix("(?x)"): head for head in CPFS}
    given = CPFS | {heads[name]: text for name, text in values.items()}
    cpfs = " ".join(f"{head} = {text};" for head, text in given.items())
    return read_domain(
        f"domain x {{ types {{ t : object; }}; pvariables {{ {FLUENTS} }}; cpfs {{ {cpfs} }}; {sections} }}"
    )


def order(**values: str) -> list[str]:
    return [cpf.fluent for cpf in evaluation_order(domain(**values))]


class TestOrder:
    def test_that_of_the_file_where_nothing_else_matters(self) -> None:
        assert order() == ["s", "z", "i", "j", "d", "o", "v"]

    def test_present_state_is_known(self) -> None:
        assert order(s="z", z="s")[:2] == ["s", "z"]

    def test_next_state_is_not(self) -> None:
        assert order(s="z'")[:2] == ["z", "s"]

    def test_levels_mean_nothing(self) -> None:
        assert order(s="i", i="j")[:3] == ["j", "i", "s"]

    def test_chain(self) -> None:
        found = order(s="o", o="i + z'", i="d")
        assert [name for name in found if name in "sozid"] == ["d", "i", "z", "o", "s"]

    def test_what_hides_in_a_value_counts(self) -> None:
        values = (
            "if (a) then 0 else j",
            "switch (a) { case true : 0, default : j }",
            "max[0, j]",
            "KronDelta(j)",
            "sum_{?x : t} j",
            "round[sum_{?x : t, ?y : t} inverse[row=?x, col=?y][j]]",
            "if ((Discrete_{?x : t} j) == (Discrete_{?x : t} 1)) then 1 else 0",
            "if (v(Discrete(t, b : j, c : otherwise)) > 0) then 1 else 0",
            "round[sum_{?x : t} Multinomial[?x](j, v(_))]",
            "round[$f[](j)]",
        )
        for value in values:
            found = order(i=value)
            assert found.index("j") < found.index("i"), value

    def test_array_counts(self) -> None:
        found = order(s="round[sum_{?x : t} Dirichlet[?x](v(_))]")
        assert found.index("v") < found.index("s")


class TestCycles:
    @pytest.mark.parametrize(
        ("values", "message"),
        [
            ({"i": "i"}, "'i' depends on itself"),
            ({"s": "s'"}, "'s'' depends on itself"),
            ({"i": "j", "j": "i"}, "'i' depends on itself: 'i' reads 'j', which reads 'i'"),
            (
                {"s": "z'", "z": "i", "i": "s'"},
                "'s'' depends on itself: 's'' reads 'z'', which reads 'i', which reads 's''",
            ),
            (
                {"o": "i", "i": "j", "j": "if (a) then i else 0"},
                "'i' depends on itself: 'i' reads 'j', which reads 'i'",
            ),
            ({"v": "sum_{?y : t} v(?y)"}, "'v' depends on itself"),
            ({"v": "Dirichlet[?x](v(_))"}, "'v' depends on itself"),
        ],
    )
    def test_cycle(self, values: dict[str, str], message: str) -> None:
        with pytest.raises(ModelError) as caught:
            domain(**values)
        assert caught.value.message == message
        assert caught.value.span is not None

    def test_two_ways_to_one_fluent_are_no_cycle(self) -> None:
        assert order(s="i + j", i="d", j="d")[:4] == ["d", "i", "j", "s"]


ALLOWED = {
    "action-preconditions": {"s", "n", "a"},
    "state-action-constraints": {"s", "n", "a"},
    "state-invariants": {"s", "n"},
    "termination": {"s", "n"},
}


class TestWhatMayBeRead:
    @pytest.mark.parametrize("name", ["s", "n", "a", "i", "d", "o", "s'"])
    @pytest.mark.parametrize("section", ALLOWED)
    def test_formulas(self, section: str, name: str) -> None:
        text = f"{section} {{ {name} == 0; }};"
        if name in ALLOWED[section]:
            model = domain(text)
            assert model.preconditions + model.constraints + model.invariants + model.termination
        else:
            with pytest.raises(ModelError, match=f"a formula of '{section}' cannot read"):
                domain(text)

    @pytest.mark.parametrize("name", ["s", "n", "a", "i", "d", "o", "s'"])
    def test_reward_reads_everything(self, name: str) -> None:
        assert str(domain(f"reward = {name};").reward) == name

    @pytest.mark.parametrize(("name", "allowed"), [("s", True), ("n", True), ("a", False), ("i", False), ("s'", False)])
    def test_derived_fluents_are_of_the_state(self, name: str, allowed: bool) -> None:
        if allowed:
            assert str(domain(d=name).cpfs[4].value) == name
        else:
            with pytest.raises(ModelError, match="the derived-fluent 'd' cannot read"):
                domain(d=name if name != "a" else "if (a) then 1 else 0")
