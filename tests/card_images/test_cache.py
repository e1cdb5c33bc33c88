from __future__ import annotations

from bot.rules.cards import CARDS
from card_images.cache import Cache
from card_images.deck import Deck
from card_images.tiles import Tiles, felt


def test_a_value_is_made_once() -> None:
    values = iter((b"first", b"second"))
    cache: Cache[str, bytes] = Cache(100, len)
    assert [cache.get("a", lambda: next(values)) for _ in range(3)] == [b"first"] * 3
    assert cache.get("b", lambda: next(values)) == b"second"


def test_the_least_recently_used_value_is_evicted_first() -> None:
    cache: Cache[str, bytes] = Cache(10, len)
    cache.get("a", lambda: b"aaaa")
    cache.get("b", lambda: b"bbbb")
    cache.get("a", lambda: b"never made")
    cache.get("c", lambda: b"cccc")
    assert cache.size == 8
    assert cache.get("a", lambda: b"new") == b"aaaa"
    assert cache.get("b", lambda: b"new") == b"new"


def test_a_value_too_large_to_cache_is_returned_all_the_same() -> None:
    cache: Cache[str, bytes] = Cache(3, len)
    assert cache.get("a", lambda: b"aaaa") == b"aaaa"
    assert cache.size == 0


def test_a_value_that_just_fits_is_kept() -> None:
    cache: Cache[str, bytes] = Cache(4, len)
    cache.get("a", lambda: b"aaaa")
    assert cache.get("a", lambda: b"new") == b"aaaa"


def test_concurrent_misses_of_one_key_are_counted_once() -> None:
    """Two threads that miss the same key at once both compute the value."""
    cache: Cache[str, bytes] = Cache(10, len)
    cache.get("a", lambda: cache.get("a", lambda: b"aaaa"))
    assert cache.size == 4


def test_a_whole_evening_of_tiles_stays_within_bounds(drawn_deck: Deck) -> None:
    tiles = Tiles(drawn_deck)
    table = felt(1200, 400)
    for number, card in enumerate(CARDS):
        for dim in (False, True):
            tiles.lay(table, card, 600, 200, half_degrees=number % 27 - 13, dim=dim)
    assert 40_000_000 < tiles.cached_bytes <= 76_000_000
