"""Formatted texts have the same words and comments, and formatting them again changes nothing."""

from __future__ import annotations

import re

import pytest

from relgym import resources
from relgym.catalogue import catalogue
from relgym.errors import ParseError
from relgym.write.formatting import WIDTH, formatted_pddl
from relgym.write.indenting import formatted_rddl

PDDL = [path for spec in catalogue("pddl") for path in (spec.domain, *spec.problems("train")[:1])]
PDDL += sorted(resources.kb("axioms").glob("*.pddl"))
RDDL = [path for spec in catalogue("rddl") for path in (spec.domain, *spec.problems("train")[:1])]


def tokens(text: str) -> list[str]:
    return [token.strip() for token in re.findall(r";[^\n]*|[()]|[^\s();]+", text)]


@pytest.mark.parametrize("path", PDDL, ids=lambda path: "-".join(path.parts[-3:]))
def test_pddl(path) -> None:  # type: ignore[no-untyped-def]
    text = path.read_text("utf-8")
    found = formatted_pddl(text)
    assert tokens(found) == tokens(text)
    assert formatted_pddl(found) == found
    assert formatted_pddl(" ".join(text.splitlines()).replace("  ", " ")) if ";" not in text else True
    code = [line.split(";")[0] for line in found.splitlines()]
    assert all(len(line) <= WIDTH + len(")" * 10) for line in code)


@pytest.mark.parametrize("path", RDDL, ids=lambda path: "-".join(path.parts[-3:]))
def test_rddl(path) -> None:  # type: ignore[no-untyped-def]
    text = path.read_text("utf-8")
    found = formatted_rddl(text)
    assert found.split() == text.split()
    assert formatted_rddl(found) == found
    # The indentation does not depend on what it was.
    assert formatted_rddl("\n".join(line.strip() for line in found.splitlines())) == found or "/*" in text


def test_one_layout_whatever_the_blanks_were() -> None:
    text = "(define (problem p) (:domain d)\n(:objects a b - t c - u)(:init (p a)\n(p b)) (:goal (and (p a)(q b))))"
    wanted = """(define (problem p)
  (:domain d)
  (:objects a b - t c - u)
  (:init (p a) (p b))
  (:goal (and (p a) (q b))))
"""
    assert formatted_pddl(text) == wanted
    assert formatted_pddl(" \n ".join(tokens(text))) == wanted


def test_comments_stay_where_they_are() -> None:
    text = """; head

(define (domain d) ; beside

  ; above
  (:predicates (p) ; of p
    (q)
    ; last
  ))
; end"""
    assert (
        formatted_pddl(text)
        == """; head

(define (domain d) ; beside

  ; above
  (:predicates
    (p) ; of p
    (q)
    ; last
  ))
; end
"""
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(define (domain d)", "this parenthesis is not closed"),
        ("(define (domain d)))", "this parenthesis closes nothing"),
        ("(" * 5000 + ")" * 5000, "parentheses nest more than 100 deep"),
    ],
)
def test_parentheses_that_do_not_balance(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message) as caught:
        formatted_pddl(text)
    assert caught.value.span is not None


def test_rddl_lines_go_on() -> None:
    text = "cpfs {\n/* a\n  b */\np' = if (a)\nthen b\nelse c;\nq' = [\n1 +\n2];\n\n\n};}"
    assert (
        formatted_rddl(text)
        == """cpfs {
  /* a
  b */
  p' = if (a)
    then b
    else c;
  q' = [
    1 +
      2];

};}
"""
    )


@pytest.mark.parametrize("text", ["", "\n\n", "}", "/* open", "domain d {"])
def test_half_written_rddl(text: str) -> None:
    assert formatted_rddl(text).split() == text.split()
