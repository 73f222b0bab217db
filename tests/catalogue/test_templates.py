"""Templates of text.toml: every wrong key is reported with its file, and the words are those of the file."""

from __future__ import annotations

import shutil

import pytest

import relgym
from relgym.catalogue.domains import read_spec, spec
from relgym.catalogue.templates import check_templates, read_templates, templates_of
from relgym.data import problems_of, questions
from relgym.data.question_sets.wording import Wording
from relgym.errors import RelgymError

DOMAIN = """
(define (domain d) (:requirements :adl :numeric-fluents)
  (:types van car - vehicle vehicle town)
  (:predicates (at ?v - vehicle ?t - town) (is-open ?t - town) (raining) (near ?a ?b - town) (links ?a ?b ?c - town))
  (:functions (fuel ?v - vehicle) (tolls-paid))
  (:action go :parameters (?v - vehicle ?from ?to - town)
    :precondition (and (at ?v ?from) (>= (fuel ?v) (* 2 (+ 1/2 (tolls-paid))))
                       (forall (?x - town) (imply (raining) (is-open ?x))) (not (= ?from ?to)))
    :effect (and (at ?v ?to) (not (at ?v ?from)) (decrease (fuel ?v) 1))))
"""

PROBLEM = """
(define (problem p) (:domain d) (:objects v1 - van blue - car a b - town)
  (:init (at v1 a) (at blue b) (near a b) (links a b a) (= (fuel v1) 3/2) (= (tolls-paid) 0)) (:goal (at v1 b)))
"""


@pytest.fixture(scope="module")
def task():
    return relgym.load(DOMAIN, PROBLEM)


def test_default_words(task):
    wording = Wording(task)
    assert wording.text("(at v1 a)") == "v1 is at a"
    assert wording.text("(is-open a)") == "a is open"
    assert wording.text("(raining)") == '"raining" holds'
    assert wording.text("(near a b)") == "a is near b"
    assert wording.text("(links a b a)") == 'a, b and a are in the relation "links"'
    assert wording.text("(go v1 a b)") == "go v1 a b"
    first, second, third, fourth = task.actions["go"].precondition.parts
    assert wording.formula(first) == "vehicle ?v is at town ?from"
    assert wording.formula(second) == "the fuel of vehicle ?v is at least 2 times (0.5 plus the tolls paid)"
    assert wording.formula(third) == 'for every town ?x: (if "raining" holds, then town ?x is open)'
    assert wording.formula(fourth) == "town ?from and town ?to are different"


def test_templates(task):
    templates = templates_of(
        {
            "types": {"vehicle": "vehicle {name}", "car": "the {name} car", "van": "v {name}"},
            "predicates": {"at": "{v} stands in {t}"},
            "functions": {"fuel": "the petrol of {v}"},
            "actions": {"go": "drive {v} to {to}"},
        }
    )
    wording = Wording(task, templates)
    # The name of v1 begins with the words for its type.
    assert wording.text("(at v1 a)") == "v1 stands in a"
    assert wording.text("(at blue b)") == "the blue car stands in b"
    assert wording.text("(go blue b a)") == "drive the blue car to a"
    assert wording.fluent("fuel", task.actions["go"].parameters[:1]) == "the petrol of vehicle ?v"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("predicates = 3", "predicates: Input should be a table"),
        ("[predicate]", "predicate: unknown key; did you mean 'predicates'?"),
        ("[predicates]\nat = ''", "predicates.at: String should have at least 1 character"),
        ("[predicates]\nraning = 'x'", "predicates.raning: there is no predicate 'raning'; did you mean 'raining'?"),
        ("[predicates]\nat = '{v} {x}'", "predicates.at: there is no parameter 'x'; there are v, t"),
        ("[actions]\ngo = 'go {form}'", "actions.go: there is no parameter 'form'; did you mean 'from'?"),
        ("[functions]\nfuel = '{c}'", "functions.fuel: there is no parameter 'c'; there are v"),
        ("[types]\nvan = 'a van'", "types.van: 'a van' should have the placeholder {name} once"),
        ("[types]\nvna = '{name}'", "types.vna: there is no type 'vna'; did you mean 'van'?"),
        ("about = ", "Invalid value"),
    ],
)
def test_wrong_templates(task, tmp_path, text, message):
    file = tmp_path / "text.toml"
    file.write_text(text)
    with pytest.raises(RelgymError) as error:
        check_templates(read_templates(file), task)
    assert str(error.value).startswith(f"{file}: ")
    assert message in str(error.value)


def test_a_missing_file(tmp_path):
    with pytest.raises(RelgymError, match=r"text\.toml: No such file or directory"):
        read_templates(tmp_path / "text.toml")


def test_the_file_of_a_folder_is_checked(tmp_path):
    folder = tmp_path / "blocks"
    shutil.copytree(spec("blocks").folder, folder)
    own = read_spec(folder)
    own.check()
    (folder / "text.toml").write_text("[predicates]\non = '{x} is on {z}'\n")
    with pytest.raises(RelgymError, match=r"text\.toml: predicates\.on: there is no parameter 'z'"):
        own.check()
    with pytest.raises(RelgymError, match=r"text\.toml: predicates\.on: there is no parameter 'z'"):
        questions(problems_of(own)[:1], "applicable")
    (folder / "text.toml").unlink()
    assert "b1 is ontable" in next(questions(problems_of(own)[:1], "applicable")).context
