"""Values that are kept while they are used, up to a limit of their number or of their sizes."""

from __future__ import annotations

from relgym.service.workers.tasks import Kept


def test_the_value_that_was_used_longest_ago_goes() -> None:
    gone: list[str] = []
    kept: Kept[int, str] = Kept(2, gone.append)
    kept.put(1, "a")
    kept.put(2, "b")
    assert kept.get(1) == "a"
    kept.put(3, "c")
    assert (gone, kept.get(2), kept.get(1)) == (["b"], None, "a")
    kept.remove(1)
    assert gone == ["b", "a"]


def test_sizes_are_limited() -> None:
    gone: list[str] = []
    kept: Kept[int, str] = Kept(10, gone.append, len)
    for key in range(4):
        kept.put(key, "x" * 3)
    assert [key for key, _ in kept.items()] == [1, 2, 3]
    # Another value in its place counts once.
    kept.put(3, "yyyy")
    assert [key for key, _ in kept.items()] == [1, 2, 3]
    kept.put(3, "yyyyy")
    assert [key for key, _ in kept.items()] == [2, 3]
    kept.remove(2)
    kept.put(4, "zzzzz")
    assert [key for key, _ in kept.items()] == [3, 4]
    # A value beyond the limit is kept alone.
    kept.put(5, "w" * 20)
    assert [key for key, _ in kept.items()] == [5]
