"""Logs are lines of JSON that name the request."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from service.conftest import Client
from service.test_bounds import head, raw
from service.test_text_frames import CLOSE, TEXT, Raw, frame


def test_a_line_for_each_request(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "relgym.cli", "serve", "--port", "0", "--data", str(tmp_path), "--workers", "1"]
    command += ["--log", "info"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        client = Client(process.stdout.readline().split()[-1])
        assert client.get("/health").status == 200
        raw(client.address, head("GET", "/v1/tasks/x?key=secret", "X-Request-ID: abc-1", "Authorization: secret"))
        socket = Raw(client)
        socket.socket.sendall(frame(TEXT, b"\xff\xfe"))
        assert socket.receive()[0] == CLOSE
        socket.close()
        process.terminate()
        _, logged = process.communicate(timeout=30)
    lines = [json.loads(line) for line in logged.splitlines() if line.startswith("{")]
    assert {line["level"] for line in lines} == {"info"}
    health, unknown, _ = (line for line in lines if line["event"] == "request")
    assert (health["method"], health["path"], health["status"]) == ("GET", "/health", 200)
    assert (unknown["request_id"], unknown["path"], unknown["status"]) == ("abc-1", "/v1/tasks/x", 400)
    assert unknown["milliseconds"] > 0
    assert "secret" not in logged


OTHERS = """
import logging, threading
from relgym.service import logs

logs.start("warning")
logging.getLogger("asyncio").warning("slow")
logging.getLogger("asyncio").info("left out")
thread = threading.Thread(target=lambda: 1 / 0)
thread.start()
thread.join()
"""


def test_other_libraries_and_threads_that_fail_write_json_too() -> None:
    done = subprocess.run([sys.executable, "-c", OTHERS], capture_output=True, text=True, check=True)
    slow, failed = map(json.loads, done.stderr.splitlines())
    assert (slow["logger"], slow["level"], slow["event"]) == ("asyncio", "warning", "slow")
    assert failed["event"] == "a thread has failed"
    assert "ZeroDivisionError" in failed["error"]
