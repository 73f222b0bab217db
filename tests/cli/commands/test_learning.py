"""relgym learn and relgym compare: recordings to domains, domains to figures, errors."""

from __future__ import annotations

import pytest

from relgym.catalogue.domains import spec
from relgym.data import record


@pytest.fixture(scope="module")
def recordings(tmp_path_factory):
    """Recordings of two domains."""
    folder = tmp_path_factory.mktemp("recordings")
    record("ferry", path=folder / "ferry.jsonl", episodes=20, max_steps=40, seed=1)
    record("tireworld", path=folder / "tires.jsonl", episodes=60, seed=1)
    return folder


def test_learns_a_domain_that_equals_the_recorded_one(run, recordings, tmp_path):
    learned = tmp_path / "learned.pddl"
    ran = run("learn", str(recordings / "ferry.jsonl"), "-o", str(learned))
    assert ran.code == 0
    assert "; sail: " in ran.out
    ran = run("compare", "ferry", str(learned), "test/0", "0", "--states", "20", "--json")
    assert ran.code == 0
    assert (ran.json["exact"], ran.json["precision"], ran.json["problems"]) == (True, 1.0, 2)
    assert ran.json["plans"] == {"found": 2, "carried": 2}


def test_prints_the_domain_without_a_file(run, recordings):
    ran = run("learn", str(recordings / "ferry.jsonl"), "--general")
    assert ran.out.startswith("(define (domain ferry)")
    found = run("learn", str(recordings / "ferry.jsonl"), "--json").json
    assert sorted(action["name"] for action in found["actions"]) == ["board", "debark", "sail"]
    assert found["unseen"] == []
    assert found["method"] == "version-space"


def test_learns_probabilities(run, recordings, tmp_path):
    learned = tmp_path / "learned.pddl"
    ran = run("learn", str(recordings / "tires.jsonl"), "--method", "probabilistic", "-o", str(learned))
    assert ran.code == 0
    assert "probabilistic" in learned.read_text()
    ran = run("compare", "tireworld", str(learned), "0", "--no-plans", "--tolerance", "0.2", "--states", "20")
    assert ran.code == 0
    assert "precision  1.0000" in ran.out
    assert run("compare", "tireworld", str(learned), "0", "--no-plans", "--states", "20").code == 2


def test_one_result_is_expected_of_the_version_space(run, recordings, tmp_path):
    learned = tmp_path / "learned.pddl"
    ran = run("learn", str(recordings / "tires.jsonl"), "-o", str(learned))
    assert ran.code == 1
    assert "method='probabilistic'" in ran.err
    assert not learned.exists()


def test_differences_are_told(run, tmp_path):
    bold = tmp_path / "bold.pddl"
    true = spec("hanoi").domain.read_text()
    assert "(clear ?to) (smaller" in true
    bold.write_text(true.replace("(clear ?to) (smaller", "(smaller"))
    ran = run("compare", "hanoi", str(bold), "0", "--states", "10", "--no-plans")
    assert ran.code == 2
    assert "is applicable in the second domain only" in ran.out


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("learn", "{}/ferry.jsonl", "{}/tires.jsonl"), "is a recording of another domain than"),
        (("learn", "{}/none.jsonl"), "none.jsonl"),
        (("learn", "{}/ferry.jsonl", "--method", "guess"), "there is no method 'guess'"),
        (("learn", "{}/tires.jsonl", "--method", "probabilistic", "--general"), "gives no upper bound"),
        (("compare", "ferry", "{}/none.pddl", "0"), "none.pddl"),
        (("compare", "sysadmin", "sysadmin", "0"), "is a domain of RDDL"),
        (("compare", "ferry", "hanoi", "0"), "unknown type 'location'"),
    ],
)
def test_errors_are_one_message(run, recordings, arguments, error):
    ran = run(*(each.format(recordings) for each in arguments))
    assert ran.code == 1
    assert error in ran.err
