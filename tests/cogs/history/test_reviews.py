"""Which deals a person may review, and from where."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.rules.reasons import Refusal
from bot.tables import Review
from cogs.history.commands import find_review, step_meant
from cogs.standings.commands import SessionSheets

GUILD, PLAYER, STRANGER = 6, 7, 8
FOUND: Any = object()
"""A deal that may be reviewed."""


@pytest.fixture(autouse=True)
def _readable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Review, "of", lambda *_: FOUND)
    monkeypatch.setattr(Review, "of_record", lambda *_: FOUND)


def services_of(*, deal: bool = True, given: str = "", open_table: bool = False, played: bool = False) -> Any:
    """Services with a saved deal of the player, perhaps of given cards, and with a record."""
    services = Mock()
    standings = (SimpleNamespace(row=SimpleNamespace(seat=0, user_id=PLAYER)),)
    table = SimpleNamespace(id="k3m9xp", guild_id=GUILD, given=given, match="")
    saved = SimpleNamespace(table=table, standings=standings)
    services.store.history.saved_deal = AsyncMock(return_value=saved if deal else None)
    services.store.records.get = AsyncMock(return_value=object())
    play = SimpleNamespace(table_id="k4") if played else None
    services.store.plays.of = AsyncMock(return_value=play)
    services.tables.get = lambda _: object() if open_table else None
    services.tables.awaits.return_value = False
    return services


def asked(by: int = PLAYER, guild: int | None = GUILD, *chosen: str) -> Any:
    values = {"values": [*chosen]} if chosen else {}
    return SimpleNamespace(guild_id=guild, user=SimpleNamespace(id=by), data=values)


async def answer(services: Any, interaction: Any, number: int = 1) -> object:
    """The deal, or the code of the refusal."""
    found = await find_review(services, interaction, ("k3m9xp", number))
    return found.code if isinstance(found, Refusal) else found


@pytest.mark.parametrize(
    ("interaction", "seen"),
    [
        (asked(STRANGER), True),
        (asked(PLAYER, 99), False),
        (asked(PLAYER, None), True),
        (asked(STRANGER, None), False),
    ],
    ids=["same server", "other server", "player in direct messages", "stranger in direct messages"],
)
async def test_a_deal_is_visible_on_its_server_and_to_its_players_in_direct_messages(
    interaction: Any, *, seen: bool
) -> None:
    found = await answer(services_of(), interaction, number=2)
    assert found == (FOUND if seen else "no_such_deal")


@pytest.mark.parametrize(("number", "found"), [(1, FOUND), (2, "no_such_deal")])
async def test_a_record_is_found_only_as_the_first_deal(number: int, found: object) -> None:
    assert await answer(services_of(deal=False), asked(STRANGER), number) == found


@pytest.mark.parametrize(
    ("played", "open_table", "found"),
    [(False, False, "given_not_played"), (True, True, "given_not_played"), (True, False, FOUND)],
)
async def test_given_cards_are_visible_only_after_playing_them_to_the_end(
    found: object, *, played: bool, open_table: bool
) -> None:
    services = services_of(given="k2/1", played=played, open_table=open_table)
    assert await answer(services, asked()) == found


async def test_a_malformed_deal_name_is_refused() -> None:
    found = await find_review(services_of(), asked(), None)
    assert isinstance(found, Refusal)
    assert found.code == "no_such_deal"


@pytest.mark.parametrize(("chosen", "step"), [((), 3), (("5",), 5), (("x",), 3), (("-1",), 3)])
def test_a_step_is_chosen_from_the_list_or_by_its_button(chosen: tuple[str, ...], step: int) -> None:
    assert step_meant(asked(PLAYER, GUILD, *chosen), 3) == step


async def test_a_session_sheet_is_refused_on_another_server() -> None:
    services = Mock()
    elsewhere = SimpleNamespace(table=SimpleNamespace(guild_id=99))
    services.store.log.table = AsyncMock(side_effect=[elsewhere, None])
    for _ in range(2):
        found = await SessionSheets(services)._review(asked(), "k3m9xp")
        assert isinstance(found, Refusal)
        assert found.code == "no_such_deal"
