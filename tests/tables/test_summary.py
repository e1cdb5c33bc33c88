"""The summary of a deal on the sheet of a session, which is read as it was written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text

from bot.games import GAMES
from bot.rules.results import Outcome
from bot.store.database import Step
from bot.tables import reviewing
from bot.tables.restoring import replayed
from bot.tables.summary import Summary
from tests.cli.recounting import finished
from tests.tables.room import ANNA, BELA, Room, finish
from tests.tables.test_gains import deals
from tests.tables.toy import TOY

if TYPE_CHECKING:
    from bot.rules.deal import Deal
    from bot.store.rows import DealRow


@pytest.mark.parametrize("name", GAMES)
def test_a_summary_is_read_as_it_was_written(name: str) -> None:
    for deal in (*deals(name), finished(name)):
        assert deal.result is not None
        summary = Summary.of(deal, deal.result)
        assert Summary.parse(summary.json()) == summary
        assert summary.scores == deal.result.scores
        assert (summary.contract, summary.declarer) == (deal.open.contract, deal.open.declarer)


@pytest.mark.parametrize("name", ["tapp_tarock", "koenigrufen"])
def test_moments_are_announcements_made_and_slams(name: str) -> None:
    seen = set[Outcome]()
    for deal in (*deals(name), *deals(f"{name}.worked")):
        assert deal.result is not None
        moments = Summary.of(deal, deal.result).moments
        assert all(line in moments for line in deal.result.lines if line.outcome is Outcome.MADE)
        assert all(line.item == "valat" for line in moments if line.outcome is not Outcome.MADE)
        seen |= {line.outcome for line in moments}
    assert seen == {Outcome.MADE, Outcome.WON}


async def test_only_finished_deals_without_a_summary_are_replayed_for_it(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await room.started(BELA)
    for _ in range(2):
        await finish(table, room)
        assert await table.next_deal(ANNA) is None
    kept = await room.store.finished.of_table(table.id)
    await room.store.write(Step(text("UPDATE deals SET summary = NULL WHERE number <> 1")))
    numbers: list[int] = []

    def counted(saved: Any, deal: DealRow, *rest: Any) -> Deal:
        numbers.append(deal.number)
        return replayed(saved, deal, *rest)

    monkeypatch.setattr("bot.tables.reviewing.replayed", counted)
    assert await reviewing.summarized(room.store, table.id, {TOY.name: TOY}) == kept
    assert numbers == [2], "neither the first, whose summary is known, nor the third, which goes on"
    monkeypatch.setattr(room.store.history, "deals_of", None)
    assert await reviewing.summarized(room.store, table.id, {TOY.name: TOY}) == kept, (
        "without reading any log"
    )
