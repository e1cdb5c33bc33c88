"""Kinds of damage to a database of `tests/recounting.py`, and the report of `python -m bot recount`."""

from __future__ import annotations

from bot.store.standings import COUNTS
from tests.recounting import ANNA, ENDED, GIVEN, OTHER, TABLE

BELA = ANNA + 1
RATED = {
    "DELETE FROM rated WHERE table_id = 'first'": "Session first: it was not rated",
    "UPDATE rated SET points = points + 1 WHERE table_id = 'first' AND game = ''": (
        "Session first: the rating across all games counts "
    ),
    f"UPDATE rated SET name = 'x' WHERE user_id = {BELA} AND table_id = 'first' AND game = ''": (
        "Session first: the rating across all games is not that of the people who played"
    ),
    f"UPDATE rated SET team = 7 WHERE user_id = {BELA} AND table_id = 'first' AND game > ''": (
        "Session first: the rating of tapp_tarock is not that of the people who played"
    ),
    f"DELETE FROM rated WHERE user_id = {BELA} AND table_id = 'second' AND game > ''": (
        "Session second: the rating of tapp_tarock is not that of the people who played"
    ),
    "DELETE FROM rated WHERE table_id = 'first' AND game = ''": (
        "Session first: it was not rated once in its game and once across all games of its server"
    ),
    "UPDATE rated SET guild_id = 7 WHERE table_id = 'first'": (
        "Session first: it was not rated once in its game and once across all games of its server"
    ),
    f"UPDATE rated SET at = at + 1 WHERE user_id = {BELA} AND table_id = 'first'": (
        "Session first: it was not rated at its end"
    ),
    "UPDATE tables SET ended_at = ended_at + 1 WHERE id = 'second'": (
        "Session second: it was not rated at its end"
    ),
    f"UPDATE rated SET mu = mu + 1 WHERE user_id = {BELA} AND game = 'tapp_tarock'": (
        "Session second: the rating of tapp_tarock does not follow from the ratings before"
    ),
    f"UPDATE rated SET sigma_before = 1.0 WHERE user_id = {BELA} AND game = ''": (
        f"Server 1, player {BELA}: the rating across all games does not go on to session 1"
    ),
    f"UPDATE rated SET sessions = 7 WHERE user_id = {BELA} AND table_id = 'second'": (
        f"Server 1, player {BELA}: the rating across all games does not go on to session 7"
    ),
    f"UPDATE ratings SET rating = 7 WHERE user_id = {BELA} AND period = ''": (
        f"Server 1, player {BELA}: the rating across all games in all time is not that of its last session"
    ),
    f"DELETE FROM ratings WHERE user_id = {BELA} AND period > '' AND game > ''": (
        f"Server 1, player {BELA}: the rating of tapp_tarock in 2026 is not that of its last session"
    ),
    f"UPDATE ratings SET user_id = 9 WHERE user_id = {BELA}": (
        "Server 1, player 9: the rating across all games in all time is not that of its last session"
    ),
}

ACTIONS = {
    "DELETE FROM actions WHERE {last}": "its log does not fit: deal 1 does not end where it ended",
    "DELETE FROM actions WHERE {first}": "its log does not fit: action 0 of deal 1 is refused",
    "UPDATE actions SET action = 'play T21' WHERE {first}": "its log does not fit: action 0 of deal 1 is",
    "UPDATE actions SET seat = 9 WHERE {last}": "its log ",
}
OF_LAST = "table_id = '{table}' AND seq = (SELECT max(seq) FROM actions WHERE table_id = '{table}')"
RESULTS = {
    "hands = '[]'": "its log ",
    "hands = replace(hands, 'S', 'X')": "its log cannot be read: ",
    "talon = 'XX'": "its log cannot be read: ",
    "session = ''": "its log cannot be read: JSONDecodeError",
    "result = NULL": "it has only one of a result and a time of its end",
    "ended_at = NULL": "it has only one of a result and a time of its end",
    "result = NULL, ended_at = NULL": "its log does not fit: deal 1 does not end where it ended",
    "result = ''": "its result is no JSON object",
    "result = '[]'": "its result is no JSON object",
    "result = replace(result, 'scores', 'other')": '"other" of its result is not what its log gives',
    "result = replace(result, 'false', 'true')": '"void" of its result is not what its log gives',
    "summary = replace(summary, 'scores', 'other')": "what the sheet of its session tells of it is not what",
    "ended_at = 7": f'"at" of the standing of seat 0 is {ENDED}, computed 7.0',
}
STANDINGS = {
    "points = 77": '"points" of the standing of seat 1 is 77, computed ',
    "net = 77": '"net" of the standing of seat 1 is 77, computed ',
    "declarer = 1 - declarer": '"declarer" of the standing of seat 1 is ',
    "contract = 7": '"contract" of the standing of seat 1 is 7, computed ',
    "kept = 7": '"kept" of the standing of seat 1 is 7, computed ',
    "missed = 7": '"missed" of the standing of seat 1 is 7, computed ',
    "game = 'x'": '"game" of the standing of seat 1 is x, computed tapp_tarock',
    "guild_id = 7": '"guild_id" of the standing of seat 1 is 7, computed 1',
    "computers = 1": "its standings disagree about the number of computer players",
    "seat = 7": "the standing of seat 1 is missing",
    "seat = 8": "there is a standing of seat 8, which gained nothing",
}
TABLES = {
    "engine = 99": "its log does not fit: it was written under version 99 of the rules",
    "game = 'chess'": "its log does not fit: there is no game chess",
    "options = '['": "its log cannot be read: JSONDecodeError",
}
OF_ANNA = "the tally of tapp_tarock in all time among people"
TALLIES = {
    **{
        f"UPDATE tallies SET {column} = {column} + 1 WHERE {{anna}} AND period = ''": (
            f"{OF_ANNA} is not the sum of the standings"
        )
        for column in (*COUNTS, "named_at", "best", "best_deal", "worst", "worst_deal")
    },
    "UPDATE tallies SET name = 'x' WHERE {anna} AND period = ''": f"{OF_ANNA} is not the sum",
    "UPDATE tallies SET period = '2026-10' WHERE {anna} AND period = '2026-11'": (
        "the tally of tapp_tarock in 2026-10 among people has no standings"
    ),
    "UPDATE tallies SET computers = 1 WHERE {anna} AND period = '2026'": (
        "the tally of tapp_tarock in 2026 with computers has no standings"
    ),
    "DELETE FROM tallies WHERE {anna}": "the tally of tapp_tarock in 2026-11 among people is missing",
    "DELETE FROM standings WHERE {anna}": f"{OF_ANNA} has no standings",
}
WRONG_PLAY = "what is stored of playing its given cards"
PLAYS = {
    "UPDATE plays SET points = points + 1": f"{WRONG_PLAY} is not what its log gives",
    "UPDATE plays SET contract = 'x'": f"{WRONG_PLAY} is not what its log gives",
    "UPDATE plays SET declarer = 1 - declarer": f"{WRONG_PLAY} is not what its log gives",
    "UPDATE plays SET card_points = 77": f"{WRONG_PLAY} is not what its log gives",
    "UPDATE plays SET given = 'y/1'": f"{WRONG_PLAY} belongs to other cards or to another server",
    "UPDATE plays SET guild_id = 7": f"{WRONG_PLAY} belongs to other cards or to another server",
    "DELETE FROM plays": "nobody is known to have played its cards, which were given",
    f"UPDATE plays SET table_id = '{TABLE}'": "nobody is known to have played its cards, which were given",
}
WHERE = {
    "anna": f"user_id = {ANNA}",
    "first": f"table_id = '{TABLE}' AND seq = 0",
    "last": OF_LAST.format(table=TABLE),
}
DAMAGE = {
    **{change.format(**WHERE): f"Table {TABLE}, deal 1: {told}" for change, told in ACTIONS.items()},
    **{
        f"UPDATE {name} SET {change} WHERE {which}": f"Table {TABLE}, deal 1: {told}"
        for name, changes, which in (
            ("deals", RESULTS, f"table_id = '{TABLE}'"),
            ("standings", STANDINGS, f"table_id = '{TABLE}' AND seat = 1"),
            ("tables", TABLES, f"id = '{TABLE}'"),
        )
        for change, told in changes.items()
    },
    f"UPDATE standings SET table_id = '{OTHER}1' WHERE table_id = '{TABLE}'": (
        f"Table {OTHER}1, deal 1: standings are stored, but the deal has not ended"
    ),
    **{change.format(**WHERE): f"Server 1, player {ANNA}: {told}" for change, told in TALLIES.items()},
    **{change: f"Table {GIVEN}, deal 1: {told}" for change, told in PLAYS.items()},
    f"UPDATE plays SET table_id = '{OTHER}1'": f"Table {OTHER}1, deal 1: {WRONG_PLAY} is not what its log",
    f"UPDATE tallies SET guild_id = 7 WHERE user_id = {ANNA}": (
        f"Server 7, player {ANNA}: {OF_ANNA} has no standings"
    ),
}
