"""`python -m bot recount`: compute every finished deal again from its log, and compare what is stored."""

from __future__ import annotations

import asyncio
import json
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from math import isclose
from pathlib import Path

from bot.errors import FAILED, WRONG_USE, one_line
from bot.games import GAMES
from bot.rules.deal import Deal
from bot.rules.record import result_document
from bot.rules.results import Result
from bot.settings import Settings, configure
from bot.store import (
    Played,
    RatedRow,
    SavedDeal,
    SavedPlayer,
    SavedSession,
    SavedStanding,
    Store,
    StoreError,
    TallyRow,
)
from bot.store.inspection import inspect_file
from bot.store.personal import DELETED
from bot.store.ratings import ALL, UNKNOWN, Player, Skill, added_up, after_match, latest, players
from bot.tables import is_guide
from bot.tables.storage import SeatGain, Summary, UnreadableLogError, gains, played, replayed

PRECISION = 1e-9
"""How far the rating of a session may differ: processors round differently."""


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
        if self.as_json:
            print(json.dumps({"deals": self.deals, "differences": self.differences}))
        else:
            print(f"Finished deals computed again: {self.deals}; differences: {self.differences}.")


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one line of JSON")


def run(chosen: Namespace) -> int:
    """Compare all finished deals, standings and tallies with the logs, and print each difference.

    Return the exit code: 0 if there is none, 1 if there are some, 2 if the database cannot be read.
    """
    settings = configure()
    try:
        account = asyncio.run(recounted(_existing(settings), Account(chosen.json)))
    except StoreError as error:
        print(one_line(error), file=sys.stderr)
        return WRONG_USE
    account.conclude()
    return FAILED if account.differences else 0


def _existing(settings: Settings) -> Path | str:
    database = settings.database_address
    if isinstance(database, Path) and inspect_file(database) is None:
        raise StoreError(f"There is no database {database} yet; DATABASE in .env says where it is.")
    return database


async def recounted(database: Path | str, account: Account) -> Account:
    store = await Store.open(database)
    try:
        async for deal in store.history.deals():
            account.deals += deal.deal.result is not None or deal.deal.ended_at is not None
            for what in deal_differences(deal):
                account.differs(f"Table {deal.table.id}, deal {deal.deal.number}", what)
        async for session in store.history.sessions():
            for what in session_differences(session):
                account.differs(f"Session {session.table_id}", what)
        async for player in store.history.players():
            for what in (*tally_differences(player), *rating_differences(player)):
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
            yield from _play_differences(saved, deal)
            return
        yield from _result_differences(row.result or "", deal.result)
        # Deals of earlier versions have none yet.
        if row.summary is not None and not _tells(row.summary, Summary.of(deal, deal.result)):
            yield "what the sheet of its session tells of it is not what its log gives"
        # What came of given cards counts in no standings.
        gained = () if saved.table.given or saved.table.match else gains(deal, deal.result)
        yield from _standing_differences(saved, {each.seat: each for each in gained})
        yield from _play_differences(saved, deal)


def _tells(text: str, summary: Summary) -> bool:
    """Whether a saved summary tells what the log gives; the names of computers are in no log."""
    try:
        return Summary.parse(text)._replace(computers=()) == summary
    except (ValueError, LookupError, TypeError, AttributeError):
        return False


def _play_differences(saved: SavedDeal, deal: Deal) -> Iterator[str]:
    table, play = saved.table, saved.play
    if play is None:
        yield from (
            ["nobody is known to have played its cards, which were given"]
            if table.given and not is_guide(table.given)
            else []
        )
        return
    found = Played(*(getattr(play, name) for name in Played._fields))
    # Where a computer has finished it in place of its player, nothing is stored.
    if found not in (played(deal, play.seat), Played()):
        yield "what is stored of playing its given cards is not what its log gives"
    if (play.given, play.guild_id) != (table.given, table.guild_id):
        yield "what is stored of playing its given cards belongs to other cards or to another server"


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


def _standing_differences(saved: SavedDeal, expected: dict[int, SeatGain]) -> Iterator[str]:
    stored = {each.seat: each for each in saved.standings}
    for seat in sorted(stored.keys() | expected.keys()):
        if seat not in stored:
            yield f"the standing of seat {seat} is missing"
        elif seat not in expected:
            yield f"there is a standing of seat {seat}, which gained nothing"
        else:
            yield from _seat_differences(saved, stored[seat], expected[seat])
    if len({each.computers for each in saved.standings}) > 1:
        yield "its standings disagree about the number of computer players"


def _seat_differences(saved: SavedDeal, stored: SavedStanding, gain: SeatGain) -> Iterator[str]:
    table = saved.table
    expected = {**gain._asdict(), "guild_id": table.guild_id, "game": table.game, "at": saved.deal.ended_at}
    for name, value in expected.items():
        found = getattr(stored, name)
        if found != value:
            yield f'"{name}" of the standing of seat {gain.seat} is {found}, computed {value}'


def session_differences(saved: SavedSession) -> Iterator[str]:
    """Yield in words how the rating of a session differs from what its deals and the ratings before give."""
    found, of_deleted = _players(saved), any(each.name == DELETED for each in saved.standings)
    if not saved.rated:
        yield from (["it was not rated"] if found and not of_deleted else [])
        return
    if {each.at for each in saved.rated} != {saved.rated[0].at if saved.ended_at is None else saved.ended_at}:
        yield "it was not rated at its end"
    played_in = {(each.guild_id, game) for each in saved.standings for game in (ALL, each.game)}
    if {(each.guild_id, each.game) for each in saved.rated} != played_in:
        yield "it was not rated once in its game and once across all games of its server"
    points = Counter[int | None]()
    for each in saved.standings:
        points[each.user_id] += each.net
    for game, group in groupby(saved.rated, lambda row: row.game):
        rows, where = tuple(group), f"the rating {_in_game(game)}"
        for row in rows:
            if row.user_id is not None and row.points != points[row.user_id]:
                yield f"{where} counts {row.points} points of player {row.user_id}, not {points[row.user_id]}"
        rated = {(row.user_id, row.name, row.team) for row in rows}
        if not of_deleted and rated != {(each.user_id, each.name, each.team) for each in found}:
            yield f"{where} is not that of the people who played, by their names and teams"
        if not _follows(rows):
            yield f"{where} does not follow from the ratings before"


def _players(saved: SavedSession) -> list[Player]:
    game = GAMES.get(saved.standings[0].game) if saved.standings else None
    return players(saved.standings, game.teams) if game else []


def _follows(rows: Sequence[RatedRow]) -> bool:
    """Whether the skills after a session are what openskill makes of those before."""
    teams = [[row for row in rows if row.team == team] for team in sorted({row.team for row in rows})]
    computed = after_match(
        [[Skill(row.mu_before, row.sigma_before) for row in team] for team in teams],
        [sum(row.points for row in team) for team in teams],
    )
    stored = [[Skill(row.mu, row.sigma) for row in team] for team in teams]
    pairs = zip(chain(*chain(*computed)), chain(*chain(*stored)), strict=True)
    return all(isclose(ours, theirs, rel_tol=PRECISION) for ours, theirs in pairs)


def rating_differences(saved: SavedPlayer) -> Iterator[str]:
    """Yield in words how a person's ratings differ from what the rated sessions led to."""
    for game, rows in groupby(saved.rated, lambda row: row.game):
        before = UNKNOWN
        for number, row in enumerate(rows, 1):
            if (row.sessions, Skill(row.mu_before, row.sigma_before)) != (number, before):
                yield f"the rating {_in_game(game)} does not go on to session {row.sessions}"
            before = Skill(row.mu, row.sigma)
    stored, computed = {(each.game, each.period): each for each in saved.ratings}, latest(saved.rated)
    for key in sorted(stored.keys() | computed.keys()):
        if stored.get(key) != computed.get(key):
            yield f"the rating {_in_game(key[0])} in {key[1] or 'all time'} is not that of its last session"


def _in_game(game: str) -> str:
    return f"of {game}" if game else "across all games"


def tally_differences(saved: SavedPlayer) -> Iterator[str]:
    """Yield in words how a person's tallies differ from the sums of the standings."""
    stored = {(each.game, each.period, each.computers): each for each in saved.tallies}
    computed = added_up(saved.standings)
    brought = {(each.table_id, each.deal): each.net for each in saved.standings}
    for key in sorted(stored.keys() | computed.keys()):
        game, period, computers = key
        among = "with computers" if computers else "among people"
        where = f"the tally of {game} in {period or 'all time'} {among}"
        if key not in stored:
            yield f"{where} is missing"
        elif key not in computed:
            yield f"{where} has no standings"
        elif stored[key] != _with_deals_of(computed[key], stored[key], brought):
            yield f"{where} is not the sum of the standings"


def _with_deals_of(computed: TallyRow, stored: TallyRow, brought: Mapping[tuple[str, int], int]) -> TallyRow:
    """Return a tally with the best and the worst deal that are stored, if they brought as much."""
    best, worst = (stored.best_table, stored.best_deal), (stored.worst_table, stored.worst_deal)
    if brought.get(best) == computed.best:
        computed = computed._replace(best_table=best[0], best_deal=best[1])
    if brought.get(worst) == computed.worst:
        computed = computed._replace(worst_table=worst[0], worst_deal=worst[1])
    return computed
