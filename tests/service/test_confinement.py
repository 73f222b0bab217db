"""A worker opens no connection and changes no file, whatever asks it to."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

DEEDS = {
    "a connection": "socket.socket().connect(('127.0.0.1', 9))",
    "a listener": "socket.socket().bind(('127.0.0.1', 0))",
    "a name": "socket.getaddrinfo('localhost', 80)",
    "a page": "urllib.request.urlopen('http://127.0.0.1:9/')",
    "a new file": "open('new', 'w')",
    "a longer file": "open('old', 'a')",
    "a file by its number": "os.open('new', os.O_CREAT | os.O_WRONLY)",
    "a path": "pathlib.Path('new').write_text('x')",
    "a removal": "os.remove('old')",
    "a move": "os.rename('old', 'new')",
    "a folder": "os.mkdir('new')",
    "a temporary file": "tempfile.mkstemp(dir='.')",
    "a database": "sqlite3.connect('new')",
    "a command": "os.system('touch new')",
}
PROGRAM = """
import os, pathlib, socket, sqlite3, tempfile, urllib.request
from relgym.service.workers.confinement import confine
confine()
assert open('old').read() == 'kept'
open(os.devnull, 'w').close()
try:
    {deed}
except PermissionError as error:
    assert 'a worker may not' in str(error), error
    print('denied')
"""


@pytest.mark.parametrize("deed", DEEDS.values(), ids=DEEDS)
def test_a_worker_may_not(tmp_path: Path, deed: str) -> None:
    (tmp_path / "old").write_text("kept")
    program = [sys.executable, "-c", PROGRAM.format(deed=deed)]
    done = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout == "denied\n", done.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["old"]
    assert (tmp_path / "old").read_text() == "kept"


def test_workers_are_confined() -> None:
    """The function that workers run confines them before it takes a request."""
    program = """
import socket
from relgym.service.workers import child
class Stop(Exception): pass
def receive(connection):
    try:
        open('new', 'w')
    except PermissionError:
        raise Stop
child.receive = receive
own, other = socket.socketpair()
try:
    child.main(other, 1.0, 100, True)
except Stop:
    print('confined')
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout == "confined\n", done.stderr
