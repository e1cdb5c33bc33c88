"""The log of a deal at the most verbose level: no card, no token and no name."""

from __future__ import annotations

import io
import json
import logging
import random
import re
import sys
from collections.abc import Iterator

import pytest

from bot.ops.logs import set_up
from bot.playground.world import CHANNEL_ID
from tests.e2e.hidden import CODE
from tests.e2e.house import House
from tests.e2e.players import Player, open_table, play_deal

CANNOT_SEND_EMPTY_MESSAGE = 50006


@pytest.fixture(params=["lines", "json"])
def log(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What the bot writes to standard error with LOG_LEVEL=DEBUG, in each format."""
    root, library, written = logging.getLogger(), logging.getLogger("discord"), io.StringIO()
    levels = root.level, library.level
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(sys, "stderr", written)
    set_up("DEBUG", request.param)
    yield written
    logging.captureWarnings(capture=False)
    root.setLevel(levels[0])
    library.setLevel(levels[1])


async def test_the_log_of_a_deal_holds_no_secret(log: io.StringIO, house: House) -> None:
    people = house.playground.people
    players = [Player(each, random.Random(5)) for each in (house.anna, house.bela)]
    await open_table("tapp_tarock", [each.person for each in players], 1)
    faults = house.playground.faults
    faults.fail("PATCH", "/webhooks/*", 400, CANNOT_SEND_EMPTY_MESSAGE, times=12)
    faults.fail("PATCH", f"/channels/{CHANNEL_ID}/messages/*", 400, CANNOT_SEND_EMPTY_MESSAGE, times=4)
    faults.limit_rate("POST", "/channels/*", 0.01, times=2)
    await play_deal(players)
    await house.settle()
    text = log.getvalue()
    incidents = re.findall(r"\[([0-9a-f]{6})\] A message could not be sent .*: HTTPException", text)
    assert incidents, "failures were scripted"
    assert "We are being rate limited" in text
    records = text.splitlines()
    if text.startswith("{"):
        parsed = {each.get("incident"): each for each in map(json.loads, records)}
        assert "in _update" in parsed[incidents[0]]["exception"]
    assert logging.getLogger("anything").isEnabledFor(logging.DEBUG)
    tokens = {house.playground.token, *house.playground.interactions._by_token}
    assert len(tokens) > len(players)
    assert [each for each in records if CODE.search(each)] == []
    assert [each for each in tokens if each in text] == []
    assert [name for name in people if name in text] == []
