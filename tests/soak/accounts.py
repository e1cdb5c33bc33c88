"""The results of a soak, compared with the logs once the bot has ended."""

from __future__ import annotations

import json
from dataclasses import dataclass

from bot.text import words
from tests.soak.deals import PlayedDeal, played_deals, whole_log
from tests.soak.ledger import Ledger
from tests.soak.process import BotProcess
from tests.soak.seats import Seats
from tests.soak.secrecy import Deliveries

COMPUTER = words("en")("name.computer", name="")


@dataclass(frozen=True)
class Accounts:
    """The violations found, in words."""

    deals: int
    finished: int
    lost: list[str]
    unasked: list[str]
    scores: list[str]
    leaks: list[str]


async def accounts(
    process: BotProcess, ledger: Ledger, deliveries: Deliveries, seats: Seats, turn: float
) -> Accounts:
    """Compare presses, pages and scores with the logs."""
    deals = await played_deals(process.database)
    by_number = {(each.table, each.number): each for each in deals}
    log = whole_log(deals, seats, turn)
    return Accounts(
        deals=len(deals),
        finished=sum(each.saved.deal.result is not None for each in deals),
        lost=[ledger.about(each, log) for each in ledger.lost(log)],
        unasked=[f"{where}: {log[where].action}" for where in ledger.unasked(log)],
        scores=[*await _differences(process), *_wrong_scores(by_number, deliveries, seats)],
        leaks=list(deliveries.leaks(by_number, seats)),
    )


async def _differences(process: BotProcess) -> list[str]:
    """What `recount` finds in the database."""
    code, output = await process.command("recount", "--json")
    found = json.loads(output)
    return [f"recount: {output}"] if code or found["differences"] else []


def _wrong_scores(
    deals: dict[tuple[str, int], PlayedDeal], deliveries: Deliveries, seats: Seats
) -> list[str]:
    """Final pages that do not show the scores that the log gives."""
    wrong = []
    for table, number, text in deliveries.final_pages:
        deal = deals.get((table, number))
        scores = [{"a deal"}] if deal is None else _scores(deal, seats)
        shown = text.replace(COMPUTER, "")
        missing = [sorted(each) for each in scores if not any(one in shown for one in each)]
        wrong += [f"table {table}, deal {number}: none of {each} is in {text!r}" for each in missing]
    return wrong


def _scores(deal: PlayedDeal, seats: Seats) -> list[set[str]]:
    """The texts that a page with the scores of a deal must contain: one of each set.

    Whoever takes a seat over before the next deal has its score.
    """
    w, result = words("en-US", deal.saved.table.game), deal.positions[-1].result
    if result is None:
        return [{"the end"}]
    if result.void:
        return [{w.term("score", "void")}]
    return [
        {
            w(key, player=name, number=score, signed=w.signed(score))
            for name in {each.row.name, *seats.names[deal.table, each.row.seat]}
            for score in (result.scores[each.row.seat],)
            for key in ("player.amount", "score.gain")
        }
        for each in deal.saved.standings
    ]
