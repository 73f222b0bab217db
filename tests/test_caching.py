"""Caches within a budget: what goes, when, and that several share one."""

from __future__ import annotations

import pickle
import sys
import weakref
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy

from relgym.caching import Cache, CacheBudget


def test_the_value_that_was_used_longest_ago_goes() -> None:
    gone: list[str] = []
    cache: Cache[int, str] = Cache(2, drop=gone.append)
    cache.keep(1, "a")
    cache.keep(2, "b")
    assert cache.use(1) == "a"
    cache.keep(3, "c")
    assert (gone, cache.use(2), cache.use(1)) == (["b"], None, "a")
    cache.remove(1)
    assert gone == ["b", "a"]
    assert cache.withdraw(3) == "c"
    assert (gone, [*cache]) == (["b", "a"], [])


def test_sizes_are_limited() -> None:
    cache: Cache[int, str] = Cache(10, lambda key, value: len(value))
    for key in range(4):
        cache.keep(key, "x" * 3)
    assert [*cache] == [1, 2, 3]
    # Another value in its place counts once.
    cache.keep(3, "yyyy")
    assert [*cache] == [1, 2, 3]
    cache.keep(3, "yyyyy")
    assert [*cache] == [2, 3]
    cache.remove(2)
    cache.keep(4, "zzzzz")
    assert [*cache] == [3, 4]
    # A value beyond the limit is kept alone.
    cache.keep(5, "w" * 20)
    assert [*cache] == [5]


def test_caches_share_a_budget() -> None:
    budget = CacheBudget(100)
    small: Cache[int, int] = Cache(budget, 1)
    large: Cache[int, int] = Cache(budget, 10)
    for key in range(20):
        small.keep(key, key)
    for key in range(20):
        large.keep(key, key)
        assert len(small) + 10 * len(large) <= 100
    # Both have lost their oldest entries.
    assert [*small] == list(range(min(small), 20)) != list(range(20))
    assert [*large] == list(range(min(large), 20)) != list(range(20))
    large.forget()
    for key in range(99):
        small.keep(key, key)
    assert len(small) == 99


def test_a_value_may_be_none() -> None:
    cache: Cache[int, None] = Cache(2)
    for key in range(3):
        cache.keep(key, None)
        cache.use(key)
    assert [*cache] == [1, 2]


def test_threads_may_share_a_cache() -> None:
    cache: Cache[int, int] = Cache(50)

    def work(seed: int) -> None:
        for number in range(2000):
            key = (number * 7 + seed) % 97
            assert cache.get(key, key) == key
            cache.keep(key, key)
            cache.use(key)

    with ThreadPoolExecutor(4) as pool:
        assert [*pool.map(work, range(4))] == [None] * 4
    assert len(cache) <= 97


def test_threads_may_fill_a_cache() -> None:
    """The oldest entries are listed in one go: a thread that changes the cache meanwhile must not break that."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(12):
            cache: Cache[int, int] = Cache(5)

            def fill(first: int, cache: Cache[int, int] = cache) -> None:
                for key in range(first, 4000, 4):
                    cache.keep(key, key)

            with ThreadPoolExecutor(4) as pool:
                assert [*pool.map(fill, range(4))] == [None] * 4
    finally:
        sys.setswitchinterval(before)


def test_a_full_cache_takes_as_long_as_an_empty_one() -> None:
    """To find the oldest entry, a dictionary looks at those that have gone before it: several go at once."""
    cache: Cache[int, int] = Cache(6400)
    for key in range(20_000):
        cache.keep(key, key)
        assert key < 6400 or 6300 <= len(cache) <= 6400
    assert [*cache][-1] == 19_999


def test_a_cache_that_nobody_uses_is_gone_at_once() -> None:
    class Held:
        """Something large."""

    budget = CacheBudget(10)
    cache, other = Cache(budget), Cache(budget)
    seen = weakref.ref(cache.keep("a", Held()))
    del cache
    assert seen() is None
    # Its entries are forgotten with it, and the others go on.
    for number in range(10):
        other.keep(number, number)
    assert len(other) == 10


def test_a_copy_has_the_entries_and_a_budget_of_its_own() -> None:
    cache: Cache[int, int] = Cache(3)
    for number in range(3):
        cache.keep(number, number)
    for copy in (deepcopy(cache), pickle.loads(pickle.dumps(cache))):
        assert copy == cache
        copy.keep(3, 3)
        assert ([*copy], [*cache]) == ([1, 2, 3], [0, 1, 2])
