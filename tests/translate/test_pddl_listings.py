"""What `relgym translate` prints of PDDL runs without relgym, and says what relgym's reasoner says."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from random import Random

import clingo
import pytest
from translate.printed import answer, needs_swipl, swipl

from relgym import Reasoner, State, load
from relgym.catalogue.domains import catalogue, spec
from relgym.errors import UnsupportedFeature
from relgym.translate.asp.listing import translate_asp
from relgym.translate.program.origins import sources
from relgym.translate.prolog.listing import translate_prolog
from relgym.translate.prolog.names import reserved

DOMAINS = sorted(found.name for found in catalogue() if found.domain.suffix == ".pddl")

FRACTIONS = {"fuel-transport"}
"""Domains whose conditions divide, which clingo cannot do."""

Said = tuple[set[tuple[str, ...]], set[tuple[str, ...]], bool]
"""Valid actions and derived atoms, each a name and its objects, and whether the goal holds."""

ASKED = """\
forall(distinct(T, (applicable(A), A =.. T)), (atomic_list_concat([valid|T], ' ', W), writeln(W))),
forall(distinct(T, (derived(A), A =.. T)), (atomic_list_concat([derived|T], ' ', W), writeln(W))),
forall(goal, writeln(goal))"""


def states(reasoner: Reasoner) -> Iterator[State]:
    """The start, and states after some random steps."""
    state, draw = reasoner.initial_state, Random(7)
    for steps in (0, 8):
        for _ in range(steps):
            actions = reasoner.valid_actions(state)
            if actions:
                state = reasoner.successor(state, draw.choice(actions), draw)
        yield state


def expected(reasoner: Reasoner, state: State) -> Said:
    actions = {(action.name, *(term.name for term in action.terms)) for action in reasoner.valid_actions(state)}
    derived = {(atom.predicate, *(term.name for term in atom.terms)) for atom in reasoner.derived(state)}
    return actions, derived, reasoner.goal(state)


def chosen(reasoner: Reasoner, rows: set[tuple[str, ...]]) -> set[tuple[str, ...]]:
    """Actions without the objects that the agent does not choose."""
    free = {schema.action.name: schema.free for schema in reasoner.translation.schemas}
    return {row[: free[row[0]] + 1] for row in rows}


def prolog_says(reasoner: Reasoner, text: str, folder: Path) -> Said:
    lines = [line.split(" ") for line in swipl(text, ASKED.replace("\n", " "), folder)]
    kinds = {kind: {tuple(row) for word, *row in lines if word == kind} for kind in ("valid", "derived")}
    names = dict(re.findall(r"^% '?(\S+?)'?/\d+ is the derived predicate (\S+)$", text, re.MULTILINE))
    derived = {(names.get(name, name), *row) for name, *row in kinds["derived"]}
    return chosen(reasoner, kinds["valid"]), derived, ["goal"] in lines


def clingo_says(reasoner: Reasoner, text: str, folder: Path) -> Said:
    actions: set[tuple[str, ...]] = set()
    derived: set[tuple[str, ...]] = set()
    names = {f"{word}/": name for word, name in re.findall(r"^% (\S+)/\d+ is the derived predicate (\S+)$", text, re.M)}
    names |= dict(re.findall(r"^% (\S+) is the action (\S+)$", text, re.M))
    shown = [clingo.parse_term(atom) for atom in answer(text, folder)]
    for atom in shown:
        if (atom.name, len(atom.arguments)) == ("applicable", 1):
            [action] = atom.arguments
            actions.add((names.get(action.name, action.name), *map(word, action.arguments)))
        elif atom != clingo.Function("goal"):
            derived.add((names.get(f"{atom.name}/", atom.name), *map(word, atom.arguments)))
    return chosen(reasoner, actions), derived, clingo.Function("goal") in shown


def word(term: clingo.Symbol) -> str:
    return term.string if term.type is clingo.SymbolType.String else term.name


def opened(name: str) -> Reasoner:
    found = spec(name)
    return Reasoner(load(found.domain, found.problems("train")[1], axioms=found.axiom_files()))


@needs_swipl
@pytest.mark.parametrize("name", DOMAINS)
def test_prolog(name: str, tmp_path: Path) -> None:
    with opened(name) as reasoner:
        for steps, state in enumerate(states(reasoner)):
            text = translate_prolog(reasoner.translation.program, state, said=sources(reasoner.translation, steps))
            assert prolog_says(reasoner, text, tmp_path) == expected(reasoner, state)


@pytest.mark.parametrize("name", DOMAINS)
def test_clingo(name: str, tmp_path: Path) -> None:
    with opened(name) as reasoner:
        if name in FRACTIONS:
            with pytest.raises(UnsupportedFeature, match="division"):
                translate_asp(reasoner.translation.program, reasoner.initial_state)
            return
        for steps, state in enumerate(states(reasoner)):
            text = translate_asp(reasoner.translation.program, state, said=sources(reasoner.translation, steps))
            assert clingo_says(reasoner, text, tmp_path) == expected(reasoner, state)


@needs_swipl
def test_facts_of_another_state_change_what_prolog_derives(tmp_path: Path) -> None:
    """The tables follow the facts that a user asserts and retracts."""
    with opened("power") as reasoner:
        first, *_, last = states(reasoner)
        text = translate_prolog(reasoner.translation.program, first)
        gone, new = first.atoms - last.atoms, last.atoms - first.atoms
        assert gone
        changes = [f"retract({atom.predicate}({','.join(t.name for t in atom.terms)}))" for atom in gone]
        changes += [f"assertz({atom.predicate}({','.join(t.name for t in atom.terms)}))" for atom in new]
        asked = f"forall(derived(_), true), {', '.join(changes)}, {ASKED}".replace("\n", " ")
        lines = [tuple(line.split(" ")[1:]) for line in swipl(text, asked, tmp_path) if line.startswith("derived")]
        assert {*lines} == expected(reasoner, last)[1]
        assert expected(reasoner, first)[1] != expected(reasoner, last)[1]


@needs_swipl
def test_the_command_in_the_header_of_prolog(tmp_path: Path) -> None:
    with opened("blocks") as reasoner:
        state = reasoner.initial_state
        text = translate_prolog(reasoner.translation.program, state)
        [command] = re.findall(r"^%   swipl (.*) FILE$", text, re.MULTILINE)
        _, goal, *_ = shlex.split(command)
        assert len(swipl(text, goal, tmp_path)) == len(reasoner.valid_actions(state))


@needs_swipl
def test_every_question_of_the_header_can_be_asked(tmp_path: Path) -> None:
    for name in ("power", "exploding-blocks"):
        with opened(name) as reasoner:
            for names in (True, False):
                text = translate_prolog(reasoner.translation.program, reasoner.initial_state, names)
                asked = re.findall(r"^%   \?- (.*?)\. +%", text, re.MULTILINE)
                assert len(asked) > len(reasoner.translation.schemas)
                goal = ", ".join(f"forall({one}, true)" for one in asked)
                assert swipl(text, f"{goal}, writeln(done)", tmp_path) == ["done"]


def test_numbers_have_a_legend() -> None:
    with opened("blocks") as reasoner:
        program = reasoner.translation.program
        first = program.objects[0].name
        asp, prolog = (
            writer(program, reasoner.initial_state, names=False) for writer in (translate_asp, translate_prolog)
        )
        assert f"% 0 is the object {first}\n" in asp
        assert f"% 2 is the object {first}\n" in prolog
        assert "% pick_up is the action pick-up\n" in asp
        assert all(re.search(r"^on\(\d+, ?\d+\)\.$", text, re.MULTILINE) for text in (asp, prolog))


# Names

LONG = "x" * 1000

PREDICATES = [
    "is", "write", "halt", "append", "member", "table", "dynamic", "applicable", "derived", "goal", "close", "a-b",
    "a_b", "1st", "it's", 'say"so"', "back\\slash", "日本", "äöü", "%", "#show", "[]", "{}", "!", "|", "_", "$x",
    "findall", "term_expansion", "prolog_load_file", "p_is", "object_", "true", "fail", "mod", LONG, f"{LONG}y",
]  # fmt: skip
OBJECTS = [
    *PREDICATES,
    "b1",
    "=-",
    "+1",
    "0x1f",
    "1e5",
    "x.y",
    "'",
    '"',
    "\\",
    "''",
    "a'b",
    "/*",
    "*/",
    "#sup",
    "=:",
    "\\\\+",
]


def hostile(turned: bool) -> tuple[str, str]:
    """A domain and a problem: every name is an action and an object, and a fluent, a type or derived."""
    turns = (2, 0, 1) if turned else (0, 1, 2)
    fluents, kinds, derived = (PREDICATES[turn::3] for turn in turns)
    declared = "".join(f"({name} ?x)" for name in fluents) + "".join(f"({name} ?x ?y)" for name in derived)
    actions = "".join(
        f"(:action {name} :parameters (?x - {kind} ?y) :precondition (and ({fluent} ?x) (not ({fluent} ?y))"
        f" (not (= ?x {OBJECTS[place]}))) :effect (not ({fluent} ?x)))"
        for place, (name, kind, fluent) in enumerate(zip(PREDICATES, kinds * 3, fluents * 3, strict=False))
    )
    axioms = "".join(
        f"(:derived ({name} ?x ?y) (and ({one} ?x) (not (= ?x ?y)) ({other} ?y)))"
        for name, one, other in zip(derived, fluents, fluents[1:], strict=False)
    )
    types = f"(:types {' '.join(kinds)})"
    objects = "".join(f" {name} - {kinds[place % len(kinds)]}" for place, name in enumerate(OBJECTS))
    declared = f"(:requirements :adl :derived-predicates) {types} (:constants {objects}) (:predicates {declared})"
    domain = f"(define (domain d) {declared} {axioms} {actions})"
    init = "".join(
        f"({name} {OBJECTS[(place + shift) % len(OBJECTS)]})"
        for place, name in enumerate(fluents)
        for shift in (0, 1, 2, 3, 5, 8, 13, 21)
    )
    goal = f"(and ({fluents[0]} {OBJECTS[0]}) (not ({fluents[3]} {OBJECTS[0]})))"
    return domain, f"(define (problem p) (:domain d) (:requirements :adl) (:init {init}) (:goal {goal}))"


@needs_swipl
@pytest.mark.parametrize("turned", [False, True])
def test_hostile_names_in_prolog(turned: bool, tmp_path: Path) -> None:
    with Reasoner(load(*hostile(turned))) as reasoner:
        state = reasoner.initial_state
        text = translate_prolog(reasoner.translation.program, state, said=sources(reasoner.translation))
        said = expected(reasoner, state)
        assert min(len({name for name, *_ in rows}) for rows in said[:2]) > 8
        assert prolog_says(reasoner, text, tmp_path) == said


@pytest.mark.parametrize("turned", [False, True])
def test_hostile_names_in_clingo(turned: bool, tmp_path: Path) -> None:
    with Reasoner(load(*hostile(turned))) as reasoner:
        state = reasoner.initial_state
        text = translate_asp(reasoner.translation.program, state, said=sources(reasoner.translation))
        assert clingo_says(reasoner, text, tmp_path) == expected(reasoner, state)


@needs_swipl
def test_the_locale_does_not_matter_to_prolog(tmp_path: Path) -> None:
    domain, problem = (text.replace("domain d", "domain größe日本") for text in hostile(turned=False))
    with Reasoner(load(domain, problem)) as reasoner:
        text = translate_prolog(
            reasoner.translation.program, reasoner.initial_state, said=sources(reasoner.translation)
        )
        goal = "findall(C, (applicable(A), term_to_atom(A, T), atom_codes(T, C)), Cs), sort(Cs, S), print(S), nl"
        assert swipl(text, goal, tmp_path, "C") == swipl(text, goal, tmp_path)


@needs_swipl
def test_names_of_predicates_of_swipl_are_reserved(tmp_path: Path) -> None:
    """A new version of SWI-Prolog may have more."""
    goal = (
        "forall((predicate_property(system:H, defined), functor(H, N, A), atom_codes(N, [C|_]), code_type(C, alpha),"
        " C \\== 0'_, \\+ sub_atom(N, 0, _, _, prolog_)), (write(N), write(/), write(A), nl))"
    )
    lines = (line.rpartition("/") for line in swipl("", goal, tmp_path))
    assert {(name, int(arity)) for name, _, arity in lines} <= reserved()
