"""Watching a table in a private panel."""

from __future__ import annotations

import pytest

from bot.tables import TableState
from cogs.discord.display import Content, Display
from cogs.discord.messenger import Messenger
from tests.cogs.place import Place, ids_of, usable, words_of
from tests.cogs.table.test_leaving import told


@pytest.fixture
async def watched(place: Place) -> Place:
    """A table of Anna and two computers in its first deal, which Clara watches."""
    await place.start(computers=2)
    await place.clara.click(place.shown, label="Watch")
    return place


async def passes(place: Place) -> None:
    await place.anna.user.click(place.panel(place.anna), label="Pass")


async def test_a_spectator_follows_the_table_at_no_cost(watched: Place) -> None:
    place = watched
    panel = place.private(place.clara)[-1]
    assert "To bid: anna" in words_of(panel)
    assert ids_of(panel) == [f"v1:{place.table.id}:refresh"]
    before = len(place.env.http_requests)
    await passes(place)
    assert "anna: pass" in told(place, place.clara)
    made = [each.path for each in place.env.http_requests[before:] if each.method == "PATCH"]
    assert not [path for path in made if path.startswith(f"/channels/{place.channel.id}/")]


async def test_an_unchanged_spectator_panel_is_not_edited(
    watched: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = watched
    await passes(place)
    edit, edited = Messenger.edit_by_token, list[int]()

    async def counted(messenger: Messenger, display: Display, content: Content) -> bool:
        edited.append(display.message_id or 0)
        return await edit(messenger, display, content)

    monkeypatch.setattr(Messenger, "edit_by_token", counted)
    place.services.panels.follow(place.table)
    await place.settle()
    assert edited == []


async def test_a_player_who_watches_sees_the_same_as_any_spectator(watched: Place) -> None:
    place = watched
    await place.anna.slash(place.channel, "tarock watch")
    of_player, of_spectator = (
        told(place, place.anna).split("-# You"),
        told(place, place.clara).split("-# You"),
    )
    assert of_player[0] == of_spectator[0]
    assert of_player[1].startswith(" sit at this table")
    assert of_spectator[1].startswith(" are watching")
    assert str(place.view(place.anna).hand) not in told(place, place.anna)


async def test_refresh_works_once_the_token_has_expired(watched: Place) -> None:
    place = watched
    place.lose_tokens()
    await passes(place)
    assert "anna: pass" not in told(place, place.clara)
    await place.clara.click(place.private(place.clara)[-1], label="Refresh")
    assert "anna: pass" in told(place, place.clara)
    assert place.services.panels.of(place.table, place.clara.id).watching is not None


async def test_refresh_works_after_a_restart(watched: Place) -> None:
    place = watched
    await place.restart()
    await passes(place)
    await place.clara.click(place.private(place.clara)[-1], label="Refresh")
    assert "anna: pass" in told(place, place.clara)


async def test_spectators_see_the_end_of_a_table_and_are_forgotten(watched: Place) -> None:
    place, table = watched, watched.table
    await place.end(place.anna)
    assert table.now.state is TableState.ENDED
    assert "has ended" in told(place, place.clara)
    assert not ids_of(place.private(place.clara)[-1])
    assert place.services.panels.of(table, place.clara.id).watching is None


async def test_a_lobby_can_be_watched_and_filled_in_one_press(place: Place) -> None:
    await place.open()
    await place.clara.slash(place.channel, "tarock watch")
    await place.anna.click(place.shown, label="Fill with 2 computers")
    assert None not in place.table.now.occupants
    assert "Resi" in told(place, place.clara)
    assert "fill" not in usable(place.shown)
