"""Databases with finished deals of every kind, and damage to them, for the tests of `recount`."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

from bot.games import GAMES
from bot.rules.deal import Deal
from bot.rules.session import Session
from bot.store import PlayRow, Store
from bot.store.ratings import COUNTS
from bot.store.ratings import DEALS as DEALS_RATED
from bot.tables.storage import deal_row, save, seat_rows, table_row
from bot.tables.table import Occupant, Table, TableState

GUILD, ANNA = 1, 101
ENDED = 1_793_491_200.0


@cache
def finished(name: str) -> Deal:
    """A random deal of a game, played to its end and not void."""
    game, chance = GAMES[name], Random(name)
    while True:
        pack = chance.sample(game.pack.sorted, len(game.pack))
        layout = game.lay_out(pack, game.dealers(max(game.seats))[0], max(game.seats))
        deal = Deal.start(game, replace(layout, session=game.session))
        while asked := deal.seats():
            after = deal.act(asked[0], chance.choice(deal.actions(asked[0])))
            assert isinstance(after, Deal)
            deal = after
        assert deal.result is not None
        if not deal.result.void:
            return deal


async def play(store: Store, name: str, *, computers: int = 0, to_the_end: bool = True) -> None:
    """Save a table, and a deal up to its end or to its second action."""
    deal = finished(name)
    number = deal.layout.seats
    people = [Occupant(f"<{seat}>", ANNA + seat) for seat in range(number - computers)]
    seated = (*people, *[Occupant("Computer")] * computers)
    lobby = Table(f"{name}{computers}", GUILD, 2, deal.game, 1.0, ANNA, seated)
    await store.log.add_table(table_row(lobby, 1.0), seat_rows(lobby))
    first = Deal.start(deal.game, deal.layout)
    begun = replace(lobby, state=TableState.PLAYING, deal=first, number=1, revision=1, saves=1)
    await save(store.log, lobby, begun, 2.0)
    last = deal
    if not to_the_end:
        acted = first.act(deal.log[0].seat, deal.log[0].action)
        assert isinstance(acted, Deal)
        last = acted
    over = replace(begun, deal=last, revision=1 + len(last.log), saves=2)
    await save(store.log, begun, over, ENDED)


async def play_given(store: Store) -> None:
    """Save a table where one person plays given cards, and what came of it."""
    deal = finished("tapp_tarock")
    seated = (Occupant("<0>", ANNA), *[Occupant("Computer")] * 2)
    lobby = Table(GIVEN, GUILD, 2, deal.game, 1.0, ANNA, seated, given="x/1")
    first_deal = Deal.start(deal.game, deal.layout)
    begun = replace(lobby, state=TableState.PLAYING, deal=first_deal, number=1)
    first = deal_row(begun, deal, 1.0)
    play = PlayRow(begun.id, "x/1", GUILD, ANNA, "<0>", 0, 1.0)
    await store.log.add_table(table_row(begun, 1.0), seat_rows(begun), deal=first, play=play)
    over = replace(begun, deal=deal, revision=len(deal.log), saves=1)
    await save(store.log, begun, over, ENDED)


async def play_session(store: Store, name: str, nets: int = DEALS_RATED) -> None:
    """Save a table of three people where a deal is played several times, and end it."""
    deal, people = finished("tapp_tarock"), [Occupant(f"<{seat}>", ANNA + seat) for seat in range(3)]
    session = Session.first(deal.game, {}, 3, deal.layout.dealer)
    lobby = Table(name, GUILD, 2, deal.game, 1.0, ANNA, tuple(people))
    now = replace(lobby, state=TableState.PLAYING, session=session)
    await store.log.add_table(table_row(now, 1.0), seat_rows(now))
    for number in range(1, nets + 1):
        begun = replace(now, deal=Deal.start(deal.game, deal.layout), number=number, saves=now.saves + 1)
        await save(store.log, now, begun, 2.0)
        now = replace(begun, deal=deal, saves=begun.saves + 1)
        await save(store.log, begun, now, ENDED)
    await save(store.log, now, replace(now.ended(), saves=now.saves + 1), ENDED)


async def play_sessions(database: Path | str) -> None:
    store = await Store.open(database)
    for name in ("first", "second"):
        await play_session(store, name)
    await play_session(store, "short", DEALS_RATED - 1)
    await store.close()


async def play_all(database: Path | str, *names: str) -> None:
    """A deal of each game among people, one with computers, and one that is not over."""
    store = await Store.open(database)
    for name in names:
        await play(store, name)
    await play(store, OTHER, computers=2)
    await play(store, OTHER, computers=1, to_the_end=False)
    await play_given(store)
    await store.close()


OTHER = "koenigrufen"
TABLE = "tapp_tarock0"
GIVEN = "given"
DEALS = len(GAMES) + 2

BELA = ANNA + 1
_OVERALL, _TAPP = "the rating across all games", "the rating of tapp_tarock"
_BELA_OVERALL = f"user_id = {BELA} AND table_id = 'first' AND game = ''"
_NOT_TWICE = "Session first: it was not rated once in its game and once across all games of its server"
RATED = {
    "DELETE FROM rated WHERE table_id = 'first'": "Session first: it was not rated",
    "UPDATE rated SET points = points + 1 WHERE table_id = 'first' AND game = ''": (
        f"Session first: {_OVERALL} counts "
    ),
    f"UPDATE rated SET name = 'x' WHERE {_BELA_OVERALL}": f"Session first: {_OVERALL} is not that of the",
    f"UPDATE rated SET team = 7 WHERE {_BELA_OVERALL}": f"Session first: {_OVERALL} is not that of the",
    f"DELETE FROM rated WHERE user_id = {BELA} AND table_id = 'second' AND game > ''": (
        f"Session second: {_TAPP} is not that of the people who played"
    ),
    "DELETE FROM rated WHERE table_id = 'first' AND game = ''": _NOT_TWICE,
    "UPDATE rated SET guild_id = 7 WHERE table_id = 'first'": _NOT_TWICE,
    f"UPDATE rated SET at = at + 1 WHERE {_BELA_OVERALL}": "Session first: it was not rated at its end",
    "UPDATE tables SET ended_at = 1 WHERE id = 'second'": "Session second: it was not rated at its end",
    f"UPDATE rated SET mu = mu + 1 WHERE user_id = {BELA} AND game = 'tapp_tarock'": (
        f"Session second: {_TAPP} does not follow from the ratings before"
    ),
    f"UPDATE rated SET sigma_before = 1.0 WHERE user_id = {BELA} AND game = ''": (
        f"Server 1, player {BELA}: {_OVERALL} does not go on to session 1"
    ),
    f"UPDATE rated SET sessions = 7 WHERE user_id = {BELA} AND table_id = 'second'": (
        f"Server 1, player {BELA}: {_OVERALL} does not go on to session 7"
    ),
    f"UPDATE ratings SET rating = 7 WHERE user_id = {BELA} AND period = ''": (
        f"Server 1, player {BELA}: {_OVERALL} in all time is not that of its last session"
    ),
    f"DELETE FROM ratings WHERE user_id = {BELA} AND period > '' AND game > ''": (
        f"Server 1, player {BELA}: {_TAPP} in 2026 is not that of its last session"
    ),
    f"UPDATE ratings SET user_id = 9 WHERE user_id = {BELA}": (
        f"Server 1, player 9: {_OVERALL} in all time is not that of its last session"
    ),
}

_LAST = f"seq = (SELECT max(seq) FROM actions WHERE table_id = '{TABLE}')"
_TALLY = "the tally of tapp_tarock in all time among people"
_PLAY = f"Table {GIVEN}, deal 1: what is stored of playing its given cards"
_UNKNOWN = "Table given, deal 1: nobody is known to have played its cards, which were given"


def _of_table(table: str, which: str, **told: str) -> dict[str, str]:
    """Statements that set columns of a table, with what is printed of each."""
    return {
        f"UPDATE {table} SET {change} WHERE {which}": f"Table {TABLE}, deal 1: {words}"
        for change, words in told.items()
    }


DAMAGE = {
    f"DELETE FROM actions WHERE table_id = '{TABLE}' AND {_LAST}": (
        f"Table {TABLE}, deal 1: its log does not fit: deal 1 does not end where it ended"
    ),
    f"DELETE FROM actions WHERE table_id = '{TABLE}' AND seq = 0": (
        f"Table {TABLE}, deal 1: its log does not fit: action 0 of deal 1 is refused"
    ),
    f"UPDATE actions SET seat = 9 WHERE table_id = '{TABLE}' AND {_LAST}": f"Table {TABLE}, deal 1: its log ",
    **_of_table(
        "deals",
        f"table_id = '{TABLE}'",
        **{
            "hands = replace(hands, 'S', 'X')": "its log cannot be read: ",
            "session = ''": "its log cannot be read: JSONDecodeError",
            "result = NULL": "it has only one of a result and a time of its end",
            "result = NULL, ended_at = NULL": "its log does not fit: deal 1 does not end where it ended",
            "result = ''": "its result is no JSON object",
            "result = '[]'": "its result is no JSON object",
            "result = replace(result, 'scores', 'other')": '"other" of its result is not what its log gives',
            "result = replace(result, 'false', 'true')": '"void" of its result is not what its log gives',
            "summary = replace(summary, 'scores', 'other')": "what the sheet of its session tells",
            "ended_at = 7": f'"at" of the standing of seat 0 is {ENDED}, computed 7.0',
        },
    ),
    **_of_table(
        "standings",
        f"table_id = '{TABLE}' AND seat = 1",
        **{
            **{
                f"{name} = 7": f'"{name}" of the standing of seat 1 is 7, computed '
                for name in ("points", "net", "contract", "kept", "missed", "guild_id")
            },
            "declarer = 1 - declarer": '"declarer" of the standing of seat 1 is ',
            "game = 'x'": '"game" of the standing of seat 1 is x, computed tapp_tarock',
            "computers = 1": "its standings disagree about the number of computer players",
            "seat = 7": "the standing of seat 1 is missing",
            "seat = 8": "there is a standing of seat 8, which gained nothing",
        },
    ),
    **_of_table(
        "tables",
        f"id = '{TABLE}'",
        **{
            "engine = 99": "its log does not fit: it was written under version 99 of the rules",
            "game = 'chess'": "its log does not fit: there is no game chess",
        },
    ),
    f"UPDATE standings SET table_id = '{OTHER}1' WHERE table_id = '{TABLE}'": (
        f"Table {OTHER}1, deal 1: standings are stored, but the deal has not ended"
    ),
    **{
        f"UPDATE tallies SET {column} = {column} + 1 WHERE user_id = {ANNA} AND period = ''": (
            f"Server 1, player {ANNA}: {_TALLY} is not the sum of the standings"
        )
        for column in (*COUNTS, "named_at", "best", "best_deal", "worst", "worst_deal")
    },
    f"UPDATE tallies SET computers = 1 WHERE user_id = {ANNA} AND period = '2026'": (
        f"Server 1, player {ANNA}: the tally of tapp_tarock in 2026 with computers has no standings"
    ),
    f"DELETE FROM tallies WHERE user_id = {ANNA}": (
        f"Server 1, player {ANNA}: the tally of tapp_tarock in 2026-11 among people is missing"
    ),
    f"DELETE FROM standings WHERE user_id = {ANNA}": f"Server 1, player {ANNA}: {_TALLY} has no standings",
    **{
        f"UPDATE plays SET {change}": f"{_PLAY} is not what its log gives"
        for change in ("points = points + 1", "contract = 'x'", "declarer = 1 - declarer", "card_points = 77")
    },
    "UPDATE plays SET given = 'y/1'": f"{_PLAY} belongs to other cards or to another server",
    "DELETE FROM plays": _UNKNOWN,
    f"UPDATE plays SET table_id = '{TABLE}'": _UNKNOWN,
}
