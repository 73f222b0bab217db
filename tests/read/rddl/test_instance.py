"""Domains and instances: sections of both syntaxes, kinds of fluents, settings, how long it goes on."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from relgym.errors import ModelError, ParseError, RelgymWarning
from relgym.model.rddl.domain import Instance, ItemType, Kind, RDDLDomain, Setting
from relgym.model.rddl.expressions import Constant, Fluent, Operation
from relgym.model.terms import Object
from relgym.read.rddl.loading import read_domain, read_instance

pytestmark = pytest.mark.filterwarnings("error::relgym.errors.RelgymWarning")

DOMAIN = """domain rooms {
  requirements = { reward-deterministic, cpf-deterministic };
  types { room : object; robot : object; colour : { @red, green }; };
  pvariables {
    NEXT(room, room) : { non-fluent, bool, default = false };
    COST(room) : { non-fluent, real, default = -1.5 };
    START : { non-fluent, room, default = HOME };
    SPEED : { param-fluent, real, default = pos-inf };
    at(robot) : { state-fluent, room, default = HOME };
    lit(room) : { state-fluent, bool, default = true };
    paint(room) : { state-fluent, colour, default = @red };
    count : { state-fluent, int, default = 0 };
    any : { interm-fluent, bool, level = 1 };
    all : { derived-fluent, bool, level = 2 };
    seen(room) : { observ-fluent, bool };
    go(robot) : { action-fluent, room, default = HOME };
    press(room) : { action-fluent, bool, default = false };
  };
  cpfs {
    at'(?r) = go(?r);
    lit'(?x) = lit(?x) ~= press(?x);
    paint'(?x) = if (any) then @red else paint(?x);
    count' = count + 1;
    any = exists_{?x : room} [press(?x)];
    all = forall_{?x : room} [lit(?x)];
    seen(?x) = lit'(?x);
  };
  reward = count * COST(r1);
  action-preconditions { forall_{?x : room} [press(?x) => lit(?x)]; };
  state-action-constraints { count >= 0; };
  state-invariants { count >= 0; true; };
  termination { count > 9; ~exists_{?x : room} lit(?x); };
}
"""

OBJECTS = "objects { room : { r1, r2, HOME }; robot : { a, @b, }; };"
FIXED = "non-fluents { NEXT(r1, r2); ~NEXT(r2, r1); COST(r2) = -3; START = r1; SPEED = 2; };"
START = "init-state { at(a) = r1; at(b) = @r2; ~lit(r1); lit(r2); paint(r1) = green; paint(r2) = @red; count = 4; };"
ENDS = "max-nondef-actions = 2; horizon = 40; discount = 0.9;"

OLD = f"""
non-fluents fixed {{ domain = rooms; {OBJECTS} {FIXED} }}
instance one {{ domain = rooms; non-fluents = fixed; {START} {ENDS} }}
"""
NEW = f"instance one {{ domain = rooms; {OBJECTS} {FIXED} {START} {ENDS} }}"


@pytest.fixture(scope="module")
def model() -> RDDLDomain:
    return read_domain(DOMAIN)


def instance(model: RDDLDomain, *sections: str) -> Instance:
    return read_instance(f"instance one {{ domain = rooms; {OBJECTS} {' '.join(sections)} }}", model)


class TestDomain:
    def test_types(self, model: RDDLDomain) -> None:
        colours = (Object("@red"), Object("@green"))
        assert model.types == (ItemType("room"), ItemType("robot"), ItemType("colour", colours))

    def test_kinds(self, model: RDDLDomain) -> None:
        kinds = {fluent.name: fluent.kind for fluent in model.fluents}
        assert set(kinds.values()) == set(Kind)
        assert (kinds["SPEED"], kinds["all"], kinds["seen"]) == (Kind.PARAMETER, Kind.DERIVED, Kind.OBSERVED)

    def test_ranges_and_defaults(self, model: RDDLDomain) -> None:
        found = {fluent.name: (fluent.parameters, fluent.range, fluent.default) for fluent in model.fluents}
        assert found["NEXT"] == (("room", "room"), "bool", False)
        assert found["COST"] == (("room",), "real", -1.5)
        assert found["START"] == ((), "room", Object("HOME"))
        assert found["SPEED"] == ((), "real", float("inf"))
        assert found["paint"] == (("room",), "colour", Object("@red"))
        assert found["go"] == (("robot",), "room", Object("HOME"))
        assert found["any"] == ((), "bool", None), "a level is no default"

    @pytest.mark.parametrize("red", ["red", "@red"])
    def test_default_with_and_without_its_mark(self, red: str) -> None:
        text = f"types {{ t : {{ @red }}; }} pvariables {{ f : {{ non-fluent, t, default = {red} }}; }}"
        assert read_domain(f"domain d {{ {text} }}").fluents[0].default == Object("@red")

    def test_sections(self, model: RDDLDomain) -> None:
        assert model.name == "rooms"
        assert model.requirements == ("reward-deterministic", "cpf-deterministic")
        assert [cpf.fluent for cpf in model.cpfs] == ["at", "lit", "paint", "count", "any", "all", "seen"]
        assert [str(cpf.parameters[0]) for cpf in model.cpfs[:2]] == ["?r", "?x"]
        assert list(map(len, (model.preconditions, model.constraints))) == [1, 1]
        assert model.invariants[1] == Constant(True)
        ends = [str(formula) for formula in model.termination]
        assert ends == ["(count > 9)", "~(exists_{?x : room} lit(?x))"]

    def test_sections_may_be_missing_or_empty(self) -> None:
        bare = read_domain("domain d { }")
        assert (bare.types, bare.fluents, bare.cpfs, bare.reward) == ((), (), (), Constant(0))
        sections = "requirements { } types { } pvariables { } cpfs { } termination { } state-invariants { }"
        assert read_domain(f"domain d {{ {sections} action-preconditions {{ }}; }};") == bare

    def test_older_word_for_cpfs(self) -> None:
        text = "pvariables { p : { state-fluent, bool, default = false }; }; cdfs { p' = ~p; };"
        assert len(read_domain(f"domain d {{ {text} }}").cpfs) == 1

    def test_pickle(self, model: RDDLDomain) -> None:
        assert pickle.loads(pickle.dumps(model)) == model


class TestBothSyntaxes:
    @pytest.mark.parametrize("text", [OLD, NEW], ids=["2010", "2018"])
    def test_instance(self, model: RDDLDomain, text: str) -> None:
        found = read_instance(text, model)
        rooms, robots = (Object("r1"), Object("r2"), Object("HOME")), (Object("a"), Object("b"))
        assert found.objects == (("room", rooms), ("robot", robots))
        assert found.constants == (
            Setting("NEXT", rooms[:2], True),
            Setting("NEXT", (rooms[1], rooms[0]), False),
            Setting("COST", (rooms[1],), -3),
            Setting("START", (), rooms[0]),
            Setting("SPEED", (), 2),
        )
        assert found.start == (
            Setting("at", (robots[0],), rooms[0]),
            Setting("at", (robots[1],), rooms[1]),
            Setting("lit", (rooms[0],), False),
            Setting("lit", (rooms[1],), True),
            Setting("paint", (rooms[0],), Object("@green")),
            Setting("paint", (rooms[1],), Object("@red")),
            Setting("count", (), 4),
        )
        assert (found.most_actions, found.horizon, found.discount, found.until) == (2, 40, 0.9, None)

    def test_other_word_for_non_fluents(self, model: RDDLDomain) -> None:
        assert read_instance(NEW.replace("non-fluents {", "init-non-fluents {"), model) == read_instance(NEW, model)

    def test_objects_in_both_blocks(self, model: RDDLDomain) -> None:
        both = OLD.replace("non-fluents = fixed;", f"non-fluents = fixed; {OBJECTS}")
        assert read_instance(both, model) == read_instance(OLD, model)

    def test_value_of_the_instance_comes_after_that_of_its_non_fluents(self, model: RDDLDomain) -> None:
        more = OLD.replace("non-fluents = fixed;", "non-fluents = fixed; non-fluents { COST(r2) = 7; };")
        costs = [item.value for item in read_instance(more, model).constants if item.fluent == "COST"]
        assert costs == [-3, 7]

    def test_files_of_their_own(self, model: RDDLDomain, tmp_path: Path) -> None:
        at = OLD.index("instance one")
        (tmp_path / "fixed.rddl").write_text(OLD[:at])
        (tmp_path / "one.rddl").write_text(OLD[at:])
        found = read_instance(tmp_path / "one.rddl", model, [tmp_path / "fixed.rddl"])
        assert found == read_instance(OLD, model)

    def test_all_in_one_file(self, model: RDDLDomain, tmp_path: Path) -> None:
        path = tmp_path / "all.rddl"
        path.write_text(OLD + DOMAIN)
        assert read_domain(path) == model
        assert read_instance(path, model) == read_instance(OLD, model)

    def test_non_fluents_of_others_are_left_alone(self, model: RDDLDomain) -> None:
        other = "non-fluents other { domain = nowhere; objects { thing : { x }; }; }"
        assert read_instance(other + OLD, model) == read_instance(OLD, model)


class TestInstance:
    def test_what_may_be_missing(self, model: RDDLDomain) -> None:
        found = instance(model)
        assert (found.constants, found.start) == ((), ())
        assert (found.most_actions, found.horizon, found.discount, found.until) == (None, None, 1.0, None)

    def test_no_limits(self, model: RDDLDomain) -> None:
        found = instance(model, "max-nondef-actions = pos-inf; horizon = pos-inf; discount = 1;")
        assert (found.most_actions, found.horizon, found.discount) == (None, None, 1.0)

    @pytest.mark.parametrize("end", [";", ""])
    def test_terminate_when(self, model: RDDLDomain, end: str) -> None:
        found = instance(model, f"horizon = terminate-when (count > 3){end} discount = 0;")
        assert found.horizon is None
        assert found.until == Operation(">", (Fluent("count"), Constant(3)))
        assert found.discount == 0

    def test_terminate_when_with_objects(self, model: RDDLDomain) -> None:
        until = instance(model, "horizon = terminate-when(~lit(r1));").until
        assert until == Operation("~", (Fluent("lit", (Object("r1"),)),))
        with pytest.raises(ModelError, match="there is no fluent, object or enumerated value 'r7'"):
            instance(model, "horizon = terminate-when(~lit(r7));")

    @pytest.mark.parametrize(
        ("setting", "value"),
        [
            ("lit(r1)", True),
            ("~lit(r1)", False),
            ("lit(r1) = true", True),
            ("lit(r1) = false", False),
            ("~ lit ( r1 )", False),
        ],
    )
    def test_truth_values(self, model: RDDLDomain, setting: str, value: bool) -> None:
        assert instance(model, f"init-state {{ {setting}; }};").start[0].value is value

    @pytest.mark.parametrize(("setting", "value"), [("~f", False), ("f", True), ("f()", True), ("f = false", False)])
    def test_truth_values_without_arguments(self, setting: str, value: bool) -> None:
        fluent = "pvariables { f : { state-fluent, bool, default = true }; };"
        domain = read_domain(f"domain d {{ {fluent} cpfs {{ f' = f; }}; }}")
        found = read_instance(f"instance i {{ domain = d; init-state {{ {setting}; }}; }}", domain)
        assert found.start == (Setting("f", (), value),)

    @pytest.mark.parametrize(
        ("number", "value"),
        [
            *(("3", 3), ("-3", -3), ("-1e-5", -1e-5), ("5.", 5.0), ("true", True)),
            *(("neg-inf", float("-inf")), ("pos-inf", float("inf"))),
        ],
    )
    def test_numbers(self, model: RDDLDomain, number: str, value: float) -> None:
        found = instance(model, f"non-fluents {{ COST(r1) = {number}; }};").constants[0].value
        assert found == value and type(found) is type(value)

    def test_said_twice_alike(self, model: RDDLDomain) -> None:
        found = instance(model, "init-state { lit(r1); lit(r1) = true; };")
        assert {setting.value for setting in found.start} == {True}

    def test_objects_of_the_domain_are_looked_up(self, model: RDDLDomain) -> None:
        with pytest.raises(ModelError, match="there is no fluent, object or enumerated value 'r1'") as caught:
            read_instance(NEW.replace("r1", "q1"), model)
        assert caught.value.span is not None
        assert "count * COST(r1)" in caught.value.span.excerpt()[0]

    def test_objects_of_the_domain_have_their_types(self, model: RDDLDomain) -> None:
        swapped = "objects { room : { r2, HOME }; robot : { a, b, r1 }; };"
        with pytest.raises(ModelError, match="argument 1 of 'COST' must be an object of the type 'room', not"):
            read_instance(f"instance i {{ domain = rooms; {swapped} }}", model)

    def test_objects_that_defaults_name_are_looked_up(self, model: RDDLDomain) -> None:
        with pytest.raises(ModelError, match="the default of 'START' is 'HOME', which the instance does not have"):
            read_instance(NEW.replace("HOME", "AWAY"), model)

    def test_another_domain_is_said(self, model: RDDLDomain) -> None:
        with pytest.warns(RelgymWarning, match="this is of the domain 'hall', and is read for 'rooms'"):
            read_instance(NEW.replace("domain = rooms", "domain = hall"), model)

    def test_empty_list_of_objects(self, model: RDDLDomain) -> None:
        empty = "instance i { domain = rooms; objects { room : { r1, HOME }; robot : { }; }; }"
        assert dict(read_instance(empty, model).objects)["robot"] == ()
        with pytest.raises(ModelError, match="the type 'robot' has no objects"):
            read_instance(empty.replace("robot : { };", ""), model)


class TestPolicy:
    POLICY = """policy always { domain = rooms; types { x : object; };
        pvariables { w : { param-fluent, real, default = 0.0 }; };
        cpfs { press(?x) = w > 0; };
    }"""

    def test_policies_are_left_alone(self, model: RDDLDomain) -> None:
        assert read_domain(self.POLICY + DOMAIN) == model
        assert read_instance(NEW + self.POLICY, model) == read_instance(NEW, model)

    def test_policies_are_rddl(self) -> None:
        with pytest.raises(ParseError, match="there is no section 'reward' in a policy"):
            read_domain("policy p { reward = 1; }" + DOMAIN)
