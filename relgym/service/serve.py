"""Runs the service."""

from __future__ import annotations

import socket

import uvicorn

from relgym.errors import RelgymError
from relgym.service import logs
from relgym.service.app import create_app
from relgym.service.protocol import BoundedProtocol
from relgym.service.settings import LOOPBACK, Settings
from relgym.service.store.databases import prepare
from relgym.tuning.service import FRAME_BYTES_LIMIT


class _Server(uvicorn.Server):
    """Says where it listens, once it is ready."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            for server in self.servers:
                host, port = server.sockets[0].getsockname()[:2]
                print(f"listening on http://{f'[{host}]' if ':' in host else host}:{port}", flush=True)


def serve(settings: Settings, host: str = "127.0.0.1", port: int = 8000) -> None:
    """Serve until a signal ends it; requests that are being carried out are answered first.

    Args:
        settings: Its limits and sizes.
        host: The address to bind to, on this machine only.
        port: The port; 0 takes a free one.

    Raises:
        RelgymError: The host is not of this machine alone, the port is taken, the database cannot be
            opened, or a newer relgym has made it.
    """
    if host not in LOOPBACK:
        raise RelgymError(
            f"the service does not listen on {host}, where others reach it: it has no access control yet",
            expected=f"one of {', '.join(LOOPBACK)}",
        )
    prepare(settings.data, settings.database)
    logs.start(settings.log)
    config = uvicorn.Config(
        create_app(settings),
        host=host,
        port=port,
        loop="uvloop",
        http=BoundedProtocol,
        ws="websockets",
        ws_max_size=FRAME_BYTES_LIMIT,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        log_config=None,
        server_header=False,
        access_log=False,
        timeout_graceful_shutdown=5,
    )
    _Server(config).run()
