"""Tasks, sessions and questions, carried out by workers, and kept in a store."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from time import monotonic
from typing import Any

from relgym.backends import registry
from relgym.caching import Cache
from relgym.errors import did_you_mean
from relgym.questions.plays import Given
from relgym.service.access.callers import CALLER
from relgym.service.encoding import dumps, loads
from relgym.service.live import Live, LiveSessions
from relgym.service.parts import Header, Storage, Workers
from relgym.service.problems import Refused, no_session, no_task
from relgym.service.records import Conflict, Node, Owner, SessionRecord, TaskRecord
from relgym.service.settings import Settings
from relgym.service.verbs.questions import question as question_of
from relgym.service.workers.tasks import identity
from relgym.tuning.service import COUNT_INTERVAL_SECONDS, PATH_NODES_LIMIT, SERVICE_TEXTS_BYTES_LIMIT


@dataclass(frozen=True, slots=True)
class Seen:
    """A node as clients see it.

    Attributes:
        session: The session.
        view: The node as JSON.
        reward: The reward of the step to it.
        ended: Whether the episode ends there.
    """

    session: str
    view: bytes
    reward: float
    ended: bool

    @classmethod
    def of(cls, node: Node) -> Seen:
        """Return a node of the database."""
        view = loads(node.view)
        return cls(node.session, node.view, view["reward"], view["terminated"] or view["truncated"])


class Hub:
    """Carries out requests.

    Attributes:
        settings: Limits and sizes.
        store: Keeps tasks and sessions.
        pool: Carries out what engines do.
        engines: The names of all engines.
        observe: Is told the name, the status and the seconds of each verb that is carried out.
    """

    def __init__(self, settings: Settings, store: Storage, pool: Workers) -> None:
        """Begin with what the store has."""
        self.settings = settings
        self.store = store
        self.pool = pool
        # Looking for engines reads the metadata of all packages that are installed.
        self.engines = registry.names()
        self.observe: Callable[[str, int, float], None] = lambda verb, status, seconds: None
        self._live = LiveSessions(store, settings.expire is not None)
        self._tasks: Cache[tuple[str, Owner], TaskRecord] = Cache(
            SERVICE_TEXTS_BYTES_LIMIT, size=lambda key, task: task.bytes
        )
        self._used_tasks: set[tuple[str, Owner]] = set()
        # The number of sessions, and when they were counted: others may share the database.
        self._sessions = 0
        self._counted = -COUNT_INTERVAL_SECONDS

    async def close(self) -> None:
        """End the workers and close the database; sessions stay."""
        await self.pool.close()
        await self.store.close()

    # -- tasks -------------------------------------------------------------------------------

    async def add_task(self, texts: Mapping[str, Any]) -> tuple[dict[str, Any], bool]:
        """Read a task, and keep it; returns what it is, and whether it is new."""
        key = identity(texts)
        _, body = await self._asked({"op": "add", "task": key, "texts": texts})
        about = loads(body)
        record = TaskRecord(key, texts["domain"], texts["problem"], list(texts["axioms"]), about)
        return {"id": key, **about}, await self.store.add_task(record, CALLER.get().owner)

    async def work(self, operation: str, *, is_long: bool = False, **asked: Any) -> bytes:
        """Let a worker carry out an operation that is about no task and no session."""
        _, body = await self._asked({"op": operation, **asked}, is_long=is_long)
        return body

    async def task(self, key: str) -> TaskRecord:
        """Return a task; raises `Refused` if there is none of this id."""
        if "\0" in key:
            # PostgreSQL takes no such text.
            raise no_task(key)
        owner = CALLER.get().sees
        if self.settings.expire is not None:
            self._used_tasks.add((key, owner))
        record = self._tasks.use((key, owner))
        if record is not None and not await self.store.has_task(key, owner):
            # Another server has removed it.
            self.drop((), (key,))
            raise no_task(key)
        if record is None:
            record = await self.store.task(key, owner)
            if record is None:
                raise no_task(key)
            self._tasks.keep((key, owner), record)
        return record

    async def tasks(self) -> list[dict[str, Any]]:
        """List all tasks that the client sees, the oldest first."""
        return [{"id": key, **about} for key, about in await self.store.tasks(CALLER.get().sees)]

    async def remove_task(self, key: str) -> None:
        """Remove a task with its sessions; raises `Refused` if there is none of this id."""
        is_removed = await self.store.remove_task(key, CALLER.get().sees)
        if is_removed or not await self.store.has_task(key):
            # Only now: a request that came meanwhile may have kept the task again.
            self._live.remove_of(key)
            self.drop((), (key,))
        if not is_removed:
            raise no_task(key)

    # -- sessions ----------------------------------------------------------------------------

    async def start(
        self,
        task: str,
        backend: str,
        seed: int | None,
        state: Mapping[str, Any] | None = None,
        generator: str | None = None,
    ) -> Seen:
        """Start a session; returns its first node.

        Args:
            task: The task.
            backend: The engine.
            seed: Decides everything that is drawn.
            state: The state to start in, if not that of the task.
            generator: The state of a random generator to go on with, in place of a seed.
        """
        self._check_engine(backend)
        await self.task(task)
        await self._check_room()
        await self.store.check_bytes(CALLER.get().owner)
        key = secrets.token_hex(16)
        version = self._live.new_version()
        # The seed is drawn here: two workers that get the same request must not start in different states.
        drawn = secrets.randbits(63) if seed is None else seed
        asked: dict[str, Any] = {"op": "start", "session": key, "task": task, "backend": backend, "seed": drawn}
        asked["version"] = version
        if state is not None:
            asked["state"] = state
        if generator is not None:
            asked["rng"] = generator
        header, view = await self._asked(asked)
        record = SessionRecord(key, task, backend, seed, 0, CALLER.get().owner)
        node = Node(key, 0, None, None, view, header["rng"])
        try:
            await self.store.add_session(record, node)
        except Conflict:
            # Somebody has removed the task meanwhile.
            self.drop((), (task,))
            raise no_task(task) from None
        self._sessions += 1
        self._live.add(record, node, version)
        return Seen(key, view, header["reward"], header["ended"])

    async def fork(self, key: str) -> Seen:
        """Start another session in the state where a session stands; what is drawn there is another chance."""
        live = await self._live.present(key)
        return await self.start(live.record.task, live.record.backend, None, loads(live.node.view)["state"])

    async def step(self, key: str, action: Given, draws: Sequence[float] | None = None) -> Seen:
        """Carry out an action; returns the node after it. `draws` are its random numbers, if not the session's own."""

        async def stepped(live: Live) -> Seen:
            await self._check_nodes(live, 1)
            version, before = self._live.new_version(), live.node
            asked = _step(live, version, op="step", action=action, draws=draws)
            header, view = await self._stepped(live, asked)
            node = Node(key, live.count, before.number, _text(action), view, header["rng"])
            await self._live.arrive(live, [node], version)
            return Seen(key, view, header["reward"], header["ended"])

        return await self._live.change(key, stepped)

    async def steps(self, key: str, actions: Sequence[Given]) -> tuple[list[bytes], dict[str, Any] | None]:
        """Carry out actions up to the first that fails: one request to a worker, and one transaction.

        Args:
            key: The session.
            actions: The actions.

        Returns:
            The nodes after the actions, and the number and the problem of the one that failed.
        """

        async def stepped(live: Live) -> tuple[list[bytes], dict[str, Any] | None]:
            await self._check_nodes(live, len(actions))
            version, before = self._live.new_version(), live.node
            asked = _step(live, version, op="steps", actions=actions)
            header, body = await self._stepped(live, asked)
            if header["failed"] is not None:
                await self._live.check(live)
            nodes, parent, start = [], before.number, 0
            for number, made, action in zip(count(live.count), header["made"], actions, strict=False):
                end = start + made["bytes"]
                nodes.append(Node(key, number, parent, _text(action), body[start:end], made["rng"]))
                parent, start = number, end
            if nodes:
                await self._live.arrive(live, nodes, version)
            return [node.view for node in nodes], header["failed"]

        return await self._live.change(key, stepped)

    async def _stepped(self, live: Live, asked: Header) -> tuple[Header, bytes]:
        """Ask a worker for steps of a session; before it is told why not, the session must stand there still."""
        try:
            return await self._asked(asked, live.node)
        except Refused:
            await self._live.check(live)
            raise

    async def go_to(self, key: str, number: int) -> Seen:
        """Let a session stand in one of its nodes."""
        return await self._live.change(key, lambda live: self._gone(live, number))

    async def _gone(self, live: Live, number: int) -> Seen:
        node = live.node if live.node.number == number else await self.store.node(live.record.id, number)
        if node is None:
            raise Refused(404, f"the session has no node {number}", hint="its history lists all nodes")
        await self._live.stand(live, node)
        return Seen.of(node)

    async def undo(self, key: str) -> Seen:
        """Let a session stand in the node before the present one."""

        async def undone(live: Live) -> Seen:
            await self._live.check(live)
            if live.node.parent is None:
                raise Refused(409, "the session stands at its start", hint="there is nothing to undo")
            return await self._gone(live, live.node.parent)

        return await self._live.change(key, undone)

    async def reset(self, key: str) -> Seen:
        """Let a session stand at its start."""
        return await self.go_to(key, 0)

    async def present(self, key: str) -> bytes:
        """Return the node where a session stands, as JSON."""
        return (await self._live.present(key)).node.view

    async def history(self, key: str) -> dict[str, Any]:
        """Return the tree of a session's nodes, and the one where it stands."""
        live = await self._live.present(key)
        nodes = [
            {"node": node, "parent": parent, "action": action} for node, parent, action in await self.store.nodes(key)
        ]
        return {"id": key, "node": live.node.number, "nodes": nodes}

    async def remove_session(self, key: str) -> None:
        """Remove a session; raises `Refused` if there is none of this id."""
        await self._live.get(key)
        self._live.remove(key)
        if not await self.store.remove_session(key):
            raise no_session(key)
        self._sessions -= 1

    async def ask_session(self, key: str, question: str, subject: Given, options: Mapping[str, Any]) -> bytes:
        """Answer a question about the state where a session stands."""
        live = await self._live.present(key)
        path = await self._path(live.node) if question_of(question).needs_path else []
        state = loads(live.node.view)["state"]
        return await self.ask(live.record.task, live.record.backend, question, subject, options, state, path)

    async def ask(
        self,
        task: str,
        backend: str,
        question: str,
        subject: Given,
        options: Mapping[str, Any],
        state: Mapping[str, Any] | None,
        path: Sequence[tuple[Given | None, Mapping[str, Any]]] = (),
    ) -> bytes:
        """Answer a question about a state of a task, to which a path of actions and states has led."""
        self._check_engine(backend)
        record, own = await self.task(task), question_of(question)
        asked: Header = {
            "op": "ask",
            "task": task,
            "backend": backend,
            "question": question,
            "subject": subject,
            "options": options,
            "state": state,
            "path": path,
        }
        if own.needs_texts:
            asked["texts"] = record.texts
        _, body = await self._asked(asked, is_long=own.is_long)
        return body

    async def _path(self, node: Node) -> list[tuple[Given | None, Mapping[str, Any]]]:
        """Return the actions and states from the start of a session to a node."""
        nodes = await self.store.path(node.session, node.number, PATH_NODES_LIMIT + 1)
        if len(nodes) > PATH_NODES_LIMIT:
            raise Refused(422, f"the session is more than {PATH_NODES_LIMIT:,} steps from its start")
        views = [loads(each.view) for each in sorted(nodes, key=lambda each: each.number)]
        return [(view["action"], view["state"]) for view in views]

    # -- expiry ------------------------------------------------------------------------------

    def take_used(self) -> tuple[set[str], set[tuple[str, Owner]]]:
        """Return the sessions and tasks that were used since the last call, where these expire."""
        tasks, self._used_tasks = self._used_tasks, set()
        return self._live.take_used(), tasks

    def drop(self, sessions: Iterable[str], tasks: Iterable[str]) -> None:
        """Forget sessions and tasks that were removed from the database."""
        for session in sessions:
            self._live.remove(session)
        for task in tasks:
            for key in [key for key in self._tasks if key[0] == task]:
                self._tasks.remove(key)
            self.pool.forget(task)
        self._counted = -COUNT_INTERVAL_SECONDS

    # -- inside ------------------------------------------------------------------------------

    def _check_engine(self, backend: str) -> None:
        if backend not in self.engines:
            hint = did_you_mean(backend, self.engines)
            raise Refused(422, f"there is no engine {backend!r}", expected=", ".join(self.engines), hint=hint)

    async def _check_nodes(self, live: Live, more: int) -> None:
        """Raise `Refused` if a session may not have some nodes more."""
        await self.store.check_bytes(live.record.owner)
        if live.count + more > self.settings.max_nodes:
            detail = f"the session has {live.count:,} nodes, and {self.settings.max_nodes:,} are allowed"
            raise Refused(429, detail, hint="start another session; serve --max-nodes sets the number")

    async def _check_room(self) -> None:
        """Raise `Refused` if there are too many sessions; they are counted now and then."""
        if monotonic() - self._counted >= COUNT_INTERVAL_SECONDS:
            self._counted = monotonic()
            self._sessions = await self.store.count_sessions()
        if self._sessions >= self.settings.sessions:
            raise Refused(429, f"there are {self.settings.sessions:,} sessions already", hint="remove some")

    async def _asked(self, header: Header, standing: Node | None = None, is_long: bool = False) -> tuple[Header, bytes]:
        """Ask a worker, and send what it lacks; raises `Refused` with its problem."""
        asked = header
        while True:
            answer, body = await (self.pool.call_apart(asked) if is_long else self.pool.call(asked))
            match answer:
                case {"ok": found}:
                    return found, body
                case {"lacks": "task"}:
                    asked = {**asked, "texts": (await self.task(header["task"])).texts}
                case {"lacks": "state"} if standing is not None:
                    view = loads(standing.view)
                    asked = {**asked, "state": view["state"], "steps": view["steps"], "rng": standing.rng}
                case {"problem": problem}:
                    raise Refused.of(problem)
                case _:
                    raise AssertionError(f"no answer of a worker: {answer}")


def _step(live: Live, version: int, **more: Any) -> Header:
    """Return the request for a step of a session from where it stands."""
    return {
        "session": live.record.id,
        "task": live.record.task,
        "backend": live.record.backend,
        "node": live.node.number,
        "new": live.count,
        "before": live.version,
        "version": version,
        **more,
    }


def _text(action: Given) -> str:
    """Return an action as text, as histories show it."""
    return action if isinstance(action, str) else dumps(action).decode()
