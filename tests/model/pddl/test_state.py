"""The atoms of states, which are found from those of the state that was read before."""

from __future__ import annotations

import pickle
import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.state import Fresh, State
from relgym.model.pddl.vocabulary import Vocabulary
from relgym.model.terms import Object
from relgym.tuning.model import DIFFERENCE_CACHE_BITS

OBJECTS = tuple(Object(f"o{number}") for number in range(40))


def vocabulary() -> Vocabulary:
    own = Vocabulary(OBJECTS, [("fixed", (number,)) for number in range(5)])
    for number in range(40):
        own.atom("on", (number, 39 - number))
    return own


def expected(bits: int) -> set[Atom]:
    own = {Atom("on", (OBJECTS[n], OBJECTS[39 - n])) for n in range(40) if bits >> n & 1}
    return own | {Atom("fixed", (OBJECTS[n],)) for n in range(5)}


@pytest.mark.parametrize("room", [0, DIFFERENCE_CACHE_BITS])
def test_atoms_follow_from_state_to_state(room: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("relgym.model.pddl.vocabulary.DIFFERENCE_CACHE_BITS", room)
    own, rng, bits = vocabulary(), random.Random(1), 0
    for _ in range(300):
        bits ^= rng.choice([0, 1 << rng.randrange(40), 0b1011 << rng.randrange(30), rng.getrandbits(40)])
        state = State(own, bits)
        assert state.atoms == expected(bits)
        assert state.atoms is state.atoms


def test_what_was_read_stays_as_it_was():
    own = vocabulary()
    first = State(own, 0b101).atoms
    assert State(own, 0b010).atoms == expected(0b010)
    assert first == expected(0b101)


def test_threads_read_states_of_one_vocabulary():
    own = vocabulary()

    def read(seed: int) -> bool:
        rng = random.Random(seed)
        wanted = [rng.getrandbits(40) for _ in range(400)]
        return all(State(own, bits).atoms == expected(bits) for bits in wanted)

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(read, range(4)))


def test_a_state_that_is_filled_in_is_like_any_other():
    own = Vocabulary(OBJECTS)
    bit = 1 << own.atom("on", (0, 1))
    made, filled = State(own, bit, (3,)), Fresh()
    filled.vocabulary, filled.bits, filled.values = own, bit, (3,)
    assert filled == made
    assert made == filled
    assert hash(filled) == hash(made)
    assert repr(filled) == repr(made)
    assert type(pickle.loads(pickle.dumps(filled))) is State
    assert pickle.loads(pickle.dumps(filled)) == made
