"""Runs the service."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
import time
import webbrowser
from dataclasses import replace
from threading import Thread
from types import FrameType

import uvicorn
from fastapi import FastAPI

from relgym.errors import RelgymError
from relgym.service import logs
from relgym.service.app import create_app
from relgym.service.monitoring.draining import Drain
from relgym.service.open_files import connections_limit, raise_limit
from relgym.service.settings import LOOPBACK, Settings
from relgym.service.store.databases import opened, prepare
from relgym.service.store.tokens import all_tokens
from relgym.service.transports.connections import protocol
from relgym.service.transports.text_frames import TextFrameProtocol
from relgym.tuning.service import (
    COLLECTOR_THRESHOLDS,
    DRAIN_SECONDS,
    PING_SECONDS,
    READY_SECONDS,
    SHUTDOWN_SECONDS,
    SWITCH_SECONDS,
)


class _Server(uvicorn.Server):
    """Says where it listens, once it is ready; at the first signal, it lets requests end before it does."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, opens_page: bool) -> None:
        super().__init__(config)
        self._app = app
        self._opens_page = opens_page
        self._drain: Drain = app.state.drain
        self._end = 0.0

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self._drain.is_begun or not self.started:
            super().handle_exit(sig, frame)
        else:
            self._drain.is_begun = True
            self._end = time.monotonic() + DRAIN_SECONDS

    async def on_tick(self, counter: int) -> bool:
        is_drained = not self._drain.running or time.monotonic() > self._end
        return (self._drain.is_begun and is_drained) or await super().on_tick(counter)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # All present objects stay: the collector need not go through them again and again.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*COLLECTOR_THRESHOLDS)
        sys.setswitchinterval(SWITCH_SECONDS)
        if self.started and await self._is_ready():
            for server in self.servers:
                host, port = server.sockets[0].getsockname()[:2]
                address = f"http://{f'[{host}]' if ':' in host else host}:{port}"
                print(f"listening on {address}", flush=True)
                if self._opens_page and has_screen():
                    # Some browsers return when their window is closed.
                    Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    async def _is_ready(self) -> bool:
        """Wait for a worker; returns False if a signal ends the service before one answers."""
        while not (self._drain.is_begun or self.should_exit):
            try:
                async with asyncio.timeout(READY_SECONDS):
                    await self._app.state.hub.pool.call({"op": "ping"})
                return True
            except TimeoutError:
                continue
        return False


def has_screen() -> bool:
    """Return True where a window can be opened; a browser inside the terminal would hide the service's messages."""
    return sys.platform in ("darwin", "win32") or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())


def serve(settings: Settings, host: str = "127.0.0.1", port: int = 8000, *, opens_page: bool = False) -> None:
    """Serve until a signal ends it; requests that are being carried out are answered first.

    Args:
        settings: Its limits and sizes.
        host: The address to bind to; others than those of loopback need tokens.
        port: The port; 0 takes a free one.
        opens_page: Whether a browser opens the page once the service listens, where there is one.

    Raises:
        RelgymError: Others reach the host and there is no token, the port is taken, the database cannot be
            opened, a newer relgym has made it, or the system allows too few open files.
    """
    logs.start(settings.log)
    raise_limit()
    most = connections_limit(settings.workers)
    _check_address(host, port)
    prepare(settings.data, settings.database)
    if host not in LOOPBACK:
        _check_tokens(settings, host)
        settings = replace(settings, tokens=True)
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        loop="uvloop",
        http=protocol(most),
        ws=TextFrameProtocol,
        # Compressing a frame takes longer than everything else that a step does in this process.
        ws_per_message_deflate=False,
        ws_max_size=settings.body,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        log_config=None,
        server_header=False,
        access_log=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    _Server(config, app, opens_page).run()


def _check_address(host: str, port: int) -> None:
    """Raise `RelgymError` if the service cannot listen at an address."""
    try:
        for family, kind, protocol, _, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
            with socket.socket(family, kind, protocol) as own:
                own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if family == socket.AF_INET6:
                    # As the server does: the other family has a socket of its own.
                    own.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                own.bind(address)
    except (OSError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        hint = "choose another --port; 0 takes a free one" if port else "listen on 127.0.0.1"
        raise RelgymError(f"the service cannot listen on {host}, port {port}: {reason}", hint=hint) from error


def _check_tokens(settings: Settings, host: str) -> None:
    """Raise `RelgymError` if there is no token for those who reach the service from elsewhere."""
    engine = opened(settings.data, settings.database)
    with engine.begin() as connection:
        known = any(token.is_valid(time.time()) for token in all_tokens(connection))
    engine.dispose()
    if not known:
        raise RelgymError(
            f"the service does not listen on {host}, where others reach it: there is no valid token",
            hint=f"'relgym token create' makes one; or listen on {LOOPBACK[0]}",
        )
