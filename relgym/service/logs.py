"""Logs of the service: one JSON object a line, to the standard error output."""

from __future__ import annotations

import logging
import sys
import threading
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

from relgym.service.encoding import dumps

LOGGER = logging.getLogger("relgym.service")

_KNOWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}

_REFUSED_SOCKET = "ASGI callable returned without completing handshake."


class JsonLines(logging.Formatter):
    """Formats each record as a line of JSON: time, level, logger, event, and what else the record has."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in _KNOWN}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return dumps(line).decode()


def start(level: str) -> None:
    """Write the records of the service, of its server and of other libraries as lines of JSON, and tracebacks, too.

    Args:
        level: The name of the lowest level that is written; `info` writes a line for each request.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    # uvicorn says so of each socket that is refused with a response, which is a request in the log already.
    handler.addFilter(lambda record: record.msg != _REFUSED_SOCKET)
    # Others, such as asyncio and the tools for language models, from warnings on.
    logging.getLogger().handlers = [handler]
    threading.excepthook = lambda seen: LOGGER.critical("a thread has failed", exc_info=_error(seen.exc_value))
    for name in ("relgym.service", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level.upper())


def _error(error: BaseException | None) -> tuple[type[BaseException], BaseException, TracebackType | None] | None:
    return None if error is None else (type(error), error, error.__traceback__)
