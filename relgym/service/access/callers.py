"""The client of a request: whose things it sees, and what it may do."""

from __future__ import annotations

from collections.abc import Coroutine
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar, get_args

from relgym.service.access.limiter import Usage
from relgym.service.access.shares import Share
from relgym.service.problems import Refused
from relgym.service.records import ANYONE, Owner

T = TypeVar("T")

Scope = Literal["read", "play", "admin"]
"""Rights of a client: to read and ask; also to make tasks and sessions and to play; also to see what others have."""

SCOPES: tuple[Scope, ...] = get_args(Scope)
"""The scopes; each includes those before it."""

DENIED_TO_AGENTS = frozenset({"sessions.undo", "sessions.reset", "sessions.goto", "sessions.fork"})
"""The verbs that take a step back or give a second chance, which an agent may not do."""


@dataclass(frozen=True, slots=True)
class Caller:
    """A client.

    Attributes:
        owner: The owner of what it makes.
        scope: What it may do.
        is_agent: Whether it may take no step back.
        token: The id of its token, if the service has tokens.
        usage: What it has used of its limits, if there are any.
        share: The share of its owner of the event loop, if the service has tokens.
    """

    owner: Owner = None
    scope: Scope = "admin"
    is_agent: bool = False
    token: str | None = None
    usage: Usage | None = field(default=None, compare=False)
    share: Share | None = field(default=None, compare=False)

    @property
    def sees(self) -> Owner:
        """The owner whose tasks and sessions it sees."""
        return ANYONE if self.scope == "admin" else self.owner

    def may_see(self, owner: Owner) -> bool:
        """Tell whether it sees what an owner has."""
        return self.scope == "admin" or self.owner == owner

    def allow(self, verb: str, scope: Scope) -> None:
        """Check that it may carry out a verb.

        Args:
            verb: The name of the verb.
            scope: The scope that the verb needs.

        Raises:
            Refused: It may not.
        """
        if SCOPES.index(scope) > SCOPES.index(self.scope):
            raise Refused(403, f"'{verb}' needs a token with the scope '{scope}'; this one has '{self.scope}'")
        if self.is_agent and verb in DENIED_TO_AGENTS:
            raise Refused(
                403,
                f"an agent may not carry out '{verb}'",
                hint="its socket has ?role=agent, or its token was made with --agent",
            )

    def check_start(self, has_state: bool) -> None:
        """Check that it may start a session.

        Args:
            has_state: Whether the session is to begin in a state of the client, and not at the start of its task.

        Raises:
            Refused: It may not.
        """
        if self.is_agent and has_state:
            raise Refused(403, "an agent may not choose the state in which a session starts", hint="leave out `state`")

    async def begin(self, work: Coroutine[Any, Any, T]) -> T:
        """Carry out work on the share of its owner, once the owner has time left."""
        if self.share is None:
            return await work
        try:
            await self.share.enter()
        except BaseException:
            # Work that was cancelled while it waited has not begun, and is not left unawaited.
            work.close()
            raise
        return await self.share.metered(work)

    def metered(self, work: Coroutine[Any, Any, T]) -> Coroutine[Any, Any, T]:
        """Return work that is charged to the share of its owner."""
        return work if self.share is None else self.share.metered(work)

    def spend(self, count: int) -> None:
        """Count further requests that came along with one: the other calls of a batch."""
        if self.usage is not None:
            self.usage.spend(count)


CALLER: ContextVar[Caller] = ContextVar("caller", default=Caller())  # noqa: B039 - callers are immutable
"""The client of the present request; without tokens, one that may do everything."""
