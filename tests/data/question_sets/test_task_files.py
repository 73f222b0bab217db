"""The folder of tasks: rows with the same columns, code that scores by `grade`, a card that counts right."""

from __future__ import annotations

import ast
import json
import sys
from types import ModuleType, SimpleNamespace

import pytest

from relgym.data import grade, problems_of, questions
from relgym.data.question_sets.question import FORMS
from relgym.data.question_sets.task_files import write_tasks


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    found = tmp_path_factory.mktemp("tasks") / "blocks"
    made = questions(problems_of("blocks", "train")[0], None, 30, form=FORMS, left_out=lambda *_: None)
    assert write_tasks(made, found).total() == 30
    return found


@pytest.fixture
def rows(folder):
    return [json.loads(line) for line in (folder / "questions.jsonl").read_text("utf-8").splitlines()]


def test_all_rows_have_the_same_columns_and_types(rows):
    shapes = {tuple((key, type(value)) for key, value in row.items()) for row in rows}
    assert len(shapes) == 1
    for row in rows:
        (message,) = row["messages"]
        assert {*message} == {"role", "content"} and message["role"] == "user"
        record = json.loads(row["record"])
        assert record["context"] in message["content"] and record["question"] in message["content"]
        assert grade(record, f"I think so.\n\nAnswer: {row['answer']}").correct


def test_the_card_counts(folder, rows):
    card = (folder / "README.md").read_text("utf-8")
    assert card.startswith("---\npretty_name: ")
    for group in {row["group"] for row in rows}:
        assert f"| `{group}` | {sum(row['group'] == group for row in rows)} |" in card


def loaded(file, monkeypatch, **modules):
    """The names of a file of the folder, with stand-ins for the libraries that are not installed."""
    for name, names in modules.items():
        module = ModuleType(name.replace("__", "."))
        vars(module).update(names)
        monkeypatch.setitem(sys.modules, module.__name__, module)
    names = {"__file__": str(file), "__name__": "task"}
    exec(compile(ast.parse(file.read_text("utf-8")), str(file), "exec"), names)
    return names


DATASETS = {"Dataset": SimpleNamespace(from_list=lambda rows: rows)}


def test_the_task_of_the_harness(folder, rows, monkeypatch):
    names = loaded(folder / "lm_eval_task.py", monkeypatch, datasets=DATASETS)
    assert names["load"]() == {"test": rows}
    assert names["process_results"](rows[0], [rows[0]["answer"]]) == {"score": 1.0, "correct": 1.0}
    assert names["process_results"](rows[0], ["perhaps"]) == {"score": 0.0, "correct": 0.0}
    config = (folder / "relgym_questions.yaml").read_text("utf-8")
    for name in ("load", "process_results"):
        assert f"!function lm_eval_task.{name}\n" in config


def test_the_environment_of_verifiers(folder, rows, monkeypatch):
    made = {"SingleTurnEnv": lambda **options: options, "Rubric": lambda funcs: funcs}
    names = loaded(folder / "verifiers_env.py", monkeypatch, datasets=DATASETS, verifiers=made)
    environment = names["load_environment"]()
    (reward,) = environment["rubric"]
    for row, own in zip(rows, environment["dataset"], strict=True):
        assert own["prompt"] == row["messages"]
        assert reward([{"role": "assistant", "content": row["answer"]}], own["info"]) == 1.0
        assert reward([{"role": "assistant", "content": "perhaps"}], own["info"]) == 0.0


def test_the_task_of_inspect_is_code(folder):
    tree = ast.parse((folder / "inspect_task.py").read_text("utf-8"))
    assert {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)} >= {"graded", "relgym_questions"}
