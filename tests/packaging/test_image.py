"""The recipe of the image and the compose file: what can be wrong in them is looked for, and the recipe is carried out.

There is no Docker here. The steps of the last stage are carried out without it: the wheel is installed into a fresh
environment, and the commands of the image start the service and look at its health.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import sysconfig
import time
import venv
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

ROOT = Path(__file__).parents[2]


class Instruction(NamedTuple):
    name: str
    words: str

    @property
    def argv(self) -> list[str]:
        """The words of the exec form."""
        return list(json.loads(self.words[self.words.index("[") :]))


def instructions() -> list[Instruction]:
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text("utf-8"), flags=re.MULTILINE)
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    return [Instruction(*line.split(None, 1)) for line in lines if line.strip()]


def stages() -> list[list[Instruction]]:
    found: list[list[Instruction]] = []
    for one in instructions():
        if one.name == "FROM":
            found.append([])
        found[-1].append(one)
    return found


def last(name: str) -> Instruction:
    return [one for one in stages()[-1] if one.name == name][-1]


def test_bases_have_versions() -> None:
    names = [stage[0].words.split()[0] for stage in stages()]
    assert len(names) == 3
    for name in names:
        assert re.fullmatch(r"\w+:\d[\w.-]*", name), name
    python = stages()[-1][0].words.split(":")[1]
    lowest = re.search(r'requires-python = ">=([\d.]+)"', (ROOT / "pyproject.toml").read_text("utf-8"))
    assert lowest is not None
    assert tuple(map(int, python.split("-")[0].split("."))) >= tuple(map(int, lowest[1].split(".")))
    assert stages()[1][0].words.split()[0] == stages()[-1][0].words, "wheels are made for the Python that installs them"


def test_the_service_is_no_root_and_gets_signals() -> None:
    assert last("USER").words == "relgym"
    assert last("ENTRYPOINT").argv == ["relgym"]
    order = [one.name for one in stages()[-1]]
    assert order.index("USER") > max(number for number, name in enumerate(order) if name == "RUN")
    assert "ADD" not in order


def test_what_is_copied_is_there_and_not_ignored() -> None:
    ignored = [line for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line[:1] not in ("", "#")]
    assert ignored[0] == "*"
    allowed = {line[1:] for line in ignored if line.startswith("!")}
    denied = [line for line in ignored[1:] if not line.startswith("!")]
    copied = set()
    for one in instructions():
        if one.name == "COPY" and "--from" not in one.words:
            copied |= set(one.words.split()[:-1])
    for name in copied:
        assert (ROOT / name).exists(), name
        assert not any(fnmatch(name, pattern) for pattern in denied), name
    assert {name.split("/")[0] for name in copied} == allowed
    forced = re.findall(r'^"?(\w+)[^"]*"? = "relgym/data', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    assert {"kb", "domains", "playground"} <= set(forced) <= copied


def test_packages_leave_no_lists_behind() -> None:
    for one in instructions():
        if one.name == "RUN" and "apt-get install" in one.words:
            assert "--no-install-recommends" in one.words
            assert one.words.endswith("rm -rf /var/lib/apt/lists/*")
        if one.name == "RUN" and "pip " in one.words:
            assert "--no-cache-dir" in one.words
    extras = set(re.findall(r"\[([\w,]+)\]'", " ".join(one.words for one in instructions())))
    assert extras == {"serve,postgres,mcp"}
    known = (ROOT / "pyproject.toml").read_text("utf-8")
    assert all(re.search(rf"^{extra} = \[", known, re.MULTILINE) for extra in ["serve", "postgres", "mcp"])


def test_the_port_is_the_same_everywhere() -> None:
    command = last("CMD").argv
    port = command[command.index("--port") + 1]
    assert last("EXPOSE").words == port
    assert f"127.0.0.1:{port}/ready" in last("HEALTHCHECK").words
    assert compose()["services"]["relgym"]["ports"] == [f"127.0.0.1:{port}:{port}"]


def compose() -> dict[str, dict[str, dict[str, object]]]:
    return dict(yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8")))


def test_the_compose_file_is_whole() -> None:
    found = compose()
    services = found["services"]
    for name, service in services.items():
        assert set(service) <= {
            "build", "image", "environment", "depends_on", "ports", "networks", "volumes", "healthcheck", "restart",
            "read_only", "tmpfs", "cap_drop", "security_opt", "mem_limit", "pids_limit", "stop_grace_period",
        }  # fmt: skip
        assert "build" in service or re.search(r":\d", str(service["image"])), f"{name} has no version"
        assert set(service["networks"]) <= set(found["networks"])
        for volume in service.get("volumes", ()):
            assert volume.split(":")[0] in found["volumes"]
        for other in service.get("depends_on", {}):
            assert "healthcheck" in services[other]
    relgym, database = services["relgym"], services["database"]
    assert "ports" not in database
    assert relgym["read_only"] is True
    assert relgym["cap_drop"] == ["ALL"]
    secrets = [*database["environment"].values(), *relgym["environment"].values()]
    assert sum("${RELGYM_PASSWORD:?" in str(value) for value in secrets) == 2, "no default password"
    user, base = (database["environment"][f"POSTGRES_{name}"] for name in ("USER", "DB"))
    address = str(relgym["environment"]["RELGYM_DATABASE"])
    assert address.startswith(f"postgresql://{user}:$")
    assert address.endswith(f"@database:5432/{base}")


@pytest.fixture(scope="module")
def image(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, dict[str, str]]]:
    """A fresh environment with the wheel, as the image has it, and the variables of its processes."""
    folder = tmp_path_factory.mktemp("image")
    venv.create(folder / "venv", symlinks=True)
    (packages,) = (folder / "venv").glob("lib/python*/site-packages")
    # The packages that relgym needs are those that are installed here: nothing is fetched for a test.
    here = sysconfig.get_path("purelib")
    (packages / "here.pth").write_text(here + "\n", encoding="utf-8")
    install = [
        sys.executable,
        "-m",
        "pip",
        f"--python={folder / 'venv/bin/python'}",
        "install",
        "--no-deps",
        "--no-index",
        # Modules are compiled as they are imported.
        "--no-compile",
    ]
    subprocess.run([*install, "--ignore-installed", "-q", str(wheel)], check=True, stdin=subprocess.DEVNULL)
    own = {name: value for name, value in os.environ.items() if not name.startswith(("RELGYM", "PYTHON", "VIRTUAL"))}
    own |= dict(pair.split("=", 1) for pair in shlex.split(last("ENV").words))
    yield folder, {**own, "PATH": f"{folder / 'venv/bin'}:{own['PATH']}"}


def test_the_recipe_works(image: tuple[Path, dict[str, str]]) -> None:
    folder, variables = image
    data = folder / "data"
    data.mkdir()
    entry, command = last("ENTRYPOINT").argv, last("CMD").argv
    command = [str(data) if word == "/data" else "0" if word == "8000" else word for word in command]
    where = ["python", "-c", "import relgym; print(relgym.__file__)"]
    found = subprocess.run(where, env=variables, cwd=data, check=True, capture_output=True, text=True).stdout
    assert found.startswith(str(folder)), "the checkout was imported, not the wheel"

    refused = subprocess.run([*entry, *command], env=variables, cwd=data, check=False, capture_output=True, text=True)
    assert refused.returncode == 1
    assert "no valid token" in refused.stderr

    create = [*entry, "token", "create", "--data", str(data)]
    token = subprocess.run(create, env=variables, cwd=data, check=True, capture_output=True, text=True).stdout.strip()
    with subprocess.Popen([*entry, *command], env=variables, cwd=data, stdout=subprocess.PIPE, text=True) as process:
        try:
            check_service(process, variables, token)
            process.send_signal(getattr(signal, last("STOPSIGNAL").words))
            assert process.wait(60) == 0
        finally:
            process.kill()


def check_service(process: subprocess.Popen[str], variables: dict[str, str], token: str) -> None:
    """Look at the health of the service as Docker does, several times, and ask it for its engines."""
    assert process.stdout is not None
    port = process.stdout.readline().rsplit(":", 1)[1].strip()
    health = [word.replace("8000", port) for word in last("HEALTHCHECK").argv]
    deadline = time.monotonic() + 60
    while subprocess.run(health, env=variables, check=False, capture_output=True).returncode:
        assert time.monotonic() < deadline, "the service is not ready"
    ask = f"""import urllib.request as r
q = r.Request("http://127.0.0.1:{port}/v1/engines", headers={{"Authorization": "Bearer {token}"}})
print(r.urlopen(q).read().decode())"""
    done = subprocess.run(["python", "-c", ask], env=variables, check=True, capture_output=True, text=True)
    assert set(json.loads(done.stdout)["engines"]) == {"builtin", "sld", "swipl", "clingo"}
