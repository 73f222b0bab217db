"""A folder with questions as a ready task for Inspect, lm-evaluation-harness and verifiers, scored by `grade`.

The questions lie in one file of JSON lines, `questions.jsonl`: each line has `messages`, as a model is asked, and
`record`, the question as `TaskQuestion.to_json` has it, as a text, since such libraries want the same columns in all
lines.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, assert_never

from relgym.data.question_sets.question import LABELS, TaskQuestion

_INSPECT = '''"""Questions of relgym for Inspect: `inspect eval inspect_task.py --model MODEL`."""

import json
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import Sample, json_dataset
from inspect_ai.model import ChatMessageUser
from inspect_ai.scorer import Score, mean, scorer, stderr
from inspect_ai.solver import generate

from relgym.data import grade

FILE = Path(__file__).with_name("questions.jsonl")


def sample(row):
    messages = [ChatMessageUser(content=message["content"]) for message in row["messages"]]
    return Sample(id=row["id"], input=messages, target=row["answer"], metadata={"record": row["record"]})


@scorer(metrics=[mean(), stderr()])
def graded():
    async def score(state, target):
        found = grade(json.loads(state.metadata["record"]), state.output.completion)
        return Score(value=found.score, answer=found.read, explanation=found.reason)

    return score


@task
def relgym_questions():
    return Task(dataset=json_dataset(str(FILE), sample), solver=generate(), scorer=graded())
'''

_HARNESS = """# Questions of relgym for lm-evaluation-harness: `lm_eval --tasks relgym_questions --include_path FOLDER`.
task: relgym_questions
custom_dataset: !function lm_eval_task.load
test_split: test
output_type: generate_until
doc_to_text: "{{messages[0]['content']}}"
doc_to_target: "{{answer}}"
process_results: !function lm_eval_task.process_results
generation_kwargs:
  until: []
  do_sample: false
  max_gen_toks: 2048
metric_list:
  - metric: score
    aggregation: mean
    higher_is_better: true
  - metric: correct
    aggregation: mean
    higher_is_better: true
metadata:
  version: 1.0
"""

_HARNESS_CODE = '''"""The data and the scores of relgym_questions.yaml."""

import json
from pathlib import Path

import datasets

from relgym.data import grade

FILE = Path(__file__).with_name("questions.jsonl")


def load(**options):
    rows = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]
    return {"test": datasets.Dataset.from_list(rows)}


def process_results(doc, results):
    found = grade(json.loads(doc["record"]), results[0])
    return {"score": found.score, "correct": float(found.correct)}
'''

_VERIFIERS = '''"""Questions of relgym as an environment of verifiers: `load_environment()`."""

import json
from pathlib import Path

import datasets
import verifiers as vf

from relgym.data import grade

FILE = Path(__file__).with_name("questions.jsonl")


def graded(completion, info, **options):
    text = completion if isinstance(completion, str) else completion[-1]["content"]
    return grade(json.loads(info["record"]), text or "").score


def load_environment(**options):
    rows = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]
    dataset = datasets.Dataset.from_list(
        [{"prompt": row["messages"], "answer": row["answer"], "info": {"record": row["record"]}} for row in rows]
    )
    return vf.SingleTurnEnv(dataset=dataset, rubric=vf.Rubric(funcs=[graded]), **options)
'''


def messages_of(question: TaskQuestion) -> list[dict[str, str]]:
    """Return the messages that ask a model a question: a single one, which says how to answer."""
    match question.form:
        case "boolean":
            form = "yes or no"
        case "choice":
            form = f"one letter of {', '.join(LABELS[: len(question.choices)])}"
        case "open":
            form = "what is asked for, and nothing else"
        case _:
            assert_never(question.form)
    prompt = f"{question.context}\n\n{question.question}\n\nEnd your reply with a line `Answer: ` and {form}."
    return [{"role": "user", "content": prompt}]


def task_row(question: TaskQuestion) -> dict[str, Any]:
    """Return a line of `questions.jsonl`; all lines have the same columns."""
    return {
        "id": str(question.id),
        "group": question.group,
        "kind": question.kind,
        "form": question.form,
        "split": question.split,
        "messages": messages_of(question),
        "answer": question.answer,
        "record": json.dumps(question.to_json(), ensure_ascii=False),
    }


def write_tasks(questions: Iterable[TaskQuestion], folder: Path) -> Counter[str]:
    """Write a folder with questions, a data card, and tasks of three libraries.

    Args:
        questions: The questions.
        folder: The folder, which is made; files in it are replaced.

    Returns:
        The number of questions of each group.

    Raises:
        OSError: The folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    groups: Counter[str] = Counter()
    domains: Counter[str] = Counter()
    lines = []
    for question in questions:
        groups[question.group] += 1
        domains[question.domain] += 1
        lines.append(f"{json.dumps(task_row(question), ensure_ascii=False)}\n")
    files = {
        "questions.jsonl": "".join(lines),
        "README.md": _card(groups, domains),
        "inspect_task.py": _INSPECT,
        "relgym_questions.yaml": _HARNESS,
        "lm_eval_task.py": _HARNESS_CODE,
        "verifiers_env.py": _VERIFIERS,
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return groups


def _card(groups: Counter[str], domains: Counter[str]) -> str:
    """Return the data card."""
    rows = "\n".join(f"| `{group}` | {count} |" for group, count in sorted(groups.items()))
    return f"""---
pretty_name: Questions of relgym
task_categories: [question-answering]
tags: [planning, reasoning]
configs:
- config_name: default
  data_files: [{{split: test, path: questions.jsonl}}]
---

# Questions of relgym

{groups.total()} questions about states, actions and plans of {", ".join(sorted(domains))}, with verified answers.

| group | questions |
| --- | --- |
{rows}

Each line of `questions.jsonl` has the same columns: `messages`, as a model is asked; `answer`, a right one; `record`,
the whole question as JSON text, which `relgym.data.grade` takes; `id`, `group`, `kind`, `form` and `split`.

- Inspect: `inspect eval inspect_task.py --model MODEL`
- lm-evaluation-harness: `lm_eval --tasks relgym_questions --include_path . --model MODEL`
- verifiers: `load_environment()` in `verifiers_env.py`

All of them score by `relgym.data.grade`.
"""
