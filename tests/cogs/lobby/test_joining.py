"""The greeting of a person who has sat down."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from cogs.discord.page import Page
from cogs.lobby import opening as joining
from cogs.lobby.opening import greet, join, show_opened
from tests.cogs.stubs import StubContext

ANNA = 7


def seated(*, arrives: bool = True, told: bool = False) -> Any:
    """The context of Anna, whom direct messages reach or not, and who has been told so or not."""
    services = Mock()
    services.people.get = AsyncMock(return_value=SimpleNamespace(told_dm_closed=told))
    services.direct_messages.send_in_the_end = AsyncMock(return_value=arrives)
    services.table_messages.of.return_value = Mock(post_by_token=AsyncMock(return_value=True))
    return StubContext(
        services=services,
        table=SimpleNamespace(id="k3m9xp", channel_id=1, join=AsyncMock()),
        user_id=ANNA,
        interaction=SimpleNamespace(user=SimpleNamespace(display_name="Anna")),
        words=lambda key, **_: key,
        reply=AsyncMock(),
        tell=AsyncMock(),
    )


@pytest.mark.parametrize(
    ("arrives", "told", "explained"), [(True, False, 0), (False, False, 1), (False, True, 0), (True, True, 0)]
)
async def test_closed_direct_messages_are_explained_once(
    *, arrives: bool, told: bool, explained: int
) -> None:
    ctx = seated(arrives=arrives, told=told)
    await greet(ctx)
    assert ctx.reply.await_count == explained
    if explained:
        (page,) = ctx.reply.await_args.args
        assert page.parts == ("dm.closed",)
        assert [each.id for each in page.rows[0]] == ["p1:k3m9xp:dm"]


async def test_the_host_of_a_new_table_is_greeted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "table_page", lambda _: Page(("lobby",)))
    ctx = seated()
    await show_opened(ctx)
    ctx.services.table_messages.of.return_value.refresh.assert_not_called()
    sent = ctx.services.direct_messages.send_in_the_end
    sent.assert_awaited_once_with(ANNA, "dm.hello", channel="<#1>")


@pytest.mark.parametrize(("refusal", "greeted"), [(None, 1), (object(), 0)], ids=["seated", "refused"])
async def test_only_a_person_who_sits_down_is_told_what_was_taken_over_and_greeted(
    monkeypatch: pytest.MonkeyPatch, refusal: object, greeted: int
) -> None:
    monkeypatch.setattr(joining, "change_by_table_message", AsyncMock(return_value=refusal))
    monkeypatch.setattr(joining, "taken_over_line", lambda *_: "Takes over.")
    ctx = seated()
    await join(ctx)
    assert ctx.tell.await_args_list == ([(("Takes over.",),)] if greeted else [])
    assert ctx.services.direct_messages.send_in_the_end.await_count == greeted
