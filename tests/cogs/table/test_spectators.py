"""Watching a table in a private panel."""

from __future__ import annotations

import pytest

from bot.tables import TableState
from tests.cogs.place import Place, ids_of, usable, words_of


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
    panel = place.last(place.clara)
    assert "To bid: anna" in words_of(panel)
    assert ids_of(panel) == [f"v1:{place.table.id}:refresh"]
    before = len(place.env.http_requests)
    await passes(place)
    assert "anna: pass" in place.told(place.clara)
    made = [each.path for each in place.env.http_requests[before:] if each.method == "PATCH"]
    assert not [path for path in made if path.startswith(f"/channels/{place.channel.id}/")]


async def test_a_player_who_watches_sees_the_same_as_any_spectator(watched: Place) -> None:
    place = watched
    await place.anna.slash(place.channel, "tarock watch")
    of_player, of_spectator = (
        place.told(place.anna).split("-# You"),
        place.told(place.clara).split("-# You"),
    )
    assert of_player[0] == of_spectator[0]
    assert of_player[1].startswith(" sit at this table")
    assert of_spectator[1].startswith(" are watching")
    assert str(place.view(place.anna).hand) not in place.told(place.anna)


async def test_refresh_works_once_the_token_has_expired(watched: Place) -> None:
    place = watched
    place.lose_tokens()
    await passes(place)
    assert "anna: pass" not in place.told(place.clara)
    await place.clara.click(place.last(place.clara), label="Refresh")
    assert "anna: pass" in place.told(place.clara)


async def test_refresh_works_after_a_restart(watched: Place) -> None:
    place = watched
    await place.restart()
    await passes(place)
    await place.clara.click(place.last(place.clara), label="Refresh")
    assert "anna: pass" in place.told(place.clara)


async def test_spectators_see_the_end_of_a_table_and_are_forgotten(watched: Place) -> None:
    place, table = watched, watched.table
    await place.end(place.anna)
    assert table.now.state is TableState.ENDED
    assert "has ended" in place.told(place.clara)
    assert not ids_of(place.last(place.clara))


async def test_a_lobby_can_be_watched_and_filled_in_one_press(place: Place) -> None:
    await place.open()
    await place.clara.slash(place.channel, "tarock watch")
    await place.anna.click(place.shown, label="Fill with 2 computers")
    assert None not in place.table.now.occupants
    assert "Resi" in place.told(place.clara)
    assert "fill" not in usable(place.shown)
