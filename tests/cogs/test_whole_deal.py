"""A deal from the lobby to its score sheet, by presses alone."""

from __future__ import annotations

from bot.tables import TableState
from tests.cogs.place import Place, act_once, id_of, words_of


async def test_a_deal_is_played_to_its_end(place: Place) -> None:
    table = await place.start(computers=2)
    for _ in range(40):
        if table.now.state is not TableState.PLAYING:
            break
        assert table.now.open is not None
        assert table.now.open.turn == (table.now.seat_of(place.anna.id),)
        await act_once(place)
    assert table.now.state is TableState.BETWEEN
    text = words_of(place.shown)
    assert "Totals as written:" in text
    assert "was dealt" in text
    await place.anna.click(place.shown, label="Next deal")
    assert table.now.number == 2
    assert "deal 2" in words_of(place.shown)
    assert id_of(place.shown, ":hand")
