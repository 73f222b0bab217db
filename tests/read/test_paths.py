"""Texts and paths told apart, and files that have no end."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import time
from pathlib import Path

import gymnasium
import pytest

import relgym
from relgym import Text
from relgym.catalogue.domains import read_spec
from relgym.errors import ParseError, RelgymError
from relgym.read import files
from relgym.read.language import is_rddl
from relgym.read.pddl.loading import read_domain, read_plan, read_problem

TINY = "(define (domain d) (:predicates (p)) (:action a :parameters () :effect (p)))"
GOAL = "(define (problem q) (:domain d) (:init) (:goal (p)))"
SECRET = "root:x:0:0 (secret)"


def refusal(read, *given) -> str:
    with pytest.raises(RelgymError) as caught:
        read(*given)
    return str(caught.value)


@pytest.fixture
def secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file whose name could be a text of one line."""
    monkeypatch.chdir(tmp_path)
    name = "(secret)"
    (tmp_path / name).write_text(SECRET)
    return name


def test_a_text_is_no_path_whatever_its_name(secret: str) -> None:
    domain, problem = read_domain(Text(TINY)), Text(GOAL)
    task = relgym.load(Text(TINY), problem)
    readers = [
        (read_domain, Text(secret)),
        (read_problem, Text(secret), domain),
        (relgym.load, Text(secret), problem),
        (relgym.load, Text(TINY), Text(secret)),
        (relgym.load, Text(TINY), problem, Text(secret)),
        (relgym.load, Text(TINY), problem, [Text(secret)]),
        (relgym.make, Text(secret), problem),
        (relgym.make, Text(TINY), Text(secret)),
        (relgym.make, Text(TINY), [Text(secret)]),
        (read_plan, Text(secret), task),
    ]
    for read, *given in readers:
        said = refusal(read, *given)
        assert "root" not in said
        assert said.startswith(("<", "<problem>", "<axioms>", "<plan>"))
    # Without it, the name is that of a file, and what is wrong there is quoted.
    assert "root:x:0:0" in refusal(read_domain, secret)


def test_a_text_of_one_word_is_no_path(tmp_path: Path) -> None:
    file = tmp_path / "lamp.rddl"
    file.write_text(SECRET)
    assert refusal(read_domain, Text(str(file))).startswith("<domain>:1:1: a domain file does not begin with")
    assert not is_rddl(Text(str(file)))
    assert is_rddl(str(file))


def test_a_text_stays_one_in_json_pickles_and_specs(secret: str) -> None:
    assert Text(TINY) == TINY + "\n"
    assert Text("a\nb") == "a\nb"
    assert repr(pickle.loads(pickle.dumps(Text(secret)))) == repr(Text(secret))
    env = relgym.make(Text(TINY), Text(GOAL))
    spec = gymnasium.envs.registration.EnvSpec.from_json(env.spec.to_json())
    env.reset()
    assert spec.kwargs["domain_file"] == Text(TINY)
    gymnasium.make(spec).reset()
    assert "root" not in refusal(read_domain, str(Text(secret)))


def test_what_is_no_text() -> None:
    for given in (None, 3, b"(define)", Path("domain.pddl")):
        with pytest.raises(RelgymError, match="is not a text"):
            Text(given)  # type: ignore[arg-type]


def test_a_path_with_a_brace_is_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "{1}").mkdir()
    (tmp_path / "{1}" / "lamp.rddl").write_text("domain lamp { }")
    monkeypatch.chdir(tmp_path)
    assert is_rddl("{1}/lamp.rddl")


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="the system has no such devices")
@pytest.mark.parametrize(("device", "message"), [("zero", "is a binary file"), ("urandom", "is a binary file")])
def test_devices_without_end(device: str, message: str) -> None:
    begun = time.perf_counter()
    assert message in refusal(read_domain, f"/dev/{device}")
    assert time.perf_counter() - begun < 60


def test_large_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "FILE_BYTES_LIMIT", 100)
    file = tmp_path / "d.pddl"
    file.write_text(TINY + " " * (100 - len(TINY)))
    assert read_domain(file).name == "d"
    file.write_text(TINY + " " * (101 - len(TINY)))
    assert refusal(read_domain, file).startswith(f"cannot read the domain file '{file}': it has more than 100 bytes")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_pipes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "PIPE_SECONDS", 0.2)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert "a pipe to which nobody has written" in refusal(read_domain, pipe)

    def write() -> None:
        with pipe.open("w") as file:
            file.write(TINY[:20])
            file.flush()
            time.sleep(0.3)
            file.write(TINY[20:])

    writer = threading.Thread(target=write)
    writer.start()
    monkeypatch.setattr(files, "PIPE_SECONDS", 60.0)
    assert read_domain(pipe).name == "d"
    writer.join()


@pytest.mark.skipif(not os.path.exists("/dev/stdin"), reason="the system has no such file")
def test_standard_input() -> None:
    program = "from relgym.read.pddl.loading import read_domain; print(read_domain('/dev/stdin').name)"
    found = subprocess.run([sys.executable, "-c", program], input=TINY, capture_output=True, text=True, check=True)
    assert found.stdout == "d\n"


@pytest.mark.parametrize(
    ("key", "name", "message"),
    [
        ("axioms", '["../far.pddl"]', "axioms: '../far.pddl' leads out of the folder"),
        ("axioms", '["ROOT/far.pddl"]', "far.pddl' leads out of the folder"),
        ("axioms", '["link.pddl"]', "axioms: 'link.pddl' leads out of the folder"),
        ("seen", '["sub/../../far.pddl"]', "seen: 'sub/../../far.pddl' leads out of the folder"),
        ("generator", '"../other"', "generator: '../other' leads out of the folder"),
        ("generator", '"ROOT"', "leads out of the folder"),
        ("generator", '".."', "generator: '..' leads out of the folder"),
        ("generator", '"beside"', "generator: 'beside' leads out of the folder"),
    ],
)
def test_env_toml_names_files_of_its_folder(key: str, name: str, message: str, tmp_path: Path) -> None:
    outside, home = tmp_path / "outside", tmp_path / "home"
    folder = home / "domain"
    (folder / "sub").mkdir(parents=True)
    outside.mkdir()
    for far in (outside / "far.pddl", outside / "generator.py", home / "far.pddl", tmp_path / "far.pddl"):
        far.write_text("(:derived (q) (p))")
    (folder / "domain.pddl").write_text(TINY)
    (folder / "link.pddl").symlink_to(outside / "far.pddl")
    (home / "beside").symlink_to(outside)
    settings = f'id = "Tiny"\ndescription = "tiny"\nmax_episode_steps = 3\n{key} = {name}\n'
    (folder / "env.toml").write_text(settings.replace("ROOT", str(outside)))
    said = refusal(read_spec, folder)
    assert said.startswith(f"{folder / 'env.toml'}: {key}: ")
    assert message in said
    (folder / "sub" / "near.pddl").write_text("(:derived (q) (p))")
    (folder / "env.toml").write_text(settings.replace(f"{key} = {name}", 'axioms = ["sub/near.pddl"]'))
    assert read_spec(folder).axiom_files() == (folder / "sub" / "near.pddl",)


def test_an_error_of_a_large_file_is_a_parse_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "FILE_BYTES_LIMIT", 10)
    (tmp_path / "d.pddl").write_text(TINY)
    with pytest.raises(ParseError) as caught:
        read_domain(tmp_path / "d.pddl")
    assert caught.value.code == "E101"
