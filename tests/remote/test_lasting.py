"""A remote environment goes on where it stands after its service has ended and started again, or has lost things."""

from __future__ import annotations

import os
import signal
import socket
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import gymnasium as gym
import pytest
from gymnasium.utils.env_checker import data_equivalence
from remote.conftest import walked
from service.conftest import serving
from service.starting import exit_code
from websockets.sync.server import ServerConnection, serve

import relgym
from relgym import remote
from relgym.errors import ParseError, RelgymError, ServiceError, UnsupportedFeature
from relgym.remote.connection import Connection


def free_port() -> int:
    """A port that no other test gets: it is not one of those that are given to connections."""
    own = 20_000 + os.getpid() % 10_000
    for port in range(own, 2 * own):
        with socket.socket() as listener, suppress(OSError):
            listener.bind(("127.0.0.1", port))
            return port
    raise AssertionError("every port is taken")


@pytest.mark.parametrize("name", ["Casino", "SysAdmin"])
def test_a_service_that_starts_again(tmp_path: Path, name: str) -> None:
    port = str(free_port())
    expected = walked(gym.make(f"relgym/{name}-v0"), 12)
    with serving(tmp_path, "--port", port) as (pid, client):
        env: Any = remote.make(client.address, f"relgym/{name}-v0")
        steps: list[Any] = []
        stepped = env.unwrapped.step

        def counted(action: Any) -> Any:
            steps.append(action)
            if len(steps) == 5:
                os.kill(pid, signal.SIGKILL)
                # Until its end, the port is its own.
                exit_code(pid)
                again.__enter__()
            return stepped(action)

        again = serving(tmp_path, "--port", port)
        env.unwrapped.step = counted
        try:
            assert data_equivalence(expected, walked(env, 12), exact=True)
            env.close()
        finally:
            again.__exit__(None, None, None)
    assert len(steps) == 12


def test_lost_sessions_and_tasks(address: str) -> None:
    service = Connection(address)
    with remote.make(address, "relgym/Blocks-v0", problem=0) as env:
        core: Any = env.unwrapped
        env.reset(seed=0)
        env.step(core.valid_actions()[0])
        state = core.get_state()
        service.call("sessions.remove", {"session": core._now.strategy.session.node["id"]})
        env.step(core.valid_actions()[0])
        env.unwrapped.set_state(state)
        known = core._now.strategy.session.node["id"]
        task = next(iter(core.connection._tasks.values()))
        service.call("tasks.remove", {"task": task})
        action = core.valid_actions()[0]
        seen, *_ = env.step(action)
        assert seen == core.reasoner.successor(state, action)
        assert core._now.strategy.session.node["id"] != known
    service.close()


def test_a_step_whose_answer_was_lost_is_not_carried_out_twice(address: str) -> None:
    with remote.make(address, "relgym/Blocks-v0", problem=0) as env:
        core: Any = env.unwrapped
        env.reset(seed=0)
        session = core._now.strategy.session
        action = core.valid_actions()[0]
        after = core.reasoner.successor(core.get_state(), action)
        # The step arrives, and the socket ends before the answer.
        service = Connection(address)
        service.call("sessions.step", session.asked(str(action), None))
        core.connection._socket.close()
        seen, *_ = env.step(action)
        assert seen == after
        assert service.call("sessions.get", {"session": session.node["id"]})["steps"] == 1
        service.close()


@pytest.mark.parametrize("told", [True, False])
def test_a_session_that_went_another_way(address: str, told: bool) -> None:
    """Another action was carried out than the one that is chosen now: the episode goes on from before that."""
    with remote.make(address, "relgym/Blocks-v0", problem=0) as env:
        core: Any = env.unwrapped
        env.reset(seed=0)
        session, [first, second, *_] = core._now.strategy.session, core.valid_actions()
        expected = core.reasoner.successor(core.get_state(), second)
        asked = session.asked(str(first), None)
        service = Connection(address)
        answer = service.call("sessions.step", asked)
        session.expect(asked if told else session.asked(str(second), None), answer if told else None)
        seen, *_ = env.step(second)
        assert seen == expected
        assert service.call("sessions.get", {"session": session.node["id"]})["steps"] == 1
        service.close()


def test_closing_does_not_wait_for_a_service_that_has_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(tmp_path) as (_, client):
        env = remote.make(client.address, "relgym/Blocks-v0", problem=0)
        env.reset(seed=0)
    core: Any = env.unwrapped
    monkeypatch.setattr("relgym.remote.connection.RECONNECT_SECONDS", 0.0)
    with pytest.raises(ServiceError, match="cannot be reached"):
        env.step(core.valid_actions()[0])
    monkeypatch.setattr(core.connection, "_opened", lambda *_: pytest.fail("closing opens a socket"))
    env.close()


def test_no_service() -> None:
    with pytest.raises(ServiceError, match=r"the service at http://127.0.0.1:\d+ cannot be reached: .*\nhint: `relgym"):
        remote.make(f"http://127.0.0.1:{free_port()}", "relgym/Blocks-v0")


@pytest.mark.parametrize(
    ("arguments", "options", "kind", "message"),
    [
        (("relgym/Blocks-v0",), {"limits": {"seconds": 1}}, RelgymError, "limits of a remote environment"),
        (("relgym/SysAdmin-v0",), {"functions": {"f": abs}}, RelgymError, "no Python functions"),
        (("relgym/SysAdmin-v0",), {"enforce": False}, RelgymError, "enforces preconditions"),
        (("relgym/Blocks-v0",), {"backend": "prolog"}, RelgymError, "there is no engine 'prolog'"),
        (("domain.pddl",), {}, ParseError, "cannot read the domain file 'domain.pddl'"),
    ],
)
def test_options_that_are_refused(
    address: str, arguments: tuple[str, ...], options: dict[str, Any], kind: type[RelgymError], message: str
) -> None:
    with pytest.raises(kind, match=message):
        remote.make(address, *arguments, **options)


@pytest.mark.parametrize("address", ["localhost", "http://", "http://127.0.0.1:port", "ftp://127.0.0.1"])
def test_addresses(address: str) -> None:
    with pytest.raises(
        RelgymError, match=f"the address of a service cannot be '{address}'\nexpected: an address such as http://"
    ):
        remote.make(address, "relgym/Blocks-v0")


@pytest.mark.parametrize("answer", ["nonsense", "[]", b"\xff", '{"id": 1}', '{"id": 1, "ok": {"unexpected": 1}}', None])
def test_services_of_another_kind(monkeypatch: pytest.MonkeyPatch, answer: str | bytes | None) -> None:
    monkeypatch.setattr("relgym.remote.connection.RECONNECT_SECONDS", 0.2)

    def answered(socket: ServerConnection) -> None:
        for _ in socket:
            if answer is None:
                socket.close()
            else:
                socket.send(answer)

    with serve(answered, "127.0.0.1", 0) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        told = "breaks each connection off" if answer is None else "sent an answer that relgym does not understand"
        with pytest.raises(ServiceError, match=told):
            remote.make(f"http://127.0.0.1:{server.socket.getsockname()[1]}", "relgym/Blocks-v0")
        server.shutdown()
        thread.join()


FUEL = """(define (domain d) (:predicates (done)) (:functions (fuel))
  (:action burn :precondition (>= (fuel) 0.5) :effect (and (decrease (fuel) 0.25) (done))))"""


@pytest.mark.filterwarnings("ignore::relgym.errors.RelgymWarning")
def test_an_engine_without_a_feature(address: str) -> None:
    problem = "(define (problem p) (:domain d) (:init (= (fuel) 1)) (:goal (done)))"
    with pytest.raises(UnsupportedFeature) as local:
        relgym.make(FUEL, problem, backend="clingo")
    with pytest.raises(UnsupportedFeature) as far:
        remote.make(address, FUEL, problem, backend="clingo")
    assert local.value.message in far.value.message
