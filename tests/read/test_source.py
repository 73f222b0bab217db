"""Files that are not what they should be, and the limits of the parser."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

from relgym.errors import ParseError, RelgymError, RelgymWarning
from relgym.model.span import Source
from relgym.read.language import is_rddl
from relgym.read.loading import load
from relgym.read.pddl.loading import read_domain, read_problem, read_source
from relgym.read.pddl.sexpr import MAX_DEPTH, SExpression, parse
from relgym.read.rddl.loading import read_domain as read_rddl_domain
from relgym.read.source import MARK, PathOrText

TINY = "(define (domain d) (:predicates (p)))"


def refusal(text: PathOrText) -> str:
    with pytest.raises(ParseError) as caught:
        read_domain(text)
    return str(caught.value)


def test_path_or_text(tmp_path: Path) -> None:
    file = tmp_path / "d (1).pddl"
    file.write_text(TINY)
    assert read_domain(TINY) == read_domain(file) == read_domain(str(file))
    assert read_source(file, "domain").name == str(file)
    assert read_source(TINY, "domain").name == "<domain>"


@pytest.mark.parametrize(
    "data", [b"\xef\xbb\xbf" + TINY.encode(), TINY.replace(" ", "\r\n").encode(), TINY.replace(" ", "\r").encode()]
)
def test_marks_and_line_ends(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "d.pddl").write_bytes(b"; one\r\n; two\r\n" + data if b"\r\n" in data else data)
    assert read_domain(tmp_path / "d.pddl") == read_domain(TINY)


@pytest.mark.parametrize("mark", ["", MARK])
def test_texts_that_begin_with_a_mark(mark: str) -> None:
    assert read_domain(mark + TINY) == read_domain(TINY)
    lamp = """domain lamp { pvariables { on : { state-fluent, bool, default = true }; }; cpfs { on' = on; }; }"""
    assert not is_rddl(mark + TINY)
    assert is_rddl(mark + lamp)
    assert read_rddl_domain(mark + lamp).name == "lamp"


def test_missing_file_and_folder(tmp_path: Path) -> None:
    assert refusal("no-such.pddl").startswith("cannot read the domain file 'no-such.pddl': no such file")
    assert "directory" in refusal(tmp_path)
    assert refusal("a\0b").startswith("cannot read the domain file")


def test_a_file_that_is_spelled_alike(tmp_path: Path) -> None:
    """That both end alike does not make them so."""
    for name in ("domain.pddl", "domain.rddl", "ws.pddl"):
        (tmp_path / name).write_text(TINY)
    assert refusal(tmp_path / "domian.pddl").splitlines()[1] == f"hint: did you mean '{tmp_path / 'domain.pddl'}'?"
    assert refusal(tmp_path / "domian.rddl").splitlines()[1] == f"hint: did you mean '{tmp_path / 'domain.rddl'}'?"
    assert "hint" not in refusal(tmp_path / "nosuch.pddl")


def test_empty() -> None:
    assert refusal("").startswith("<domain> is empty")
    assert refusal(" \n ").startswith("<domain> is empty")


def test_binary(tmp_path: Path) -> None:
    file = tmp_path / "d.pddl"
    file.write_bytes(b"(define\0\x01\x02" * 1000)
    assert "is a binary file" in refusal(file)
    file.write_bytes(TINY.encode("utf-16"))
    assert "is UTF-16 text" in refusal(file)
    file.write_bytes(bytes(range(1, 256)) * 100)
    assert "is a binary file" in refusal(file)
    file.write_bytes(bytes(range(160, 256)) * 100)
    assert "this is not UTF-8" in refusal(file)


def test_other_encodings_harm_only_outside_comments(tmp_path: Path) -> None:
    file = tmp_path / "d.pddl"
    file.write_bytes(f"; écrit à Nîmes\n{TINY}".encode("latin-1"))
    assert read_domain(file) == read_domain(TINY)
    file.write_bytes(f"; écrit à Nîmes\n{TINY.replace('(p)', '(pé)')}".encode("latin-1"))
    assert refusal(file).startswith(f"{file}:2:35: this is not UTF-8")


@pytest.mark.parametrize(("text", "column"), [("(" * 10**5, MAX_DEPTH + 1), ("(" * 10**5 + ")" * 10**5, MAX_DEPTH + 1)])
def test_a_hundred_thousand_parentheses(text: str, column: int) -> None:
    assert refusal(text).startswith(f"<domain>:1:{column}: parentheses nest deeper than {MAX_DEPTH}")


def test_many_closing_parentheses() -> None:
    assert refusal("()" + ")" * 10**5).startswith("<domain>:1:3: this ')' closes nothing")


def test_places_and_comments() -> None:
    text = "; (first\n(a ; (b\n  (C-d) ?x)"
    [form] = parse(Source("s", text))
    assert isinstance(form, SExpression)
    inner = form.items[1]
    assert isinstance(inner, SExpression)
    assert [str(item) for item in (form.items[0], inner.items[0], form.items[2])] == ["a", "c-d", "?x"]
    assert (inner.span.place, inner.raw, inner.items[0].raw) == ("s:3:3", "(C-d)", "C-d")


def test_a_large_problem_is_read_whole() -> None:
    names = [f"place-{number:04}" for number in range(2000)]
    facts = "\n".join(f"    (road {here} {there})" for here, there in zip(names, names[1:] + names[:1], strict=True))
    distances = "\n".join(f"    (= (length {here}) {number / 4})" for number, here in enumerate(names))
    text = (
        f"(define (problem large) (:domain d)\n  (:objects {' '.join(names)} - place)\n"
        f"  (:init\n{facts}\n{facts.replace('road', 'rail')}\n{distances})\n  (:goal (road place-0000 place-0001)))"
    )
    domain = read_domain(
        "(define (domain d) (:requirements :typing :fluents) (:types place)"
        " (:predicates (road ?a ?b - place) (rail ?a ?b - place)) (:functions (length ?a - place)))"
    )
    assert len(text) >= 200_000
    problem = read_problem(text, domain)
    assert (len(problem.init), len(problem.values)) == (4000, 2000)


@pytest.mark.parametrize("step", [1, 7])
def test_a_text_cut_anywhere_is_refused_in_words(step: int) -> None:
    domain = (
        "(define (domain d) (:requirements :adl :fluents) (:types a - b) (:constants k - a)"
        " (:predicates (p ?x - b)) (:functions (f) - number)"
        " (:action go :parameters (?x - a) :precondition (and (p ?x) (exists (?y - b) (= ?x ?y)) (> (f) 1))"
        " :effect (and (not (p ?x)) (when (p k) (increase (f) 2)) (probabilistic 0.5 (p k)))))"
    )
    problem = "(define (problem q) (:domain d) (:objects o - a) (:init (p o) (= (f) 1)) (:goal (p o)))"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        load(domain, problem)
        for at in range(0, len(domain), step):
            # A text that lacks nothing but its last ')' is read with a warning.
            sections = domain[:at].rstrip()
            if sections.endswith(")") and sections.count("(") == sections.count(")") + 1:
                with pytest.warns(RelgymWarning, match=r"the last '\)' of the file is missing"):
                    read_domain(domain[:at] + "\n")
                continue
            with pytest.raises(RelgymError):
                read_domain(domain[:at] + "\n")
        # Without some token the text may still be sound; what counts is that nothing but our errors comes out.
        for at in range(0, len(domain), step):
            for hole in (1, 4):
                try:
                    load(domain[:at] + domain[at + hole :], problem)
                except RelgymError as error:
                    assert str(error)
        for at in range(0, len(problem), step):
            try:
                load(domain, problem[:at] + problem[at + 3 :])
            except RelgymError as error:
                assert str(error)
