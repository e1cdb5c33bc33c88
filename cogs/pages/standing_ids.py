"""The custom_ids of leaderboards, of statistics and of a session's sheet, as in `custom_ids`."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from bot.games import GAMES
from bot.store import Listing, Measure
from cogs.pages.custom_ids import DEAL_LIMIT, NUMBER

ALL_GAMES: Final = "all"
"""Stands for a game on a leaderboard where all games count, and for all time as a period."""

_USER: Final = re.compile("[0-9]{1,20}")
_PERIOD: Final = re.compile("[0-9]{4}(-[0-9]{2})?")


class LeaderboardControl(NamedTuple):
    """A control of a leaderboard."""

    listing: Listing
    page: int
    """Counted from 0."""
    what: str = ""
    """What a list lets choose, `game` or `measure`; of a button it makes the id unlike those of others."""


def leaderboard_id(listing: Listing, page: int, what: str = "") -> str:
    """The id of a control that turns to a page, counted from 0, of a leaderboard."""
    game, period = listing.game or ALL_GAMES, listing.period or ALL_GAMES
    return f"b1:{game}:{page}:{period}:{listing.measure}:{_AMONG[listing.computers]}:{what}"


def read_leaderboard(rest: str) -> LeaderboardControl | None:
    """Read the rest of a `leaderboard_id`, of earlier versions too, which end after the page."""
    game, _, after = rest.partition(":")
    page, _, others = after.partition(":")
    period, measure, among, what = others.split(":") if others.count(":") == 3 else _USUAL
    is_read = (
        game in {*GAMES, ALL_GAMES}
        and NUMBER.fullmatch(page)
        and (period == ALL_GAMES or _PERIOD.fullmatch(period))
        and measure in set(Measure)
        and among in _AMONG.values()
    )
    if not is_read:
        return None
    played, when = ("" if each == ALL_GAMES else each for each in (game, period))
    by = Measure(measure) if played else Measure.RATING
    return LeaderboardControl(Listing(played, when, by, among == _AMONG[True]), int(page), what)


_AMONG: Final = {False: "people", True: "computers"}
_USUAL: Final = (ALL_GAMES, Measure.POINTS.value, _AMONG[False], "")
"""What the ids of earlier versions do not say: for all time, by points, among people."""


class StatisticsControl(NamedTuple):
    """A control of what is known about a person's deals."""

    user_id: int
    game: str
    """Empty for all games."""
    computers: bool
    """Whether deals with computers are meant."""


def statistics_id(user_id: int, game: str, *, computers: bool, what: str = "") -> str:
    """The id of a control that shows a person's statistics in a game, or in all games for `""`."""
    return f"u1:{user_id}:{game or ALL_GAMES}:{_AMONG[computers]}:{what}"


def read_statistics(rest: str) -> StatisticsControl | None:
    """Read the rest of a `statistics_id`; `None` if it is not one."""
    user_id, game, among, _what = rest.split(":") if rest.count(":") == 3 else ("", "", "", "")
    if not _USER.fullmatch(user_id) or game not in {*GAMES, ALL_GAMES} or among not in _AMONG.values():
        return None
    return StatisticsControl(int(user_id), "" if game == ALL_GAMES else game, among == _AMONG[True])


OPEN: Final = "open"
"""The page of the public button that opens a session's sheet."""


def sheet_id(table_id: str, page: int | None = None) -> str:
    """The id of a button that turns to a page, counted from 0, of a session's sheet, or opens it."""
    return f"f1:{table_id}:{OPEN if page is None else page}"


def read_sheet(rest: str) -> tuple[str, int | None] | None:
    """Read the rest of a `sheet_id`; `None` if it is not one."""
    table_id, colon, page = rest.rpartition(":")
    if not colon or len(table_id) > DEAL_LIMIT or not (page == OPEN or NUMBER.fullmatch(page)):
        return None
    return table_id, None if page == OPEN else int(page)
