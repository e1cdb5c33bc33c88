"""A deal from the lobby to its score sheet, by presses alone."""

from __future__ import annotations

from bot.tables import TableState
from tests.cogs.place import Place, acts_of, id_of, options_of, words_of


async def act_once(place: Place) -> None:
    """Do the first thing that Anna's panel offers, as a person would."""
    panel = place.panel(place.anna)
    ids = acts_of(panel)
    lists = [each for each in ids if ":?" in each]
    if not lists:
        await place.anna.user.click(panel, custom_id=ids[-1])
        return
    count = 3 if ":?lay" in lists[0] else 1
    await place.anna.user.select(panel, options_of(panel, lists[0])[:count], custom_id=lists[0])
    if ":?choose" not in lists[0]:
        await place.anna.user.click(place.panel(place.anna), label="Confirm")


async def test_a_deal_is_played_to_its_end(place: Place) -> None:
    table = await place.start(computers=2)
    for _ in range(40):
        if table.state is not TableState.PLAYING:
            break
        assert table.open is not None
        assert table.open.turn == (table.seat_of(place.anna.id),)
        await act_once(place)
    assert table.state is TableState.BETWEEN
    text = words_of(place.shown)
    assert "Totals:" in text
    assert "was dealt" in text
    await place.anna.click(place.shown, label="Next deal")
    assert table.number == 2
    assert "deal 2" in words_of(place.shown)
    assert id_of(place.shown, ":hand")
