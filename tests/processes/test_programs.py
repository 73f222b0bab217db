"""Programs end at their limits, with all their children, and leave no files."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from relgym.limits import Limits
from relgym.processes import programs
from relgym.processes.programs import Clock, Ended, ProgramError, run, scratch_folder

SLEEPER = "import time; time.sleep(60)"
FAMILY = f"""
import pathlib, subprocess, sys
child = subprocess.Popen([sys.executable, "-c", {SLEEPER!r}])
pathlib.Path("child").write_text(str(child.pid))
child.wait()
"""


def python(code: str, folder: Path, **limits: float) -> Ended:
    return run([sys.executable, "-c", code], folder, Clock(Limits(**({"seconds": 30} | limits))), "test")


def is_running(number: int) -> bool:
    # A killed child may wait for its new parent to ask for its end.
    with suppress(OSError):
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return False


def is_gone(number: int) -> bool:
    end = time.monotonic() + 10
    while is_running(number) and time.monotonic() < end:
        time.sleep(0.01)
    return not is_running(number)


def test_a_program_that_hangs_ends_with_its_children():
    with scratch_folder() as folder:
        ended = python(FAMILY, folder, seconds=1.0)
        child = int((folder / "child").read_text())
    assert ended.passed == "seconds"
    assert is_gone(child)
    assert not folder.exists()


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_ends_the_program_and_its_children():
    with scratch_folder() as folder:

        def interrupt() -> None:
            end = time.monotonic() + 20
            while not (folder / "child").exists() and time.monotonic() < end:
                time.sleep(0.01)
            signal.raise_signal(signal.SIGINT)

        thread = threading.Thread(target=interrupt)
        thread.start()
        ended = python(FAMILY, folder)
        thread.join()
        child = int((folder / "child").read_text())
    assert ended.passed == "interrupted"
    assert is_gone(child)
    assert not folder.exists()


def test_children_that_outlive_the_program_end_too():
    with scratch_folder() as folder:
        ended = python(FAMILY.replace("child.wait()", ""), folder)
        child = int((folder / "child").read_text())
    assert (ended.code, ended.passed) == (0, None)
    assert is_gone(child)


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS does not bound address spaces")
def test_memory_is_bounded():
    with scratch_folder() as folder:
        ended = python("x = bytearray(2**30)", folder, memory=300)
    assert ended.code == 1
    assert ended.last_line == "MemoryError"


def test_one_large_file_is_too_much(monkeypatch):
    monkeypatch.setattr(programs, "PROGRAM_DISK_MEGABYTES", 1)
    code = "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_DFL)\nopen('x', 'wb').write(b'x' * 2**22)"
    with scratch_folder() as folder:
        assert python(code, folder).passed == "disk"


def test_many_files_are_too_much(monkeypatch):
    monkeypatch.setattr(programs, "PROGRAM_DISK_MEGABYTES", 1)
    monkeypatch.setattr(programs, "DISK_LOOK_SECONDS", 0.0)
    code = "for i in range(8): open(str(i), 'wb').write(b'x' * 2**19)\n" + SLEEPER
    with scratch_folder() as folder:
        assert python(code, folder).passed == "disk"


def test_output_is_kept_from_its_end(monkeypatch):
    monkeypatch.setattr(programs, "PROGRAM_LOG_BYTES", 8)
    with scratch_folder() as folder:
        assert python("print('x' * 100 + 'the end')", folder).output == "the end\n"


def test_a_program_that_does_not_exist_is_an_error():
    with scratch_folder() as folder:
        ended = run([folder / "nothing"], folder, Clock(Limits()), "test")
        # The shell that sets the limits says so.
        assert ended.code in (126, 127)


RELGYM = f"""
import signal, sys
from relgym.limits import Limits
from relgym.processes.programs import Clock, run, scratch_folder
signal.signal(signal.SIGINT, signal.default_int_handler)
with scratch_folder() as folder:
    run([sys.executable, "-c", {FAMILY!r}], folder, Clock(Limits(seconds=60)), "test")
"""


@pytest.mark.skipif(os.name != "posix", reason="a shell guards programs on POSIX alone")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGKILL", "SIGHUP"])
def test_a_signal_that_ends_relgym_ends_the_program_and_leaves_no_files(name: str, tmp_path: Path):
    relgym = subprocess.Popen([sys.executable, "-c", RELGYM], env={**os.environ, "TMPDIR": str(tmp_path)})
    end = time.monotonic() + 60
    child = ""
    while not child and time.monotonic() < end:
        time.sleep(0.01)
        child = "".join(path.read_text() for path in tmp_path.glob("relgym-plan-*/child"))
    [folder] = tmp_path.iterdir()
    group = int((folder / "process-group").read_text())
    relgym.send_signal(getattr(signal, name))
    relgym.wait()
    assert is_gone(int(child)) and is_gone(group)
    while folder.exists() and time.monotonic() < end:
        time.sleep(0.01)
    assert not folder.exists()


@pytest.mark.skipif(os.name != "posix", reason="a shell sets limits on POSIX alone")
def test_a_program_that_cannot_be_started_is_an_error(monkeypatch):
    monkeypatch.setattr(programs, "_limited", lambda limits: [])
    with scratch_folder() as folder, pytest.raises(ProgramError, match="'test' cannot be started"):
        run([folder / "nothing"], folder, Clock(Limits()), "test")


def test_no_time_is_left_for_a_second_program():
    with scratch_folder() as folder:
        clock = Clock(Limits(seconds=0))
        assert run([sys.executable, "-c", ""], folder, clock, "test").passed == "seconds"


@pytest.mark.skipif(os.name != "posix", reason="a shell sets limits on POSIX alone")
def test_processor_time_is_bounded_too():
    """A program whose parent is killed ends by itself."""
    code = "import resource; print(resource.getrlimit(resource.RLIMIT_CPU)[0])"
    with scratch_folder() as folder:
        assert python(code, folder, seconds=7.5).output in ("9\n", "8\n")
        assert python(code, folder, seconds=float("inf")).output == "-1\n"


def test_programs_get_no_secrets(monkeypatch):
    for name in ("RELGYM_DATABASE", "PGPASSWORD", "CLOUD_SECRET_KEY"):
        monkeypatch.setenv(name, "very-secret")
    monkeypatch.setenv("ADDRESS", "postgresql://ann:very-secret@db/x")
    monkeypatch.setenv("LD_LIBRARY_PATH", "/kept")
    with scratch_folder() as folder:
        command = [sys.executable, "-c", "import os; print(dict(os.environ))"]
        ended = run(command, folder, Clock(Limits(seconds=60)), "a test", environment={"MORE": "is set"})
    assert "very-secret" not in ended.output
    assert "'/kept'" in ended.output
    assert "'is set'" in ended.output
