"""A host of files, as anybody has one: Python's `http.server`, which knows nothing of relgym."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


@dataclass
class Host:
    """A running host.

    Attributes:
        address: The address of the folder, without a slash at the end.
        asked: The paths that were asked for.
    """

    address: str
    asked: list[str] = field(default_factory=list)


@contextmanager
def hosted(folder: Path, path: str) -> Iterator[Host]:
    """Serve a folder under a path."""

    class Handler(SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            host.asked.append(self.path)
            super().do_GET()

        def log_message(self, *_: object) -> None:
            pass

    with tempfile.TemporaryDirectory() as root:
        place = Path(root) / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(folder)
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=root))
        host = Host(f"http://127.0.0.1:{server.server_port}/{path}")
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield host
        finally:
            server.shutdown()
            thread.join()
            server.server_close()
