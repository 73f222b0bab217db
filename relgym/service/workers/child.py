"""The process of a worker: it carries out one request after the other, each a frame."""

from __future__ import annotations

import logging
import signal
import socket
import warnings
from typing import Any

import orjson

from relgym.errors import RelgymError
from relgym.limits import Limits
from relgym.service.problems import Refused, problem, problem_of
from relgym.service.workers.frames import Header, encode, receive
from relgym.service.workers.sessions import Sessions
from relgym.service.workers.tasks import Tasks, Unknown

LOGGER = logging.getLogger("relgym.service.worker")


def main(connection: socket.socket, seconds: float, memory: int) -> None:
    """Serve requests until the connection ends.

    Args:
        connection: The socket to the service.
        seconds: The limit of each call of an engine; the service kills a worker that passes its own, higher one.
        memory: The limit of the memory that a call adds, in megabytes.
    """
    # The service decides when its workers end; an interrupt at the terminal reaches all processes of the group.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.simplefilter("ignore")
    tasks = Tasks(Limits(seconds=seconds, memory=memory))
    sessions = Sessions(tasks)
    while (frame := receive(connection)) is not None:
        connection.sendall(_answered(tasks, sessions, frame[0]))


def _answered(tasks: Tasks, sessions: Sessions, asked: Header) -> bytes:
    """Return the frame that answers a request: its header says `ok`, `lacks` or `problem`."""
    try:
        header, body = _carried_out(tasks, sessions, asked)
    except Unknown as lacking:
        return encode({"lacks": str(lacking)})
    except RelgymError as error:
        return encode({"problem": problem_of(error)})
    except Refused as refused:
        return encode({"problem": refused.problem})
    except Exception:
        LOGGER.exception("a request failed")
        return encode({"problem": problem(500, "the service failed on this request; its log says where")})
    return encode({"ok": header}, body)


def _carried_out(tasks: Tasks, sessions: Sessions, asked: Header) -> tuple[dict[str, Any], bytes]:
    match asked["op"]:
        case "add":
            return {}, orjson.dumps(tasks.add(asked["texts"]))
        case "start":
            return sessions.start(asked)
        case "step":
            return sessions.step(asked)
        case "ask":
            play = tasks.play(asked["task"], asked["backend"], asked.get("texts"))
            state = play.initial() if asked["state"] is None else play.restored(asked["state"])
            return {}, orjson.dumps(play.ask(state, asked["question"], asked["subject"]))
        case other:
            raise AssertionError(f"no operation: {other}")
