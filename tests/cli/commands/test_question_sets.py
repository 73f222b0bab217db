"""relgym questions and relgym grade: JSON lines, files, grades, exit codes."""

from __future__ import annotations

import json

import pytest

import relgym.cli.commands.question_sets as command
from relgym.data.question_sets.question import KINDS, TaskQuestion
from relgym.errors import RelgymError


def test_questions_for_people(run):
    ran = run("questions", "blocks", "0", "--kind", "applicable", "--count", "2")
    assert ran.code == 0
    assert ran.out.count("Is it possible to") == 2
    assert sorted(line.split(".")[0] for line in ran.out.splitlines() if "Answer" in line) == [
        "Answer: no",
        "Answer: yes",
    ]


def test_json_lines(run):
    ran = run("questions", "blocks", "0", "-k", "applicable", "-n", "6", "-f", "choice", "--json")
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert len(lines) == 6
    assert {line["group"] for line in lines} == {"applicable_actions_mc"}


def test_the_form_of_acpbench(run, tmp_path):
    file = tmp_path / "hard.jsonl"
    ran = run("questions", "blocks", "0", "-n", "24", "-f", "open", "--format", "acpbench", "-o", str(file))
    assert (ran.code, ran.out) == (0, f"24 questions in {file}\n")
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert len({line["group"] for line in lines}) == 8
    ran = run("grade", str(file), str(file))
    assert (ran.code, "those of --format acpbench are for the validators of ACPBench" in ran.err) == (1, True)
    assert {*lines[0]} == {"id", "group", "context", "question", "answer", "PDDL_domain", "PDDL_problem"}


def test_a_folder_of_tasks(run, tmp_path):
    folder = tmp_path / "tasks"
    ran = run("questions", "blocks", "0", "-n", "4", "--format", "tasks", "-o", str(folder))
    assert (ran.code, ran.out) == (0, f"4 questions, and tasks that ask them, in {folder}\n")
    assert (folder / "inspect_task.py").exists()
    rows = [json.loads(line) for line in (folder / "questions.jsonl").read_text().splitlines()]
    answers = tmp_path / "answers.jsonl"
    answers.write_text("".join(json.dumps({"id": row["id"], "answer": row["answer"]}) + "\n" for row in rows))
    assert run("grade", str(folder / "questions.jsonl"), str(answers)).out == "4 of 4 correct, score 1.000\n"
    ran = run("questions", "blocks", "0", "-n", "4", "--format", "tasks")
    assert (ran.code, ran.err) == (1, "error: tasks are files in a folder\nexpected: --output FOLDER\n")
    (tmp_path / "file").write_text("x")
    ran = run("questions", "blocks", "0", "-n", "4", "--format", "tasks", "-o", str(tmp_path / "file"))
    assert (ran.code, "cannot write the folder" in ran.err) == (1, True)


def test_a_file(run, tmp_path):
    file = tmp_path / "asked.jsonl"
    ran = run("questions", "blocks", "-k", "applicable", "-k", "why-not", "-n", "40", "-o", str(file), "--json")
    assert ran.json == {
        "file": str(file),
        "questions": 40,
        "groups": {"applicable_actions_bool": 20, "why_not_bool": 20},
    }
    first = file.read_bytes()
    assert len(first.splitlines()) == 40
    run("questions", "blocks", "-k", "applicable", "-k", "why-not", "-n", "40", "-o", str(file))
    assert file.read_bytes() == first
    assert [*tmp_path.iterdir()] == [file]


def test_files_of_a_user(run, files):
    ran = run("questions", "ferry.pddl", "crossing.pddl", "-k", "applicable", "-n", "4", "--json")
    assert {json.loads(line)["domain"] for line in ran.out.splitlines()} == {"ferry"}


def test_an_interrupt_keeps_what_is_made(run, tmp_path, monkeypatch):
    made = command.questions

    def interrupted(*arguments, **options):
        for number, question in enumerate(made(*arguments, **options)):
            if number == 7:
                raise KeyboardInterrupt
            yield question

    monkeypatch.setattr(command, "questions", interrupted)
    file = tmp_path / "asked.jsonl"
    ran = run("questions", "blocks", "-k", "applicable", "-n", "40", "-o", str(file))
    assert ran.err.splitlines()[-1] == "interrupted: the file has what was made until now"
    assert [json.loads(line)["kind"] for line in file.read_text().splitlines()] == ["applicable"] * 7


def test_an_error_leaves_the_old_file(run, tmp_path, monkeypatch):
    def failing(*arguments, **options):
        yield from ()
        raise ZeroDivisionError

    monkeypatch.setattr(command, "questions", failing)
    file = tmp_path / "asked.jsonl"
    file.write_text("old")
    with pytest.raises(ZeroDivisionError):
        run("questions", "blocks", "-k", "applicable", "-o", str(file))
    assert file.read_text() == "old"
    assert [*tmp_path.iterdir()] == [file]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (
            ("questions", "sysadmin", "0", "-k", "landmark"),
            "landmark: the domain is RDDL, whose kinds are applicable, progression, validation, derived, why-not,",
        ),
        (("questions", "blocks", "0", "-k", "reward"), "reward: the domain is PDDL, whose kinds are applicable,"),
        (("questions", "blocks", "99"), "'blocks' has no train problem 99"),
        (("questions", "blocks", "0", "-k", "why"), "there is no kind of questions 'why'"),
        (("questions", "blocks", "0", "--format", "csv"), "there is no format 'csv'"),
        (
            ("questions", "blocks", "0", "--format", "acpbench", "-k", "goal"),
            "ACPBench has no questions of the kind 'goal'",
        ),
        (
            ("questions", "blocks", "0", "--format", "acpbench", "-k", "aplicable"),
            "there is no kind of questions 'aplicable'",
        ),
        (("questions", "ferry.pddl"), "there is no problem"),
        (("questions", "blocks", "0", "-n", "0"), "--count"),
        (("questions", "blocks", "0", "-o", "nowhere/asked.jsonl"), "cannot write the file"),
    ],
)
def test_wrong_input(run, files, arguments, error):
    ran = run(*arguments)
    assert ran.code == 1
    assert error in ran.err


@pytest.fixture
def asked(run, tmp_path):
    file = tmp_path / "asked.jsonl"
    run("questions", "blocks", "0", "-k", "applicable", "-n", "3", "-f", "boolean", "-f", "open", "-o", str(file))
    return file


def test_grades(run, tmp_path, asked):
    lines = [json.loads(line) for line in asked.read_text().splitlines()]
    answers = tmp_path / "answers.txt"
    answers.write_text("".join(f"{line['answer']}\n" for line in lines))
    ran = run("grade", str(asked), str(answers))
    assert (ran.code, ran.out) == (0, "3 of 3 correct, score 1.000\n")
    told = [{"id": line["id"], "answer": "perhaps"} for line in lines[:2]]
    answers.write_text("".join(f"{json.dumps(each)}\n" for each in told))
    ran = run("grade", str(asked), str(answers), "--json")
    assert (ran.code, ran.json["correct"], ran.json["score"]) == (2, 0, 0.0)
    assert ran.json["grades"][2]["reason"] == "there is no answer"
    assert ran.json["unread"] == 3
    ran = run("grade", str(asked), str(answers))
    assert ran.out.splitlines()[-1] == "0 of 3 correct, 3 not graded, score 0.000"


def test_wrong_answer_files(run, tmp_path, asked):
    answers = tmp_path / "answers.txt"
    answers.write_text("yes\n")
    ran = run("grade", str(asked), str(answers))
    assert (ran.code, "there are 1 answers to 3 questions" in ran.err) == (1, True)
    answers.write_text('{"id": 5, "answer": "yes"}\n')
    assert "there is no question 5" in run("grade", str(asked), str(answers)).err
    answers.write_text('{"id": "5"}\n')
    assert "answers.txt:1: there is no answer, or it is no text" in run("grade", str(asked), str(answers)).err
    answers.write_text('{"id": true, "answer": "yes"}\n')
    assert (
        "answers.txt:1: an answer has no id, the number of its question" in run("grade", str(asked), str(answers)).err
    )
    own = json.loads(asked.read_text().splitlines()[0])["id"]
    answers.write_text(f'{{"id": {own}, "answer": "yes"}}\n' * 2)
    assert f"answers.txt:2: there is another answer to question {own}" in run("grade", str(asked), str(answers)).err
    text = asked.read_text()
    asked.write_text(text[:-40])
    ran = run("grade", str(asked), str(answers))
    assert ran.code == 1
    assert "asked.jsonl:3: this is no JSON" in ran.err
    assert "hint: the file may have been cut short" in ran.err
    assert run("grade", str(asked), str(tmp_path / "none.txt")).code == 1


DAMAGES = {
    "question": (7, "'question' of a question cannot be 7", "a text"),
    "choices": ("x", "'choices' of a question cannot be 'x'", "an object with the choices in 'text'"),
    "state": ([1], "'state' of a question cannot be [1]", "an object"),
    "subjects": (5, "'subjects' of a question cannot be 5", "a list of texts"),
    "plan": ([1], "'plan' of a question cannot be [1]", "a list of texts"),
    "kind": (["a"], "there is no kind of questions ['a']", " or ".join(map(repr, KINDS))),
    "form": ("essay", "there is no form of answers 'essay'", "'boolean' or 'choice' or 'open'"),
    "answer": ("maybe", "'answer' of a question cannot be 'maybe'", "yes or no"),
    "validator": ([], "'validator' of a question cannot be []", "an object with the keys 'check' and 'accepted'"),
}
"""For a key of a question a wrong value, the error and what is expected."""


@pytest.mark.parametrize("key", DAMAGES)
def test_damaged_questions(run, tmp_path, asked, key):
    value, error, expected = DAMAGES[key]
    lines = asked.read_text().splitlines()
    lines[1] = json.dumps({**json.loads(lines[0]), key: value})
    asked.write_text("\n".join(lines))
    (tmp_path / "answers.txt").write_text("yes\n" * 3)
    ran = run("grade", str(asked), str(tmp_path / "answers.txt"))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.splitlines() == [
        f"error: {asked}:2: {error}",
        f"expected: {expected}",
        "hint: `relgym questions -o FILE` writes such lines",
    ]


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"form": "open"}, "an open question has no validator"),
        ({"form": "choice"}, "'choices' of a question cannot be []"),
        ({"form": "choice", "choices": {"text": ["a", "b"]}, "answer": "C"}, "'answer' of a question cannot be 'C'"),
        ({"validator": {"check": "magic", "accepted": []}}, "there is no check of answers 'magic'"),
        ({"validator": {"check": "number", "accepted": ["many"]}}, "'accepted' of a question cannot be ['many']"),
    ],
)
def test_questions_that_no_answer_fits(asked, changes, error):
    line = {**json.loads(asked.read_text().splitlines()[0]), **changes}
    with pytest.raises(RelgymError) as told:
        TaskQuestion.from_json(line)
    assert told.value.message == error and told.value.expected


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", ": there are no questions"),
        ("[" * 100_000, ":1: this is no JSON: it is nested too deeply"),
        ("1" * 5000, ":1: this is no JSON: Exceeds the limit (4300 digits) for integer string conversion"),
        ("{'a': 1}", ":1: this is no JSON: Expecting property name enclosed in double quotes"),
    ],
)
def test_files_without_questions(run, tmp_path, text, error):
    file = tmp_path / "asked.jsonl"
    file.write_text(text)
    ran = run("grade", str(file), str(file))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.splitlines() == [
        f"error: {file}{error}",
        "expected: a question on each line, as `relgym questions -o FILE` writes it",
        "hint: the file may have been cut short",
    ]


def test_more_questions_than_there_are(run, tmp_path):
    file = tmp_path / "asked.jsonl"
    ran = run("questions", "blocks", "0", "-k", "next-action", "-n", "1000000000", "-o", str(file))
    count = len(file.read_text().splitlines())
    assert (ran.code, ran.err) == (0, f"there are no more questions of this kind: {count} of 1000000000\n")
    assert 0 < count < 1000
