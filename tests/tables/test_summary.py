"""The summary of a deal on the sheet of a session, which is read as it was written."""

from __future__ import annotations

import pytest

from bot.games import GAMES
from bot.rules.results import Outcome
from bot.tables.summary import Summary
from tests.recounting import finished
from tests.tables.test_gains import deals


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
