"""What a press has answered with is edited by its token, for as long as that works."""

from __future__ import annotations

from collections import Counter
from typing import Any

import discord
import pytest
from simcord import MemberActor

from cogs.delivery.tokens import Tokens
from tests.cogs.place import Place, acts_of, words_of

BY_TOKEN = "/webhooks/*"


def counted(place: Place, *channels: int) -> Counter[str]:
    """The counted requests about some channels so far, by method."""
    parts = [(each.method, each.path.split("/")) for each in place.env.http_requests]
    return Counter(method for method, part in parts if part[1] == "channels" and int(part[2]) in channels)


async def passes(place: Place, who: MemberActor) -> None:
    await who.user.click(place.panel(who), label="Pass")


async def test_a_lobby_is_edited_by_the_token_of_its_command(place: Place) -> None:
    await place.open(place.bela)
    before = counted(place, place.channel.id)
    await place.bela.slash(place.channel, "tarock leave")
    assert counted(place, place.channel.id) == before
    assert "bela" not in words_of(place.shown)


async def test_an_expired_token_is_not_tried(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    await place.open(place.bela)
    monkeypatch.setattr(discord.Interaction, "is_expired", lambda _: True)
    before = counted(place, place.channel.id)
    await place.bela.slash(place.channel, "tarock leave")
    assert counted(place, place.channel.id) - before == {"PATCH": 1}
    assert "bela" not in words_of(place.shown)


@pytest.mark.parametrize(("status", "code"), [(401, 50027), (404, 10015), (404, 10008), (503, 0)])
async def test_where_a_token_fails_the_edit_counts(place: Place, status: int, code: int) -> None:
    await place.open(place.bela)
    before = counted(place, place.channel.id)
    place.env.inject_error("PATCH", BY_TOKEN, status=status, code=code, times=None)
    await place.bela.slash(place.channel, "tarock leave")
    assert counted(place, place.channel.id) - before == {"PATCH": 1}
    assert "bela" not in words_of(place.shown)


async def test_a_private_answer_out_of_reach_gives_way_to_the_direct_message(place: Place) -> None:
    await place.start(place.bela, place.clara)
    await place.bela.click(place.shown, label="My hand")
    place.env.inject_error("PATCH", BY_TOKEN, status=401, code=50027, times=None)
    await passes(place, place.anna)
    assert not acts_of(place.private(place.bela)[-1])
    assert acts_of(place.panel(place.bela))


class Press:
    """An interaction."""

    def __init__(self) -> None:
        self.expired = False

    def is_expired(self) -> bool:
        return self.expired


def test_expired_tokens_are_dropped() -> None:
    tokens, presses = Tokens(), [Press() for _ in range(4)]
    given: list[Any] = presses
    tokens.keep(1, given[0])
    tokens.keep(2, given[1])
    tokens.keep(1, given[2])
    presses[1].expired = True
    assert (tokens.reach(1), tokens.reach(2), tokens.reach(3)) == (True, False, False)
    tokens.keep(4, given[3])
    assert len(tokens) == 2
