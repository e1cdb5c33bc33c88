"""The gains of a deal: contracts and announcements are judged by their lines on the score sheet."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from bot.games import GAMES
from bot.rules.deal import Deal
from bot.rules.record import Record
from bot.rules.results import Outcome
from bot.tables.storage import gains

GOLDEN: Final = Path(__file__).parents[1] / "golden"
ANNOUNCED: Final = {Outcome.MADE: 1, Outcome.MISSED: -1}
MADE: Final = {**ANNOUNCED, Outcome.WON: 1, Outcome.LOST: -1, Outcome.FORFEITED: -1}


def deals(name: str) -> list[Deal]:
    """The golden deals of a game that are over."""
    found = []
    for line in GOLDEN.joinpath(f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        record = Record.parse(line, GAMES)
        deal = Deal.start(record.game, record.layout)
        for move in record.moves:
            after = deal.act(move.seat, move.action)
            assert isinstance(after, Deal)
            deal = after
        if deal.result is not None and not deal.result.void:
            found.append(deal)
    return found


@pytest.mark.parametrize("name", ["tapp_tarock", "tapp_tarock.worked", "koenigrufen", "koenigrufen.worked"])
def test_contracts_and_announcements_turn_out_as_the_sheet_says(name: str) -> None:
    seen = set[int]()
    for deal in deals(name):
        assert deal.result is not None
        own = {gain.seat: gain for gain in gains(deal, deal.result)}
        turned_out = {line.item: MADE[line.outcome] for line in deal.result.lines if line.outcome in MADE}
        announced = {
            line.item: ANNOUNCED[line.outcome] for line in deal.result.lines if line.outcome in ANNOUNCED
        }
        contract = turned_out.get("game", turned_out.get("valat", 0))
        for seat, gain in own.items():
            assert gain.contract == (contract if seat == deal.open.declarer else 0)
            said = [announced[each.id] for each in deal.open.items if each.seat == seat]
            assert (gain.kept, gain.missed) == (said.count(1), said.count(-1))
        seen.add(contract)
    assert seen >= {1, -1}


@pytest.mark.parametrize("name", ["illustrated_tarokk", "romanian_tarok", "romanian_taper"])
def test_only_declarers_make_or_fail_a_contract_in_games_with_an_auction(name: str) -> None:
    played = [(deal, list(gains(deal, deal.result))) for deal in deals(name) if deal.result]
    contracts = {gain.contract for _, own in played for gain in own if gain.declarer}
    assert contracts >= {1, -1}
    assert not any(gain.contract for _, own in played for gain in own if not gain.declarer)
    assert any(gain.kept for _, own in played for gain in own)
    assert any(gain.missed for _, own in played for gain in own)


def test_a_game_of_teams_has_announcements_but_no_contracts() -> None:
    found = [gain for deal in deals("royal_tarokk") if deal.result for gain in gains(deal, deal.result)]
    assert {gain.contract for gain in found} == {0}
    assert sum(gain.kept for gain in found) > 0 < sum(gain.missed for gain in found)
