"""Checks that a page of another site does not drive a service that a browser can reach.

A browser sends requests of any page to any address, also to a service that listens on loopback. A page of another site
is recognised by `Origin` and `Sec-Fetch-Site`; a page whose own name has been made to point at this machine (DNS
rebinding), by the `Host` that the browser still names.
"""

from __future__ import annotations

import re

from starlette.types import ASGIApp, Receive, Scope, Send

from relgym.service.answers import refuse
from relgym.service.problems import Refused

_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([^:/@\[\]]+))(?::[0-9]*)?")


def host_of(netloc: str) -> str:
    """Return the name of a host without its port; the empty text if it is none.

    >>> host_of("localhost:8000"), host_of("[::1]:8000"), host_of("Example.org"), host_of("[::1].example.org")
    ('localhost', '::1', 'example.org', '')
    """
    found = _HOST.fullmatch(netloc.lower())
    return "" if found is None else found[1] or found[2]


class CheckedOrigins:
    """Refuses requests that name another host, or that come from a page of another origin."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str] | None, origins: frozenset[str]) -> None:
        """Pass on requests to `app`.

        Args:
            app: What carries out requests.
            hosts: The names by which the service may be reached, `None` for any name.
            origins: Other origins whose pages may use the service, such as `https://example.org`.
        """
        self._app = app
        self._hosts = hosts
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] in ("http", "websocket"):
            try:
                self._check(scope)
            except Refused as refused:
                await refuse(refused.problem, scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _check(self, scope: Scope) -> None:
        host = origin = site = mode = None
        for name, value in scope["headers"]:
            match name:
                case b"host" if host is None:
                    host = value.decode("latin-1")
                case b"host":
                    raise Refused(400, "the request names two hosts")
                case b"origin":
                    origin = value.decode("latin-1")
                case b"sec-fetch-site":
                    site = value
                case b"sec-fetch-mode":
                    mode = value
                case _:
                    pass
        self._check_host(host)
        if origin in self._origins:
            return
        if origin is not None and origin.partition("://")[2].lower() != (host or "").lower():
            raise Refused(403, f"a page of {origin!r} may not use this service", hint="serve --allow-origin names it")
        if site in (b"cross-site", b"same-site") and not (mode == b"navigate" and scope.get("method") == "GET"):
            raise Refused(403, "a page of another site may not use this service", hint="serve --allow-origin names it")

    def _check_host(self, host: str | None) -> None:
        if self._hosts is not None and (host is None or host_of(host) not in self._hosts):
            raise Refused(421, f"this service is not {host!r}", hint="serve --allow-host names the hosts that it is")
