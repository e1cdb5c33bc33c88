"""The state of a message that shows a panel; tests with players are in `test_hand_message.py`."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot.store import Message
from bot.tables import TableState
from bot.text import words
from cogs.discord.page import Button, Page
from cogs.discord.panel_message import HandMessage
from cogs.hands.panel import Panel, PanelKey
from tests.cogs.discord.test_queue import refused

KEY = PanelKey(3, TableState.PLAYING)
OTHER = replace(KEY, may_end=True)
PAGE = Page(("text",), ((Button("a", "A"),),))


def shown(**known: Any) -> HandMessage:
    """The message of the third deal, which shows `KEY` unless told otherwise."""
    third: dict[str, Any] = {"number": 3, "key": KEY, "page": PAGE, "channel_id": 5}
    return HandMessage(20, **third | known)


def test_a_saved_message_round_trips() -> None:
    saved = Message("dm 3", 7, 5, 20, "digest")
    assert HandMessage.of(saved).saved(7) == saved


@pytest.mark.parametrize(
    ("message", "is_up_to_date"),
    [
        (shown(), True),
        (shown(key=OTHER), False),
        (shown(key=None), False),
        (shown(number=2), False),
        (shown(replaced=shown(number=2)), False),
    ],
    ids=["same", "other", "unknown", "earlier deal", "replaced one left"],
)
def test_a_message_is_up_to_date_if_it_alone_shows_the_current_panel(
    message: HandMessage, *, is_up_to_date: bool
) -> None:
    assert message.is_up_to_date(KEY) is is_up_to_date


@pytest.mark.parametrize(
    ("message", "recognized"),
    [
        (shown(key=None, digest=KEY.digest), KEY),
        (shown(key=None, digest=OTHER.digest), None),
        (shown(key=None, digest=KEY.digest, number=2), None),
        (shown(key=OTHER, digest=KEY.digest), OTHER),
    ],
    ids=["same", "changed", "earlier deal", "known"],
)
def test_after_a_restart_a_message_is_recognized_by_its_digest(
    message: HandMessage, recognized: PanelKey | None
) -> None:
    message.recognize(KEY)
    assert message.key == recognized


def test_a_message_suffices_if_it_only_lacks_moves_of_others() -> None:
    assert shown().suffices(replace(KEY, awaited=(1,)))
    assert not shown().suffices(OTHER)
    assert not shown(key=None).suffices(KEY)


def test_moves_of_others_do_not_reset_the_time_controls_were_offered() -> None:
    message = shown()
    for now, key in ((10.0, KEY), (20.0, replace(KEY, awaited=(1,))), (30.0, replace(KEY, revision=4))):
        message.changed(Panel(key, PAGE), now)
        assert message.since == now
        assert message.offered == (30.0 if now == 30.0 else 10.0)
    message.changed(None, 40.0)
    assert (message.key, message.page, message.since, message.offered) == (None, None, 40.0, 30.0)


@pytest.mark.parametrize(
    ("page", "edited", "removed"),
    [(PAGE, 1, 0), (PAGE.without_controls(), 0, 0), (None, 0, 1)],
    ids=["with controls", "without", "unknown"],
)
async def test_a_retired_message_has_no_controls(page: Page | None, edited: int, removed: int) -> None:
    messenger = Mock(edit=AsyncMock(), remove_controls=AsyncMock())
    await shown(page=page).retire(messenger, words("en"))
    assert (messenger.edit.await_count, messenger.remove_controls.await_count) == (edited, removed)
    assert not edited or messenger.edit.await_args.args[2] == PAGE.without_controls()
    messenger.done_with.assert_called_once_with(20)


async def test_a_message_whose_channel_is_gone_counts_as_deleted() -> None:
    messenger: Any = SimpleNamespace(channel=Mock(), edit=AsyncMock(side_effect=refused(404, 10003)))
    assert not await shown().edit(messenger, PAGE, words("en"))
    messenger.edit.side_effect = refused(403, 50001)
    with pytest.raises(discord.Forbidden):
        await shown().edit(messenger, PAGE, words("en"))
