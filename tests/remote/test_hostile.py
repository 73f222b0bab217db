"""Whatever a service answers, a remote environment raises an error in words, and in time."""

from __future__ import annotations

import json
import socket as sockets
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from remote.hostile import Hostile, Trick, checked, damaged, damages, hostile
from thorough import THOROUGH
from websockets.sync.server import ServerConnection

from relgym import remote
from relgym.envs import DiscreteActions
from relgym.errors import RelgymError, ServiceError
from relgym.remote.opening import sending
from relgym.tuning.remote import SMALL_CHARACTERS

pytestmark = pytest.mark.usefixtures("few_tries")

LAMP = "(define (domain lamp) (:predicates (lit) (on ?l)) (:action press :parameters (?l) :effect (and (lit) (on ?l))))"
DARK = "(define (problem p) (:domain lamp) (:objects a b) (:init) (:goal (and (on a) (on b))))"
COIN = """(define (domain coin) (:requirements :probabilistic-effects) (:predicates (heads))
  (:action toss :effect (probabilistic 1/2 (heads))))"""
TAILS = "(define (problem p) (:domain coin) (:init) (:goal (heads)))"
HIDDEN = """domain hidden {
  pvariables { x : { state-fluent, int, default = 2 }; seen : { observ-fluent, bool };
    down : { action-fluent, bool, default = false }; };
  cpfs { x' = if (down) then x - 1 else x; seen = Bernoulli(0.5); }; reward = 6 + x; }"""
INSTANCE = "instance i { domain = hidden; horizon = 9; }"
TASKS = {"lamp": (LAMP, DARK), "coin": (COIN, TAILS), "hidden": (HIDDEN, INSTANCE)}
PATIENCE = 60.0
"""Seconds for an honest answer."""

PARTS = 40 if THOROUGH else 20
"""Damaged answers for each verb and task."""

VERBS = ("tasks.create", "tasks.ask", "sessions.create", "sessions.step", "sessions.get", "sessions.remove", "batch")


@pytest.fixture(scope="module")
def service() -> Iterator[tuple[Hostile, str]]:
    with hostile() as found:
        yield found


def played(server: Hostile, address: str, task: str, verb: str, trick: Trick, timeout: float) -> list[str]:
    """The errors of an episode of two copies in which one verb is answered by a trick; others are honest again then.

    The limit is that of tricks: honest answers have all the time that a busy machine takes for them.
    """
    server.verb, server.trick = verb, None
    errors: list[str] = []
    # A trick of this verb begins with the connection; others begin with the episode.
    seconds = PATIENCE
    if verb.startswith("tasks"):
        server.trick, seconds = trick, timeout
    try:
        envs = remote.make_vec(address, *TASKS[task], num_envs=2, timeout=seconds, backend="sld")
    except RelgymError as error:
        return [checked(error)]
    connections = {session_of(env.unwrapped).connection for env in envs.envs}

    def limit(seconds: float) -> None:
        for connection in connections:
            connection.timeout = seconds

    limit(PATIENCE)
    envs.reset(seed=1)
    envs.step(actions(task))
    for is_honest, is_last in ((False, False), (True, False), (True, False), (True, True)):
        server.trick = None if is_honest else trick
        limit(PATIENCE if is_honest else timeout)
        try:
            if not is_honest and verb == "sessions.get":
                # It is asked where the answer to a step has been lost.
                for env in envs.envs:
                    session = session_of(env.unwrapped)
                    session.expect(session.asked(actions(task)[0] if task != "hidden" else {}, None), None)
            if verb == "sessions.create":
                envs.reset(seed=2)
            envs.step(actions(task))
        except RelgymError as error:
            # A first node that was a lie is found out at the first step from it.
            assert not is_last, error
            assert not is_honest or "reset() begins another session" in str(error), error
            errors.append(checked(error))
    if verb == "sessions.remove":
        server.trick = trick
    limit(timeout)
    envs.close()
    return errors


def session_of(core: Any) -> Any:
    if hasattr(core, "_stepper"):
        return core._stepper.session
    # After an error, a strategy that returns to the state before it stands around the one of the service.
    strategy = core._now.strategy
    return getattr(strategy, "strategy", strategy).session


def actions(task: str) -> Any:
    match task:
        case "lamp":
            return ["(press a)", "(press b)"]
        case "coin":
            return ["(toss)", "(toss)"]
        case _:
            return {"down": [1, 0]}


def sent(text: str | bytes) -> Trick:
    return lambda socket, number, honest: socket.send(text)


def formed(form: Callable[[int, Any], Any]) -> Trick:
    return lambda socket, number, honest: socket.send(json.dumps(form(number, honest)))


def fragments(socket: ServerConnection, number: int, honest: Any) -> None:
    socket.send(iter(["{", '"id"', ": "]))


def dripped(server: Hostile) -> Trick:
    def trick(socket: ServerConnection, number: int, honest: Any) -> None:
        def parts() -> Iterator[str]:
            yield "{"
            while not server.ended.wait(0.02):
                yield " "

        socket.send(parts())

    return trick


def pings(server: Hostile) -> Trick:
    def trick(socket: ServerConnection, number: int, honest: Any) -> None:
        while not server.ended.wait(0.02):
            socket.ping()

    return trick


def silent(socket: ServerConnection, number: int, honest: Any) -> None:
    """Answers nothing; pings are answered by the library."""


def bytes_of(data: bytes) -> Trick:
    """Bytes on the wire that the library does not make."""

    def trick(socket: ServerConnection, number: int, honest: Any) -> None:
        socket.socket.sendall(data)

    return trick


def closed(code: int) -> Trick:
    return lambda socket, number, honest: socket.close(code)


def cut(socket: ServerConnection, number: int, honest: Any) -> None:
    socket.socket.shutdown(sockets.SHUT_RDWR)


def refused(**members: Any) -> Trick:
    return formed(lambda number, honest: {"id": number, "problem": members})


FRAMES: dict[str, Trick] = {
    "empty": sent(""), "no JSON": sent("nonsense"), "half": sent('{"id": 1, "ok": {'), "array": sent("[]"),
    "number": sent("1"), "null": sent("null"), "NaN": sent("NaN"), "bytes": sent(b"\xff\xfe\x00"),
    "binary JSON": sent(b'{"id": 0}'), "UTF-16": sent("{}".encode("utf-16")),
    "deep": sent("[" * 100_000), "deep object": sent('{"a":' * 100_000), "long number": sent("9" * 100_000),
    "two values": sent("{} {}"), "html": sent("<html></html>"), "byte order": sent("\ufeff{}"),
    "deep answer": lambda socket, number, honest: socket.send(f'{{"id": {number}, "ok": {"[" * 900}{"]" * 900}}}'),
    "infinite": lambda socket, number, honest: socket.send(f'{{"id": {number}, "ok": {{"node": 1e999}}}}'),
    "no id": formed(lambda number, honest: honest), "null id": formed(lambda number, honest: {**honest, "id": None}),
    "text id": formed(lambda number, honest: {**honest, "id": str(number)}),
    "true id": formed(lambda number, honest: {**honest, "id": True}),
    "no answer": formed(lambda number, honest: {"id": number}),
    "problem text": formed(lambda number, honest: {"id": number, "problem": "no"}),
    "problem null": formed(lambda number, honest: {"id": number, "problem": None}),
    "problem empty": refused(), "status text": refused(status="bad"), "status infinite": refused(status=float("inf")),
    "status odd": refused(status=-7, detail="\x1b[31mred\ud800"), "status true": refused(status=True),
    "detail list": refused(status=422, detail=["a"]), "detail long": refused(status=500, detail="x" * 10**6),
    "code number": refused(status=422, code=7), "code short": refused(status=422, code="E1", detail="a"),
    "line text": refused(status=422, code="E201", detail="a", line="1"),
    "line alone": refused(status=422, code="E201", detail="a", line=1),
    "hint object": refused(status=503, hint={}), "not found": refused(status=404, detail="gone"),
    "too many": refused(status=429, detail="slowly"), "timeout": refused(status=408, detail="slow"),
    "draws": refused(status=422, detail="more", lacks="draws"), "token": refused(status=401, detail="who?"),
    "wrong opcode": bytes_of(b"\x83\x00"), "masked": bytes_of(b"\x81\x80aaaa"), "reserved": bytes_of(b"\xc1\x00"),
    "huge": bytes_of(b"\x81\x7f\x7f\xff\xff\xff\xff\xff\xff\xff"), "large": bytes_of(b"\x81\x7f" + (2**31).to_bytes(8)),
    "continuation": bytes_of(b"\x80\x00"), "no UTF-8": bytes_of(b"\x81\x02\xff\xff"),
    "long ping": bytes_of(b"\x89\x7e"),
    "fragments without end": bytes_of(b"\x01\x01{" + b"\x00\x00" * 50), "random": bytes_of(bytes(range(256))),
    "odd close": bytes_of(b"\x88\x01\x00"), "close 1005": bytes_of(b"\x88\x02\x03\xed"),
    "HTTP again": bytes_of(b"HTTP/1.1 200 OK\r\n\r\n"), "closed": closed(1000), "going": closed(1001),
    "too large": closed(1009), "policy": closed(1008), "cut": cut, "part": fragments,
}  # fmt: skip
"""What may come in place of the answer to any verb."""

LATE: dict[str, Callable[[Hostile], Trick]] = {
    "nothing": lambda server: silent, "drip": dripped, "pings": pings,
    "other ids": lambda server: formed(lambda number, honest: {**honest, "id": number - 1}),
    "half a frame": lambda server: bytes_of(b"\x81\x10{"),
    "half a head": lambda server: bytes_of(b"\x81"),
}  # fmt: skip
"""What never ends."""


def test_there_are_enough_tricks() -> None:
    assert len(FRAMES) + len(LATE) >= 60


@pytest.mark.parametrize("verb", VERBS)
def test_frames(service: tuple[Hostile, str], verb: str) -> None:
    for number, (name, trick) in enumerate(FRAMES.items()):
        errors = played(*service, ("lamp", "hidden")[number % 2], verb, trick, 5)
        if verb == "tasks.create" and name != "deep answer":
            assert errors, name


@pytest.mark.parametrize("verb", VERBS)
def test_what_never_ends(service: tuple[Hostile, str], verb: str) -> None:
    for name, make in LATE.items():
        errors = played(*service, "lamp", verb, make(service[0]), 0.3)
        if verb in ("tasks.create", "tasks.ask", "sessions.create", "batch"):
            assert errors, name
        assert all("did not answer in time" in error or "cannot be reached" in error for error in errors), errors


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("verb", ["tasks.create", "sessions.create", "sessions.step", "sessions.get"])
def test_damaged_answers(service: tuple[Hostile, str], task: str, verb: str) -> None:
    """Members of an honest answer are left out, or have wrong values: an even sample of all that there are."""
    sizes: set[int] = set()
    told = 0
    for part in range(PARTS):

        def trick(socket: ServerConnection, number: int, honest: Any, part: int = part) -> None:
            wrong = damages(honest)
            sizes.add(len(wrong))
            chosen = Random(part).randrange(len(wrong) * part // PARTS, len(wrong) * (part + 1) // PARTS)
            found = damaged(honest, *wrong[chosen])
            socket.send(json.dumps({"id": number, **found} if isinstance(found, dict) else {"id": number, "ok": found}))

        told += bool(played(*service, task, verb, trick, 5))
    assert min(sizes) >= PARTS
    assert told >= PARTS // 4


def test_a_step_in_doubt_is_carried_out_once(service: tuple[Hostile, str]) -> None:
    """A step was carried out, and no answer came in time: the same step again takes its answer."""
    server, address = service
    server.verb, server.trick = "sessions.step", None
    with remote.make(address, LAMP, DARK, timeout=0.5) as env:
        env.reset(seed=0)
        server.trick = silent
        with pytest.raises(ServiceError, match=r"did not answer in time\nhint: `timeout` sets"):
            env.step("(press a)")
        assert env.unwrapped.get_state().to_json()["atoms"] == []
        server.trick = None
        env.step("(press a)")
        env.step("(press b)")
        session = session_of(env.unwrapped)
        assert session.node["steps"] == 2
        # Another action is chosen than the one in doubt: the episode goes on from before it.
        server.trick = silent
        env.reset(seed=0)
        with pytest.raises(ServiceError):
            env.step("(press a)")
        server.trick = None
        _, _, terminated, *_ = env.step("(press b)")
        assert env.unwrapped.get_state().to_json()["atoms"] == ["(lit)", "(on b)"]
        assert not terminated


def test_a_large_request_that_nobody_reads_ends() -> None:
    """The buffers of the system are full; a second thread ends the call."""
    one, other = sockets.socketpair()

    class Stuck:
        socket = one

        def close(self) -> None:
            one.close()

    with other, pytest.raises(OSError, match=r"."), sending(Stuck(), " " * (SMALL_CHARACTERS + 1), 0.05):  # type: ignore[arg-type]
        while True:
            one.sendall(bytes(2**20))


def test_copies_of_one_frame_with_numbered_actions(service: tuple[Hostile, str]) -> None:
    """An action of objects of the wrong number or type is not one of the task."""
    server, address = service
    server.verb, server.trick = "sessions.create", None

    def trick(socket: ServerConnection, number: int, honest: Any) -> None:
        honest["ok"][-1]["ok"]["actions"] = ["(press a b)"]
        socket.send(json.dumps({"id": number, **honest}))

    with remote.make(address, LAMP, DARK, wrappers=[DiscreteActions]) as env:
        server.trick = trick
        with pytest.raises(ServiceError, match=r"does not understand: '\(press a b\)' is not an action of the task"):
            env.reset(seed=0)
        server.trick = None
        env.reset(seed=0)
