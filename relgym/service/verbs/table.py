"""The table of verbs, and how a request is carried out by it: one call, or a batch of calls."""

from __future__ import annotations

import logging
from time import perf_counter
from typing import TYPE_CHECKING, Any

from relgym.errors import RelgymError, did_you_mean
from relgym.questions.forms import CALLS, Field, Form
from relgym.service.access.callers import CALLER
from relgym.service.encoding import dumps
from relgym.service.problems import Refused, problem, problem_of
from relgym.service.verbs.catalogue import CATALOGUE
from relgym.service.verbs.sessions import SESSIONS
from relgym.service.verbs.tasks import TASKS
from relgym.service.verbs.verb import Route, Verb
from relgym.tuning.service import ANSWER_BYTES_LIMIT, ANSWER_UNIT_BYTES, BATCH_CALLS_LIMIT

if TYPE_CHECKING:
    from relgym.service.hub import Hub


LOGGER = logging.getLogger("relgym.service")


async def call(hub: Hub, verb: object, data: object) -> bytes:
    """Carry out a request; returns the answer as JSON.

    Args:
        hub: The hub.
        verb: The name of a verb.
        data: The members of the request.

    Raises:
        Refused: There is no such verb, the client may not use it, the data have another form, or the request cannot be
            carried out.
    """
    found = VERBS.get(verb) if isinstance(verb, str) else None
    if found is None:
        hint = did_you_mean(str(verb), VERBS)
        raise Refused(400, f"there is no verb {verb!r}", expected=f"one of {', '.join(VERBS)}", hint=hint)
    CALLER.get().allow(found.name, found.scope)
    begun, status = perf_counter(), 200
    try:
        answer = await hub.pool.in_time(found.run(hub, found.form.read(data)))
        if found is not BATCH and len(answer) >= ANSWER_UNIT_BYTES:
            CALLER.get().spend(len(answer) // ANSWER_UNIT_BYTES)
        return answer
    except Refused as refused:
        status = refused.problem["status"]
        raise
    except RelgymError as error:
        details = problem_of(error)
        status = details["status"]
        raise Refused.of(details) from None
    finally:
        hub.observe(found.name, status, perf_counter() - begun)


async def answered(hub: Hub, verb: object, data: object) -> bytes:
    """Carry out a request; returns `"ok"` with the answer or `"problem"` with its problem, as members of JSON."""
    try:
        return b'"ok":' + await call(hub, verb, data)
    except Refused as refused:
        return b'"problem":' + dumps(refused.problem)
    except Exception:
        LOGGER.exception("a request failed")
        return b'"problem":' + dumps(problem(500, "the service failed on this request; its log says where"))


async def _batch(hub: Hub, asked: dict[str, Any]) -> bytes:
    calls = asked["calls"]
    if len(calls) > BATCH_CALLS_LIMIT:
        raise Refused(413, f"the batch has more than {BATCH_CALLS_LIMIT:,} calls", hint="send several batches")
    for number, one in enumerate(calls):
        _check(number, one)
    CALLER.get().spend(max(len(calls) - 1, 0))
    # Calls of one session are carried out in order, all others side by side.
    answers: list[bytes] = [b""] * len(calls)
    groups: dict[object, list[int]] = {}
    for number, one in enumerate(calls):
        groups.setdefault(session_of(one) or number, []).append(number)

    size = 0

    async def carry_out(numbers: list[int]) -> None:
        nonlocal size
        for number in numbers:
            if size > ANSWER_BYTES_LIMIT:
                answers[number] = _NOT_CARRIED_OUT
                continue
            answer = await answered(hub, calls[number]["verb"], calls[number].get("data", {}))
            size += len(answer)
            answers[number] = answer if size <= ANSWER_BYTES_LIMIT else _NOT_SENT

    await hub.pool.side_by_side(map(carry_out, groups.values()))
    if not answers:
        return b"[]"
    # A single copy of all answers, since it holds up everybody.
    answers[0] = b"[{" + answers[0]
    answers[-1] += b"}]"
    return b"},{".join(answers)


_FULL = f"the answers of the batch have more than {ANSWER_BYTES_LIMIT:,} bytes"
_NOT_CARRIED_OUT = b'"problem":' + dumps(problem(413, f"{_FULL}: the call was not carried out", hint="send it later"))
_NOT_SENT = b'"problem":' + dumps(
    problem(413, f"{_FULL}: the call was carried out, and its answer is left out", hint="send fewer calls at once")
)


def _check(number: int, one: dict[str, Any]) -> None:
    expected = '{"verb": "sessions.get", "data": {"session": ID}}'
    if not isinstance(one.get("verb"), str) or one.keys() - {"verb", "data"}:
        raise Refused(400, f"call {number} has the wrong form", expected=expected)
    if one["verb"] == "batch":
        raise Refused(400, f"call {number} is a batch itself", expected=expected)


def session_of(frame: dict[str, Any]) -> str | None:
    """Return the session that a call is about."""
    data = frame.get("data")
    session = data.get("session") if isinstance(data, dict) else None
    return session if isinstance(session, str) else None


BATCH = Verb(
    "batch",
    "Carry out several calls: those of one session in order, all others side by side",
    Form(
        Field(
            "calls",
            CALLS,
            "The calls, each a verb with its data.",
            example=[{"verb": "engines", "data": {}}, {"verb": "tasks.list", "data": {}}],
        )
    ),
    _batch,
    "read",
    (Route("POST", "/v1/batch"),),
    [{"ok": {"engines": ["builtin"]}}, {"ok": {"tasks": []}}],
)

VERBS: dict[str, Verb] = {verb.name: verb for verb in (*CATALOGUE, *TASKS, *SESSIONS, BATCH)}
"""All verbs by their names."""
