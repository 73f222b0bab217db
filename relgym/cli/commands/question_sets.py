"""The commands that make question sets and grade answers: questions, grade."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from relgym.arguments import check_one_of
from relgym.catalogue.entries import meant
from relgym.cli import completion, forms
from relgym.cli.codes import NoAnswer
from relgym.cli.options import Axioms, DomainFile, Json, file_of_problem
from relgym.cli.output import replacing
from relgym.data.question_sets.acpbench import acpbench_rows
from relgym.data.question_sets.grading import Grade, grade
from relgym.data.question_sets.making import questions
from relgym.data.question_sets.problem import QuestionProblem, problem_of_files, problems_of
from relgym.data.question_sets.question import FORMS, KINDS, Form, Kind, TaskQuestion
from relgym.data.question_sets.task_files import write_tasks
from relgym.errors import RelgymError
from relgym.progress import counting

_QUESTIONS = "a question on each line, as `relgym questions -o FILE` writes it"
FORMATS = ("relgym", "acpbench", "tasks")
"""The forms of what is written: JSON lines of two kinds, or a folder."""

_CUT = "the file may have been cut short"


def make_questions(
    domain: DomainFile,
    problem: Annotated[
        str | None,
        typer.Argument(
            metavar="PROBLEM",
            help="A problem file; for a domain that comes with relgym its number or name, or nothing for all of them.",
            autocompletion=completion.problems,
        ),
    ] = None,
    kinds: Annotated[
        list[str] | None,
        typer.Option("--kind", "-k", metavar="KIND", help=f"{', '.join(KINDS)}; may be given several times."),
    ] = None,
    count: Annotated[int, typer.Option("--count", "-n", metavar="N", min=1, help="How many questions.")] = 10,
    seed: Annotated[int, typer.Option("--seed", "-s", metavar="N", min=0, help="The seed of all that is drawn.")] = 0,
    form: Annotated[
        list[str] | None,
        typer.Option("--form", "-f", metavar="FORM", help=f"{', '.join(FORMS)}; may be given several times."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write JSON lines into this file, or tasks into this folder."
        ),
    ] = None,
    file_format: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help=f"{', '.join(FORMATS)}: JSON lines, those of ACPBench, or a folder of tasks for Inspect, "
            "lm-evaluation-harness and verifiers.",
        ),
    ] = "relgym",
    axioms: Axioms = None,
    as_json: Json = False,
) -> None:
    """Make questions about a problem, with verified answers.

    With --json, or into a file, each question is a line of JSON.

    \b
    relgym questions blocks 0 --kind applicable --count 4
    relgym questions blocks --count 10000 --form boolean --form choice -o blocks.jsonl
    relgym questions domain.pddl problem.pddl --kind why-not --form open --json
    relgym questions sysadmin 0 --kind reward
    relgym questions blocks 0 --form open --format acpbench -o hard.jsonl
    """
    check_one_of("format", file_format, FORMATS)
    if file_format == "tasks" and output is None:
        raise RelgymError("tasks are files in a folder", expected="--output FOLDER")
    problems = _problems(domain, problem, axioms)
    left_out: dict[str, str] = {}

    def leave_out(kind: str, name: str, reason: str) -> None:
        left_out.setdefault(kind, reason)

    # The function checks the names.
    named = cast(list[Kind] | None, kinds or None)
    wanted = cast(list[Form], form or ["boolean"])
    made: Iterator[dict[str, Any]] | Iterator[TaskQuestion]
    if file_format == "acpbench":
        for each, known, what in ((kinds, KINDS, "kind of questions"), (form, FORMS, "form of answers")):
            for name in each or ():
                check_one_of(what, name, known)
        made = acpbench_rows(problems, named, wanted, count, seed, leave_out)
    else:
        made = questions(problems, named, count, seed, wanted, left_out=leave_out)
    if kinds is None:
        for kind, reason in left_out.items():
            typer.echo(f"left out: {kind}: {reason}", err=True)
    groups: Counter[str] = Counter()
    interrupted = False
    if file_format == "tasks" and output is not None:
        groups = _write_tasks(output, cast(Iterator[TaskQuestion], made))
        typer.echo(f"{groups.total()} questions, and tasks that ask them, in {output}")
    elif output is None:
        for question in made:
            groups[_data(question)["group"]] += 1
            plain = isinstance(question, TaskQuestion) and not as_json
            typer.echo(_shown(question) if plain else forms.text_of(_data(question)))  # type: ignore[arg-type]
    else:
        interrupted = _write(output, made, groups)
        answer = {"file": str(output), "questions": groups.total(), "groups": dict(sorted(groups.items()))}
        typer.echo(forms.text_of(answer) if as_json else f"{groups.total()} questions in {output}")
    if interrupted:
        typer.echo("interrupted: the file has what was made until now", err=True)
    elif groups.total() < count:
        typer.echo(f"there are no more questions of this kind: {groups.total()} of {count}", err=True)


def _problems(domain: str, problem: str | None, axioms: list[str] | None) -> list[QuestionProblem]:
    named = meant(domain)
    if named is None:
        return [problem_of_files(Path(domain), file_of_problem(domain, problem), axioms or ())]
    if axioms:
        raise RelgymError("a domain that comes with relgym has its own axioms", hint="leave --axioms out")
    if problem is None:
        return problems_of(named.spec)
    path = named.spec.problem(*named.named(problem))
    return [
        each
        for each in problems_of(named.spec, "test" if path.parent.name == "test" else "train")
        if each.name == path.stem
    ]


def _shown(question: TaskQuestion) -> str:
    """A question for people."""
    return f"{question.context}\n\n{question.question}\nAnswer: {question.answer}. {question.rationale}\n"


def _write_tasks(folder: Path, made: Iterator[TaskQuestion]) -> Counter[str]:
    try:
        return write_tasks(made, folder)
    except OSError as error:
        raise RelgymError(f"cannot write the folder '{folder}': {(error.strerror or str(error)).lower()}") from None


def _data(question: TaskQuestion | dict[str, Any]) -> dict[str, Any]:
    return question.to_json() if isinstance(question, TaskQuestion) else question


def _write(output: Path, made: Iterator[TaskQuestion] | Iterator[dict[str, Any]], groups: Counter[str]) -> bool:
    """Write questions into a file; return True if an interrupt ended this early, with the questions until then."""
    with replacing(output) as file, counting("asking", "questions") as show:
        try:
            for question in made:
                data = _data(question)
                file.write(f"{json.dumps(data, ensure_ascii=False)}\n".encode())
                groups[data["group"]] += 1
                show(groups.total())
        except KeyboardInterrupt:
            return True
    return False


def grade_answers(
    asked: Annotated[Path, typer.Argument(metavar="FILE", help="Questions as `relgym questions -o FILE` writes them.")],
    answers: Annotated[
        Path,
        typer.Argument(
            metavar="ANSWERS",
            help='Answers: a line for each question in the same order, or JSON lines {"id": ..., "answer": "..."}.',
        ),
    ],
    as_json: Json = False,
) -> None:
    """Grade the answers to the questions of a file. The exit code is 0 if all of them are correct, and else 2.

    \b
    relgym grade blocks.jsonl answers.txt
    relgym grade blocks.jsonl answers.jsonl --json
    """
    items = [_parsed(line, f"{asked}:{number}") for number, line in _lines(asked)]
    if not items:
        raise RelgymError(f"{asked}: there are no questions", expected=_QUESTIONS, hint=_CUT)
    given = _answers(answers, items)
    grades: list[tuple[TaskQuestion, Grade]] = []
    for (_, question), answer in zip(items, given, strict=True):
        if answer is None:
            grades.append((question, Grade(False, 0.0, "there is no answer")))
        else:
            grades.append((question, grade(question, answer)))
    right = sum(each.correct for _, each in grades)
    unread = sum(each.read is None for _, each in grades)
    score = sum(each.score for _, each in grades) / len(grades) if grades else 0.0
    if as_json:
        listed = [{"id": question.id, "group": question.group, **each.to_json()} for question, each in grades]
        form = {
            "questions": len(grades),
            "correct": right,
            "unread": unread,
            "score": round(score, 4),
            "grades": listed,
        }
        typer.echo(forms.text_of(form))
    else:
        for number, (question, each) in enumerate(grades, 1):
            if not each.correct:
                typer.echo(f"{number} ({question.group}): {each.reason}")
        not_read = f", {unread} not graded" if unread else ""
        typer.echo(f"{right} of {len(grades)} correct{not_read}, score {score:.3f}")
    if right < len(grades):
        raise NoAnswer


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file that are not empty, with their numbers."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise RelgymError(f"cannot read the file '{path}': {(error.strerror or str(error)).lower()}") from None
    except UnicodeDecodeError:
        raise RelgymError(f"the file '{path}' is not a text", expected="UTF-8") from None
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield number, line


def _parsed(line: str, where: str) -> tuple[str, TaskQuestion]:
    try:
        return where, TaskQuestion.from_json(json.loads(line))
    except (ValueError, RecursionError) as error:
        raise RelgymError(f"{where}: this is no JSON: {_reason(error)}", expected=_QUESTIONS, hint=_CUT) from None
    except RelgymError as error:
        hint = "`relgym questions -o FILE` writes such lines"
        if '"PDDL_problem"' in line:
            hint += "; those of --format acpbench are for the validators of ACPBench"
        raise RelgymError(f"{where}: {error.message}", expected=error.expected, hint=hint) from None


def _reason(error: ValueError | RecursionError) -> str:
    """Why a line is no JSON, without the place within it."""
    return "it is nested too deeply" if isinstance(error, RecursionError) else str(error).partition(":")[0]


def _answers(path: Path, items: list[tuple[str, TaskQuestion]]) -> list[str | None]:
    """The answers of a file, in the order of the questions."""
    lines = list(_lines(path))
    if lines and all(line.lstrip().startswith("{") for _, line in lines):
        by_id: dict[int, str] = {}
        for number, line in lines:
            question_id, answer = _object(line, f"{path}:{number}")
            if question_id in by_id:
                raise RelgymError(
                    f"{path}:{number}: there is another answer to question {question_id}", expected="one for each"
                )
            by_id[question_id] = answer
        known = {question.id for _, question in items}
        if unknown := by_id.keys() - known:
            raise RelgymError(
                f"{path}: there is no question {min(unknown)}", expected="answers to the questions of the other file"
            )
        return [by_id.get(question.id) for _, question in items]
    if len(lines) != len(items):
        raise RelgymError(
            f"{path}: there are {len(lines)} answers to {len(items)} questions",
            expected='a line for each question, or JSON lines {"id": ..., "answer": "..."}',
            hint=_CUT,
        )
    return [line for _, line in lines]


def _object(line: str, where: str) -> tuple[int, str]:
    """Return the number of a question and an answer to it."""
    expected = 'JSON lines {"id": ..., "answer": "..."}'
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RelgymError(f"{where}: this is no JSON: {_reason(error)}", expected=expected, hint=_CUT) from None
    # An object, since its line begins with a brace.
    number, answer = data.get("id"), data.get("answer")
    if isinstance(number, str) and number.isdecimal():
        # Folders of tasks have the numbers as texts.
        number = int(number)
    if type(number) is not int:
        raise RelgymError(f"{where}: an answer has no id, the number of its question", expected=expected)
    if not isinstance(answer, str):
        raise RelgymError(f"{where}: there is no answer, or it is no text", expected=expected)
    return number, answer
