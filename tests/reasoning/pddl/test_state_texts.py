"""`Reasoner.state`: each text is read once, whatever its spelling, and mistakes are told as before."""

from __future__ import annotations

import random

import pytest

import relgym
from relgym.catalogue.domains import spec
from relgym.errors import ModelError, ParseError, RelgymError
from relgym.model.pddl.formulas import Atom
from relgym.read.pddl.loading import read_atom
from relgym.reasoning.pddl import states, transition
from relgym.tuning.reasoning import CACHED_ENTRY_BYTES


@pytest.fixture(scope="module")
def sokoban() -> relgym.Reasoner:
    """The largest Sokoban problem of the catalogue: 320 atoms."""
    found = spec("sokoban")
    tasks = [relgym.load(found.domain, file) for split in ("train", "test") for file in found.problems(split)]
    return relgym.Reasoner(max(tasks, key=lambda task: len(task.problem.init)))


def test_the_texts_of_a_state_give_the_state(sokoban: relgym.Reasoner):
    rng, state = random.Random(3), sokoban.initial_state
    assert len(state.atoms) == 320
    for _ in range(40):
        state = sokoban.successor(state, rng.choice(sokoban.valid_actions(state)))
        texts = [*map(str, state.atoms)]
        rng.shuffle(texts)
        for given in (texts, tuple(texts), iter(texts), {*texts}, texts * 2, state.atoms, [*state.atoms, *texts]):
            assert sokoban.state(given) == state
        # What no action changes may be left out.
        assert sokoban.state(state.to_json()["atoms"]) == state


def test_no_text_is_read_twice(sokoban: relgym.Reasoner, monkeypatch: pytest.MonkeyPatch):
    state = sokoban.initial_state
    plain = sorted(map(str, state.atoms))
    others = [f" ( {text[1:-1].upper()}\n)" for text in plain]
    read = []

    def noted(text: str, task: relgym.Task) -> Atom:
        read.append(text)
        return read_atom(text, task)

    monkeypatch.setattr(states, "read_atom", noted)
    assert sokoban.state(plain) == state
    assert read == []
    assert sokoban.state(others) == state
    assert read == others
    assert sokoban.state([*others, *plain]) == state
    assert len(read) == len(others)


def test_what_is_remembered_is_bounded(sokoban: relgym.Reasoner, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(transition, "REASONER_CACHE_BYTES", 400 * CACHED_ENTRY_BYTES)
    reasoner = relgym.Reasoner(sokoban.task)
    plain = sorted(map(str, reasoner.initial_state.atoms))
    for blanks in range(5):
        texts = [text.replace("(", "(" + " " * blanks) for text in plain]
        assert reasoner.state(texts) == reasoner.initial_state
        assert len(reasoner._states._places) <= 400
    assert reasoner.state(plain * 2) == reasoner.initial_state


def test_new_atoms_have_a_place_in_states_that_are_made_later(sokoban: relgym.Reasoner):
    reasoner = relgym.Reasoner(sokoban.task)
    start = reasoner.initial_state
    empty = reasoner.state([])
    assert not empty.to_json()["atoms"]
    texts = start.to_json()["atoms"]
    for number in range(len(texts)):
        assert reasoner.state(texts[:number]).to_json()["atoms"] == texts[:number]


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("(on a)", RelgymError, "on"),
        ("(at)", RelgymError, "at"),
        ("(clear nowhere)", RelgymError, "nowhere"),
        ("clear", ParseError, "'clear' has no parentheses"),
        ("()", ParseError, "() is not an atom"),
        ("(clear ?x)", RelgymError, "?x"),
        ("(clear p1) (clear p2)", ParseError, "follows the end"),
        ("", ParseError, "<atom> is empty"),
    ],
)
def test_mistakes_are_told_each_time(sokoban: relgym.Reasoner, text: str, kind: type[RelgymError], words: str):
    good = [*map(str, sokoban.initial_state.atoms)]
    for _ in range(2):
        with pytest.raises(kind) as raised:
            sokoban.state([*good, text])
        assert words in str(raised.value)
    assert sokoban.state(good) == sokoban.initial_state


def test_static_atoms_cannot_become_true(sokoban: relgym.Reasoner):
    atoms = sokoban.initial_state.to_json(static=True)["atoms"]
    cells = {text.split()[1] for text in atoms if text.startswith("(next ")}
    plain = min(cells - {text[:-1].split()[1] for text in atoms if text.startswith("(storage ")})
    for _ in range(2):
        with pytest.raises(ModelError, match="cannot become true: no action changes 'storage'"):
            sokoban.state([f"(storage {plain})"])
