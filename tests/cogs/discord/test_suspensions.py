"""What players see of a table whose log cannot be read."""

from __future__ import annotations

from sqlalchemy import text

from bot.store.database import Database, Step
from tests.cogs.place import Place, words_of


async def spoil(place: Place, engine: int) -> None:
    """Mark all tables as saved under another version of the rules."""
    database = await Database.open(place.bot.settings.database_address)
    await database.write(Step(text(f"UPDATE tables SET engine = {engine}")))
    await database.close()


async def test_a_suspended_table_is_announced_once_listed_and_blocks_no_new_table(place: Place) -> None:
    place.errors_expected = True
    table = await place.start(place.bela, computers=1)
    board = place.shown
    await spoil(place, 99)
    for _ in range(2):
        await place.restart()
    (told,) = (each.content for each in place.public if "suspended" in each.content)
    assert table.id in told
    await place.clara.click(board, label="My hand")
    assert "Nothing is lost" in place.private(place.clara)[-1].content
    await place.anna.slash(place.channel, "tarock list")
    assert f"`{table.id}` suspended" in words_of(place.private(place.anna)[-1])
    other = place.guild.create_text_channel("other")
    await place.anna.slash(other, "tarock list")
    assert table.id not in "".join(map(words_of, other.history(viewer=place.anna)))
    await place.anna.slash(place.channel, "tarock new", game="tapp_tarock")
    assert place.table.id != table.id


async def test_a_suspended_table_resumes_where_it_stopped(place: Place) -> None:
    place.errors_expected = True
    table = await place.start(place.bela, computers=1)
    await spoil(place, 99)
    await place.restart()
    await spoil(place, 1)
    await place.restart()
    assert place.table.id == table.id
    await place.anna.user.click(place.panel(place.anna), label="Pass")
    assert "anna: pass" in words_of(place.shown)
