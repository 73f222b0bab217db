"""The service of a page that runs relgym itself: frames of the general socket in and out, as JSON.

>>> answer('{"id": 1, "verb": "engines", "data": {}}')
'{"id":1,"ok":{"engines":["builtin","sld"]}}'
"""

from __future__ import annotations

from functools import cache
from typing import Any

from relgym.service.encoding import dumps, loads
from relgym.service.local import LocalService
from relgym.service.problems import Refused, problem

ENGINES = "builtin", "sld"
"""The engines that are pure Python."""


def answer(text: str) -> str:
    """Carry out a frame.

    Args:
        text: `{"id", "verb", "data"}` as JSON.

    Returns:
        `{"id", "ok"}` or `{"id", "problem"}` as JSON.
    """
    frame = loads(text.encode())
    return f'{{"id":{dumps(frame["id"]).decode()},{_carried_out(frame["verb"], frame.get("data", {}))}}}'


def _carried_out(verb: str, data: dict[str, Any]) -> str:
    try:
        return f'"ok":{_service().answer(verb, data).decode()}'
    except Refused as refused:
        return f'"problem":{dumps(refused.problem).decode()}'
    except Exception as error:
        # The page shows it, and goes on; in a service the log would have it.
        detail = f"{type(error).__name__}: {error}"
        return f'"problem":{dumps(problem(500, detail, hint="this is a bug of relgym; please report it")).decode()}'


@cache
def _service() -> LocalService:
    return LocalService(engines=ENGINES)
