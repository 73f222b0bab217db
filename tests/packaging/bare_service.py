"""All questions to the service of the page about a few tasks, and its answers, as a line of JSON each.

`test_bare.py` runs it with NumPy and the other libraries, and without them: nothing may differ.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from relgym.catalogue.domains import spec
from relgym.service.browser import answer

SUBJECTS = {"blocks-above": "(on ?x ?y)", "sysadmin": "running(?c)"}
QUESTIONS = ("actions", "derived", "goal", "names", "network", "picture", "plan", "program", "strata")


def asked(verb: str, **data: Any) -> Any:
    """The answer to a verb, or its problem."""
    found = json.loads(answer(json.dumps({"id": 0, "verb": verb, "data": data})))
    return found.get("ok", found)


def answers(name: str, backend: str) -> Iterator[Any]:
    """The answers about a domain of the catalogue."""
    own = spec(name)
    texts = {
        "domain": own.domain.read_text("utf-8"),
        "problem": own.problem("train", 1).read_text("utf-8"),
        "axioms": [path.read_text("utf-8") for path in own.axiom_files()],
    }
    yield asked("tasks.check", **texts)
    yield asked("tasks.format", text=texts["domain"])
    task = asked("tasks.create", **texts)
    yield task
    node = asked("sessions.create", task=task["id"], backend=backend, seed=1)
    session, action = node["id"], node["actions"][-1]
    for question in QUESTIONS:
        found = asked("sessions.ask", session=session, question=question)
        # The time that a search takes is another one each time.
        found.pop("seconds", None)
        yield question, found
    for question, subject in (
        *((question, action) for question in ("explain", "outcomes", "preview", "successor", "trace")),
        *((question, SUBJECTS[name]) for question in ("query", "explain")),
    ):
        yield question, asked("sessions.ask", session=session, question=question, subject=subject)
    yield asked("sessions.step", session=session, action=action)["state"]


if __name__ == "__main__":
    for domain in SUBJECTS:
        for engine in ("builtin", "sld"):
            for found in answers(domain, engine):
                print(json.dumps([domain, engine, found]))
    print(json.dumps(asked("catalogue.list")))
    print(json.dumps(asked("tasks.generate", name="blocks", seed=3)))
