"""`python -m bot recount`: compute every finished deal again from its log, and compare what is stored."""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import one_line
from bot.games import GAMES
from bot.rules.record import result_document
from bot.store import Store, StoreError
from bot.store.tallies import added_up
from bot.tables.saving import Gain, UnreadableLogError, gains, replayed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.rules.results import Result
    from bot.settings import Settings
    from bot.store import SavedDeal, SavedPlayer, SavedStanding


@dataclass
class Account:
    """What a recount has found so far."""

    as_json: bool
    deals: int = 0
    """How many finished deals were computed again."""
    differences: int = 0

    def differs(self, where: str, what: str) -> None:
        """Count a difference, and print it unless the output is JSON."""
        self.differences += 1
        if not self.as_json:
            print(f"{where}: {what}.")

    def conclude(self) -> None:
        """Print the sums."""
        if self.as_json:
            print(json.dumps({"deals": self.deals, "differences": self.differences}))
        else:
            print(f"Finished deals computed again: {self.deals}; differences: {self.differences}.")


def recount(settings: Settings, as_json: bool) -> int:  # noqa: FBT001 - an option of the command line
    """Compare all finished deals, standings and tallies with the logs, and print each difference.

    Return the exit code: 0 if there is none, 1 if there are some, 2 if the database cannot be read.
    """
    try:
        account = asyncio.run(_recounted(_existing(settings), Account(as_json)))
    except StoreError as error:
        print(one_line(error), file=sys.stderr)
        return 2
    account.conclude()
    return 1 if account.differences else 0


def _existing(settings: Settings) -> Path | str:
    database = settings.database_address
    if isinstance(database, Path) and not database.is_file():
        raise StoreError(f"There is no database {database} yet; DATABASE in .env says where it is.")
    return database


async def _recounted(database: Path | str, account: Account) -> Account:
    store = await Store.open(database)
    try:
        async for deal in store.history.deals():
            account.deals += deal.deal.result is not None or deal.deal.ended_at is not None
            for what in deal_differences(deal):
                account.differs(f"Table {deal.table.id}, deal {deal.deal.number}", what)
        async for player in store.history.players():
            for what in tally_differences(player):
                account.differs(f"Server {player.guild_id}, player {player.user_id}", what)
    finally:
        await store.close()
    return account


def deal_differences(saved: SavedDeal) -> Iterator[str]:
    """Yield in words how a deal and its standings differ from what its log gives. Names no card."""
    row = saved.deal
    if (row.result is None) != (row.ended_at is None):
        yield "it has only one of a result and a time of its end"
    try:
        deal = replayed(saved.table, row, saved.actions, GAMES)
    except UnreadableLogError as error:
        yield f"its log does not fit: {error}"
    except Exception as error:  # noqa: BLE001 - damaged rows may fail anywhere; the text may name cards
        yield f"its log cannot be read: {type(error).__name__}"
    else:
        if deal.result is None:
            yield from (["standings are stored, but the deal has not ended"] if saved.standings else [])
            return
        yield from _result_differences(row.result or "", deal.result)
        # What came of given cards counts in no standings.
        gained = () if saved.table.given else gains(deal, deal.result)
        yield from _standing_differences(saved, {each.seat: each for each in gained})


def _result_differences(stored: str, result: Result) -> Iterator[str]:
    try:
        found = json.loads(stored)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        yield "its result is no JSON object"
        return
    computed = json.loads(json.dumps(result_document(result)))
    for key in sorted(computed.keys() | found.keys()):
        if key not in found or key not in computed or found[key] != computed[key]:
            yield f'"{key}" of its result is not what its log gives'


def _standing_differences(saved: SavedDeal, expected: dict[int, Gain]) -> Iterator[str]:
    stored = {each.row.seat: each for each in saved.standings}
    for seat in sorted(stored.keys() | expected.keys()):
        if seat not in stored:
            yield f"the standing of seat {seat} is missing"
        elif seat not in expected:
            yield f"there is a standing of seat {seat}, which gained nothing"
        else:
            yield from _seat_differences(saved, stored[seat], expected[seat])
    if len({each.row.computers for each in saved.standings}) > 1:
        yield "its standings disagree about the number of computer players"


def _seat_differences(saved: SavedDeal, stored: SavedStanding, gain: Gain) -> Iterator[str]:
    table = saved.table
    expected = {**gain._asdict(), "guild_id": table.guild_id, "game": table.game, "at": saved.deal.ended_at}
    for name, value in expected.items():
        found = getattr(stored if hasattr(stored, name) else stored.row, name)
        if found != value:
            yield f'"{name}" of the standing of seat {gain.seat} is {found}, computed {value}'


def tally_differences(saved: SavedPlayer) -> Iterator[str]:
    """Yield in words how a person's tallies differ from the sums of the standings."""
    stored, computed = {(each.game, each.month): each for each in saved.tallies}, added_up(saved.standings)
    for key in sorted(stored.keys() | computed.keys()):
        game, month = key
        where = f"the tally of {game or 'all games'} in {month or 'all months'}"
        if key not in stored:
            yield f"{where} is missing"
        elif key not in computed:
            yield f"{where} has no standings"
        elif stored[key] != computed[key]:
            yield f"{where} is not the sum of the standings"
