"""Ranges of shards: which servers belong to which process."""

from __future__ import annotations

from itertools import chain
from random import Random

import pytest

from bot.shards import EVERY, Shards

SERVERS = [Random(53).randrange(1 << 63) for _ in range(300)]


@pytest.mark.parametrize("text", ["0-7/16", "15-15/16", "1/2", "2/2", "0-999/1000", " 3/4 "])
def test_a_range_is_read_as_it_is_written(text: str) -> None:
    shards = Shards.parse(text)
    assert Shards.parse(str(shards)) == shards


def test_a_part_is_a_range_of_one_shard() -> None:
    assert Shards.parse("2/4") == Shards.parse("1-1/4")
    assert Shards.parse("1/1") == EVERY


@pytest.mark.parametrize("ranges", [["1/1"], ["1/2", "2/2"], ["0-2/8", "3-6/8", "7-7/8"]])
@pytest.mark.parametrize("recommended", [1, 2, 7, 16, 17])
def test_every_server_belongs_to_the_one_process_that_its_events_reach(
    ranges: list[str], recommended: int
) -> None:
    """However many shards Discord recommends: a server stays with its process when that number grows."""
    shares = [Shards.parse(each) for each in ranges]
    (total,) = {each.total(recommended) for each in shares}
    assert recommended <= total < recommended + shares[0].count
    assert sorted(chain.from_iterable(each.ids(total) for each in shares)) == list(range(total))
    for server in SERVERS:
        (owner,) = (each for each in shares if each.has(server))
        assert (server >> 22) % total in owner.ids(total)


def test_direct_messages_belong_to_the_range_of_shard_0() -> None:
    first, second = Shards.parse("0-1/4"), Shards.parse("2-3/4")
    assert (first.has(0), second.has(0)) == (True, False)
    assert (first.takes_direct_messages, second.takes_direct_messages) == (True, False)
