"""The process of a worker: it makes its object, and carries out one order after the other."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from time import process_time
from typing import Any

from relgym.executors import stopping
from relgym.processes.pickles import receive, send

STOP = "stop"
"""The frame that asks a running method to end early."""


def main() -> None:
    """Serve the process that has started this one, over standard input and output."""
    # The caller decides when workers end; an interrupt at the terminal reaches all processes of the group.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Without a buffer, what is not read yet is in the pipe, where `stopping` sees it.
    requests = os.fdopen(os.dup(0), "rb", buffering=0)
    answers = os.fdopen(os.dup(1), "wb")
    # Text that a policy or a function of RDDL prints is not an answer.
    os.dup2(2, 1)
    stopping.watch(requests)
    made: Any = None
    while True:
        try:
            frame = receive(requests)
        except EOFError:
            break
        except Exception as error:
            # The order names what cannot be imported here.
            frame = error
        if frame == STOP:
            # It came too late.
            continue
        if isinstance(frame, list):
            # Paths come before the order that needs them, which imports as it is unpickled.
            sys.path[:] = frame
            continue
        answer: tuple[bool, Any]
        try:
            if isinstance(frame, Exception):
                raise frame
            method, arguments = frame
            if method == "":
                factory, *rest = arguments
                made = factory(*rest)
                result: Any = None
            elif method == "process_time":
                result = process_time()
            else:
                result = getattr(made, method)(*arguments)
            answer = True, result
        except Exception as error:
            answer = False, _sendable(error)
        try:
            send(answers, answer)
        except BrokenPipeError:
            break
    os._exit(0)


def _sendable(error: Exception) -> Exception:
    """Return the error itself, or its text where it cannot be pickled."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


if __name__ == "__main__":
    main()
