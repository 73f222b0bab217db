"""Operations of a worker: tasks are read, sessions step, and questions are answered."""

from __future__ import annotations

import logging
from typing import Any

from relgym.errors import RelgymError
from relgym.limits import Limits
from relgym.questions import catalogue
from relgym.questions.asking import answer
from relgym.questions.pddl.plans import described_planners
from relgym.service.encoding import dumps
from relgym.service.problems import Refused, problem, problem_of
from relgym.service.verbs.questions import check_limits, question
from relgym.service.workers.sessions import Sessions
from relgym.service.workers.tasks import Tasks, Unknown

LOGGER = logging.getLogger("relgym.service.worker")

Header = dict[str, Any]


class Operations:
    """Carries out the requests of a worker, one after the other."""

    def __init__(self, limits: Limits) -> None:
        """Begin with no task; `limits` hold for each call of an engine."""
        self._tasks = Tasks(limits)
        self._sessions = Sessions(self._tasks)

    def answer(self, asked: Header) -> tuple[Header, bytes]:
        """Carry out a request; returns a header that says `ok`, `lacks` or `problem`, and a body."""
        try:
            header, body = self._carried_out(asked)
        except Unknown as lacking:
            return {"lacks": str(lacking)}, b""
        except RelgymError as error:
            return {"problem": problem_of(error)}, b""
        except Refused as refused:
            return {"problem": refused.problem}, b""
        except Exception:
            LOGGER.exception("a request failed")
            return {"problem": problem(500, "the service failed on this request; its log says where")}, b""
        return {"ok": header}, body

    def _carried_out(self, asked: Header) -> tuple[Header, bytes]:
        match asked["op"]:
            case "add":
                return {}, dumps(self._tasks.add(asked["texts"]))
            case "check":
                return {}, dumps(catalogue.checked(asked["texts"]))
            case "planners":
                return {}, dumps({"planners": [*described_planners()]})
            case "format":
                return {}, dumps(catalogue.formatted(asked["text"]))
            case "catalogue":
                return {}, dumps(catalogue.listed())
            case "difficulty":
                return {}, dumps(catalogue.measured())
            case "texts":
                return {}, dumps(catalogue.texts(asked["name"], asked["problem"]))
            case "thumbnail":
                return {}, dumps(catalogue.pictured(asked["name"], asked["problem"]))
            case "generate":
                name, level, seed, parameters = (asked[key] for key in ("name", "level", "seed", "parameters"))
                return {}, dumps(catalogue.generated(name, level, seed, parameters))
            case "forget":
                self._tasks.forget(asked["task"])
                self._sessions.forget(asked["task"])
                return {}, b""
            case "start":
                return self._sessions.start(asked)
            case "step":
                return self._sessions.step(asked)
            case "steps":
                return self._sessions.steps(asked)
            case "ask":
                play = self._tasks.play(asked["task"], asked["backend"], asked.get("texts"))
                own, subject, options = question(asked["question"]), asked["subject"], asked["options"]
                check_limits(options)
                state = play.initial() if asked["state"] is None else play.restored(asked["state"])
                path = [(action, play.restored(form)) for action, form in asked["path"]]
                return {}, dumps(answer(play, own, subject, options, state, path, asked.get("texts", {})))
            case "warm":
                play = self._tasks.play(asked["task"], asked["backend"], asked["texts"])
                play.view(play.initial(), 0)
                return {}, b""
            case "ping":
                return {}, b""
            case other:
                raise AssertionError(f"no operation: {other}")
