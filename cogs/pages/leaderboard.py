"""The leaderboard of a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.text.names import safe
from cogs.pages.custom_ids import ALL_GAMES, leaderboard_id
from cogs.pages.page import Page, lines, page_buttons
from cogs.pages.pictures import BarsPicture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.store import Rank
    from bot.text import Words

PER_PAGE: Final = 10


def leaderboard_page(w: Words, game: str, ranks: Sequence[Rank], number: int, pages: int) -> Page:
    """Page `number`, counted from 0, of the leaderboard of a game or of `ALL_GAMES`."""
    heading = w("leaderboard.heading") if game == ALL_GAMES else w("leaderboard.heading_game", game=game)
    if not ranks:
        return Page((lines(heading, w("leaderboard.empty")),))
    footer = w("leaderboard.page", number=number + 1, pages=pages)
    rows = [_line(w, rank) for rank in ranks]
    buttons = page_buttons(w, lambda to: leaderboard_id(game, to), number, pages)
    return Page((lines(heading, rows), *_bars(w, ranks), footer), buttons)


def _bars(w: Words, ranks: Sequence[Rank]) -> tuple[BarsPicture, ...]:
    """The net points of those who have played deals among people; empty for fewer than two to compare."""
    shown = [rank for rank in ranks if rank.people.deals]
    if len(shown) < 2:
        return ()
    said = [w("leaderboard.bar", place=rank.place, net=w.signed(rank.people.net)) for rank in shown]
    places, amounts = tuple(rank.place for rank in shown), tuple(rank.people.net for rank in shown)
    return (BarsPicture(w("list.semicolon").join(said), places, amounts),)


def _line(w: Words, rank: Rank) -> str:
    """A line of the leaderboard: deals among people first, those with computer players apart."""
    people, computers = rank.people, rank.computers
    if not people.deals:
        net, count = w.signed(computers.net), computers.deals
        return w("leaderboard.alone", place=rank.place, name=safe(rank.name), net=net, count=count)
    line = w(
        "leaderboard.line",
        place=rank.place,
        name=safe(rank.name),
        net=w.signed(people.net),
        count=people.deals,
        wins=people.wins,
        average=w.signed(people.average, 1),
    )
    if not computers.deals:
        return line
    return line + w("leaderboard.computers", net=w.signed(computers.net), count=computers.deals)
