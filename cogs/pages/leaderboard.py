"""The leaderboard of a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.text.names import plain, safe
from card_images import Badge, Bar
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
    bars = tuple(_bar(w, rank) for rank in shown)
    said = [w("leaderboard.bar", place=bar.place, name=bar.player.name, net=bar.text) for bar in bars]
    return (BarsPicture(w("list.semicolon").join(said), bars),)


def _bar(w: Words, rank: Rank) -> Bar:
    net = rank.people.net
    return Bar(rank.place, Badge(plain(rank.name), person=rank.user_id), net, w.signed(net))


def _line(w: Words, rank: Rank) -> str:
    """A line of the leaderboard: deals among people first, those with computer players apart."""
    people, computers = rank.people, rank.computers
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
