"""Answers about RDDL are those that the reference engine gives from the texts of a question alone."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from math import isclose

import pytest

import relgym
from relgym.data import QuestionProblem, grade, problems_of, questions
from relgym.data.question_sets.question import FORMS, LABELS
from relgym.data.question_sets.rddl.wording import decimal
from relgym.data.question_sets.registry import RDDL_MODULES
from relgym.errors import UnsupportedFeature

DOMAIN = """domain lights {
    types { room : object; };
    pvariables {
        NEXT(room, room) : { non-fluent, bool, default = false };
        lit(room) : { state-fluent, bool, default = false };
        used : { state-fluent, int, default = 0 };
        press(room) : { action-fluent, bool, default = false };
        dial : { action-fluent, real, default = 0.0 };
        touched(room) : { interm-fluent, bool };
        cost : { interm-fluent, real };
    };
    cpfs {
        touched(?r) = press(?r) | exists_{?q : room} (NEXT(?q, ?r) ^ press(?q));
        cost = dial * 0.5 + sum_{?r : room} touched(?r);
        lit'(?r) = if (touched(?r)) then CHANGE else lit(?r);
        used' = used + sum_{?r : room} press(?r);
    };
    reward = (sum_{?r : room} lit'(?r)) - cost;
    action-preconditions {
        forall_{?r : room} (press(?r) => (used < 4));
        forall_{?r : room} (press(?r) => ~lit(?r));
        dial >= 0; dial <= 2;
    };
}"""
INSTANCE = """instance house { domain = lights; objects { room : {attic, cellar, hall}; };
    non-fluents { NEXT(hall, attic); }; init-state { lit(cellar); }; max-nondef-actions = 2; horizon = 20; }"""

CERTAIN, RANDOM = (DOMAIN.replace("CHANGE", change) for change in ("~lit(?r)", "Bernoulli(0.25)"))


@cache
def made(domain: str, kind: str, form: str, count: int = 24):
    instance = relgym.load(domain, INSTANCE)
    return [*questions(QuestionProblem(instance, "house"), kind, count, seed=3, form=form)]


@cache
def reference(domain: str):
    return relgym.Reasoner(relgym.load(domain, INSTANCE), "sld")


class Truth:
    """What the reference engine says about one question."""

    def __init__(self, domain, question):
        self.reasoner = reference(domain)
        self.state = self.reasoner.state_from_json(question.state)
        self.plan = [json.loads(text) for text in question.plan]
        self.question = question

    def claim(self, subject: str) -> bool:
        """Return whether the statement about a subject is true."""
        match self.question.kind:
            case "applicable":
                return self.reasoner.is_valid(self.state, json.loads(subject))
            case "progression":
                return self.chance(subject) > 0
            case "derived":
                cell, value = subject.split(" = ")
                return self.text(self.reasoner.value(self.state, self.rddl(cell), self.plan[0])) == value
            case "reward":
                return decimal(self.reward()) == subject
            case "why-not":
                return not self.holds(subject)
            case "validation":
                return self.first_failing() == subject
        raise AssertionError(self.question.kind)

    def outcomes(self):
        return self.reasoner.outcomes(self.state, self.plan[0])

    def after(self, outcome, cell: str):
        return outcome.state[cell.strip("()").replace(" ", "___", 1)]

    def chance(self, subject: str) -> float:
        cell, value = subject.split(" = ")
        return sum(each.probability for each in self.outcomes() if self.text(self.after(each, cell)) == value)

    def reward(self) -> float:
        return sum(each.probability * each.reward for each in self.outcomes())

    def rddl(self, cell: str) -> str:
        name, *items = cell.strip("()").split()
        return f"{name}({', '.join(items)})" if items else name

    def text(self, value) -> str:
        return str(value).lower() if isinstance(value, bool) else decimal(value)

    def holds(self, condition: str) -> bool:
        limit = re.fullmatch(r"at most (\d) action cells .*", condition)
        if limit:
            return len(self.plan[0]) <= int(limit[1])
        formula, _, objects = condition.partition(", for ")
        for variable, item in re.findall(r"(\?\w+) = (\w+)", objects):
            formula = formula.replace(variable, item)
        return self.reasoner.holds(self.state, formula, self.plan[0])

    def first_failing(self) -> str:
        state = self.state
        for place, action in enumerate(self.plan, 1):
            if not self.reasoner.is_valid(state, action):
                return str(place)
            state = self.reasoner.successor(state, action)
        return "valid"

    def open(self) -> str:
        """Return the right answer to an open question."""
        reasoner, cells = self.reasoner, self.reasoner.states
        match self.question.kind:
            case "progression" if "What is the probability" in self.question.question:
                statement = re.search(r'afterwards "(\w+)" of (\w+) is (\w+)\?', self.question.question)
                if statement is None:
                    statement = re.search(r'afterwards "(\w+)"() is (\w+)\?', self.question.question)
                name, item, value = statement.groups()
                return decimal(self.chance(f"({name}{f' {item}' if item else ''}) = {value}"))
            case "progression":
                [outcome] = self.outcomes()
                if self.question.subjects:
                    return decimal(self.after(outcome, self.question.subjects[0]))
                return " ".join(
                    f"({name.replace('___', ' ')})" for name in cells if outcome.state[name] != self.state[name]
                )
            case "derived" if self.question.subjects:
                return decimal(reasoner.value(self.state, self.rddl(self.question.subjects[0]), self.plan[0]))
            case "derived":
                rows = reasoner.answers(self.state, "touched(?r)", self.plan[0]).rows
                return " ".join(f"(touched {room})" for (room,) in rows) or "none"
            case "reward":
                return decimal(self.reward())
            case "why-not":
                listed = re.search(r"The conditions are: (.*)\. Which of them", self.question.question)[1]
                numbered = re.findall(r"(\d)\. (.*?)(?=; \d\. |$)", listed)
                return " ".join(number for number, text in numbered if not self.holds(text))
            case "validation":
                return self.first_failing()
        raise AssertionError(self.question.kind)


@pytest.mark.parametrize("kind", RDDL_MODULES)
@pytest.mark.parametrize("domain", [CERTAIN, RANDOM], ids=["certain", "random"])
def test_answers(domain, kind):
    if domain is RANDOM and kind == "validation":
        with pytest.raises(UnsupportedFeature, match="steps have random results"):
            made(domain, kind, "boolean")
        return
    for form in FORMS:
        found = made(domain, kind, form)
        # An open question about actions asks for truth values, and one action of this domain is a number.
        assert len(found) == (0 if (kind, form) == ("applicable", "open") else 24)
        for question in found:
            truth = Truth(domain, question)
            if form == "boolean":
                assert question.answer == ("yes" if truth.claim(question.subjects[0]) else "no"), question
            elif form == "choice":
                right = [label for label, each in zip(LABELS, question.subjects, strict=True) if truth.claim(each)]
                assert right == [question.answer], question
            else:
                assert grade(question, truth.open()).correct, question


def test_the_actions_that_can_be_taken_alone():
    domain = CERTAIN.replace("dial : { action-fluent, real, default = 0.0 };", "").replace("dial >= 0; dial <= 2;", "")
    domain = domain.replace("dial * 0.5 + ", "")
    for question in made(domain, "applicable", "open", 5):
        truth = Truth(domain, question)
        rooms = ("attic", "cellar", "hall")
        able = [room for room in rooms if truth.reasoner.is_valid(truth.state, {f"press___{room}": True})]
        assert grade(question, " ".join(f"(press {room})" for room in able) or "none").correct, question


@pytest.mark.parametrize("kind", ["applicable", "why-not", "validation"])
def test_numbers_of_actions_stay_within_their_bounds(kind):
    """A value beyond the bounds that preconditions set is no value of an action: no reasoner takes it."""
    wrong = dials = 0
    for question in made(CERTAIN, kind, "boolean"):
        state = reference(CERTAIN).state_from_json(question.state)
        for text in question.plan or question.subjects:
            action = json.loads(text)
            assert reference(CERTAIN).explain(state, action) is not None
            wrong += not reference(CERTAIN).is_valid(state, action)
            dials += "dial" in action
    assert wrong and dials


def test_bounds_alone_refuse_no_action():
    """Where all conditions are bounds, there is no action of which to ask why it cannot be taken."""
    domain = re.sub(r"forall_.*?;\n", "", CERTAIN)
    instance = relgym.load(domain, INSTANCE.replace("max-nondef-actions = 2; ", ""))
    with pytest.raises(UnsupportedFeature, match="no action within its bounds was found that cannot be taken"):
        next(questions(QuestionProblem(instance, "house"), "why-not", 1))


def test_balance_seeds_and_repetitions():
    for kind in RDDL_MODULES:
        found = [*made(CERTAIN, kind, "boolean", 60), *made(CERTAIN, kind, "choice", 60)]
        answers = Counter(question.answer for question in found)
        assert answers["yes"] == answers["no"] > 0
        assert max(answers[label] for label in LABELS) - min(answers[label] for label in LABELS) <= 1
        assert len({(question.context, question.question) for question in found}) == len(found)
        made.cache_clear()
        assert [each.to_json() for each in made(CERTAIN, kind, "boolean", 60)] == [q.to_json() for q in found[:60]]


def test_the_catalogue_has_questions_and_refuses_other_kinds():
    problems = problems_of("sysadmin", "train")[:1]
    found = [*questions(problems, None, 20, form=["boolean", "open"])]
    assert {question.split for question in found} == {"train"}
    assert {question.kind for question in found} == {"applicable", "progression", "derived", "why-not", "reward"}
    assert "The rules of a step, in RDDL: " in found[0].context
    assert isclose(float(next(q for q in found if (q.kind, q.form) == ("reward", "open")).answer) % 0.25, 0)
    with pytest.raises(UnsupportedFeature, match="the domain is RDDL, whose kinds are applicable, progression,"):
        questions(problems, "reachable")
