"""Requests that are made from the OpenAPI document, right ones and wrong ones, and what every answer must be like."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import APIOperation, Case, GenerationMode, Response
from service.conftest import Client, made, started

QUESTIONS = ("actions", "query", "derived", "explain", "outcomes", "successor", "goal", "picture", "names", "none")
CONTROL = (
    b"\x00", b"\\u0000", b'"\\ud800"', b"NaN", b"1e999", b"9" * 5000, b"[" * 3000,
    b"{" * 300, b'{"a":' * 150, b"\xff\xfe",    b"null", b"[]", b"0", b'""', b"true", b"{}", b'{"task": null}',
    b'{"state": {"atoms": [' + b'"(p)",' * 999 + b'"(p)"]}}',
)  # fmt: skip
"""Bodies that no schema describes."""


def fuzz(client: Client, examples: int, number: int = 0) -> Counter[int]:
    """Send requests of each operation; returns how often each status was answered.

    Args:
        client: Sends them.
        examples: How many are made for each operation, as the document allows and as it does not.
        number: The seed.
    """
    document = client.get("/v1/openapi.json").json()
    schema = schemathesis.openapi.from_dict(document)
    seen: Counter[int] = Counter()
    for found in schema.get_all_operations():
        operation = found.ok()
        for mode in GenerationMode:
            for is_known in (False, True):
                seen += _fuzz(client, operation, mode, examples, number, is_known)
    for path, methods in document["paths"].items():
        for method in methods:
            seen += _odd(client, method.upper(), path)
    return seen


def _fuzz(
    client: Client,
    operation: APIOperation[Any, Any, Any],
    mode: GenerationMode,
    examples: int,
    number: int,
    is_known: bool,
) -> Counter[int]:
    seen: Counter[int] = Counter()
    task = made(client)
    known = {"task": task, "session": str(started(client, task)["id"])}

    @seed(number)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(mode), question=st.sampled_from(QUESTIONS))
    def sent(case: Case, question: str) -> None:
        if is_known:
            _name(case, known, question)
        response = case.call(base_url=client.address, headers=client.headers, timeout=60)
        seen[response.status_code] += 1
        check(case, response)

    # Ids may be any text, so what has no body cannot be asked wrongly.
    if mode is GenerationMode.POSITIVE or list(operation.body):
        sent()
    return seen


def _name(case: Case, known: dict[str, str], question: str) -> None:
    """Let a request name a task, a session and a question that there are."""
    for name, value in {**known, "question": question}.items():
        if name in (case.path_parameters or {}):
            case.path_parameters[name] = value
        if isinstance(case.body, dict) and name in case.body:
            case.body[name] = value


def check(case: object, response: Response) -> None:
    """Check an answer: no failure of the service, and errors are problem details that show nothing of the inside."""
    text = response.content.decode()
    assert response.status_code < 500 or (response.status_code == 503 and "limit" in text), f"{case}\n{text}"
    if response.status_code >= 400:
        _check_problem(response.status_code, dict(response.headers), text, case)


def _check_problem(status: int, headers: dict[str, Any], text: str, case: object) -> None:
    kind = str(headers.get("content-type", headers.get("Content-Type")))
    assert "application/problem+json" in kind, f"{case}\n{text}"
    found = json.loads(text)
    assert found["status"] == status
    assert found["detail"]
    assert found["request_id"]
    for inside in ("Traceback", "relgym/service", "site-packages", "sqlalchemy"):
        assert inside not in text, f"{case}\n{text}"


def _odd(client: Client, method: str, path: str) -> Counter[int]:
    """Send bodies and paths that no schema describes."""
    seen: Counter[int] = Counter()
    for body in CONTROL:
        answer = client.raw(method, path.replace("{", "").replace("}", ""), body)
        seen[answer.status] += 1
        assert answer.status < 500, (method, path, body[:40], answer.text)
        if answer.status >= 400:
            _check_problem(answer.status, {"content-type": answer.kind}, answer.text, (method, path, body[:40]))
    return seen


def descendants(pid: int) -> Iterator[int]:
    """Yield the processes that a process has started, and those that they have."""
    children: list[int] = []
    # A process or thread may end meanwhile.
    with suppress(FileNotFoundError, ProcessLookupError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            with suppress(FileNotFoundError, ProcessLookupError):
                children += map(int, (task / "children").read_text().split())
    for child in children:
        yield child
        yield from descendants(child)


def resident(pid: int) -> int:
    """Return the memory of a process in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096


def descriptors(pid: int) -> int:
    """Return the number of files and sockets that a process has open."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))
