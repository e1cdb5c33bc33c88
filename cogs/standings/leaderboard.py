"""The leaderboard of a server: by game and period, ranked by what its readers choose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games import GAMES
from bot.store import AVERAGED, SESSIONS, Listing, Measure, Rank, Rating, Tally
from bot.text import Words
from bot.text.names import plain, safe
from bot.text.scores import measure
from card_images import Badge, Bar
from cogs.controls import ALL_GAMES, leaderboard_id
from cogs.discord.page import Button, Look, Option, Page, Row, Select, lines, page_buttons
from cogs.discord.pictures import BarsPicture

PER_PAGE: Final = 10
BEGINNER: Final = 1000
"""The rating of a beginner, from which the bars of ratings begin."""
MEDALS: Final = {1: "🥇 ", 2: "🥈 ", 3: "🥉 "}


def leaderboard_page(
    w: Words,
    listing: Listing,
    month: str,
    ranks: Sequence[Rank],
    number: int,
    pages: int,
    own: Rank | None = None,
) -> Page:
    """Page `number`, counted from 0, of a leaderboard, with at most `PER_PAGE` ranks.

    `month` is the current month in UTC, such as `2026-11`; `own` the rank of the reader, on any page.
    """
    game = listing.game
    heading = w("leaderboard.heading_game", game=game) if game else w("leaderboard.heading")
    top = lines(heading, _which(w, listing))
    turning = page_buttons(w, lambda to: leaderboard_id(listing, to), number, pages)
    rows = (*_choices(w, listing, month), *turning)
    if not ranks:
        empty = {
            Measure.RATING: w("leaderboard.unrated", count=SESSIONS),
            Measure.AVERAGE: w("leaderboard.too_few", count=AVERAGED),
        }
        return Page((lines(top, empty.get(listing.measure) or w("leaderboard.empty")),), rows)
    said = [_line(w, listing, rank, own) for rank in ranks]
    if own is not None and own not in ranks:
        said.append(w("leaderboard.own", place=own.place, said=_said(w, listing, own)))
    footer = w("leaderboard.page", number=number + 1, pages=pages) if pages > 1 else ""
    note = w("leaderboard.about_ratings" if listing.measure is Measure.RATING else "leaderboard.about_points")
    return Page((lines(top, said), *_bars(w, listing, ranks), lines(footer, note)), rows)


def _which(w: Words, listing: Listing) -> str:
    parts = [w(f"measure.{listing.measure}"), _period(w, listing.period)]
    if listing.measure is not Measure.RATING:
        parts += [w("leaderboard.computers" if listing.computers else "leaderboard.people")]
        parts += [measure(w.of(listing.game))]
    return w("leaderboard.which", parts=w("list.dot").join(filter(None, parts)))


def _period(w: Words, period: str) -> str:
    return w.date(period) if period else w("period.all")


def _choices(w: Words, listing: Listing, month: str) -> tuple[Row, ...]:
    games = Option(ALL_GAMES, w("game.all")), *(Option(game, w(f"game.{game}")) for game in GAMES)
    game = Select(
        leaderboard_id(listing, 0, "game"),
        w("leaderboard.choose_game"),
        games,
        chosen=(listing.game or ALL_GAMES,),
    )
    measures = tuple(Option(each.value, w(f"measure.{each}")) for each in Measure)
    measure = Select(
        leaderboard_id(listing, 0, "measure"),
        w("leaderboard.choose_measure"),
        measures,
        chosen=(listing.measure.value,),
    )
    buttons = []
    for period in (month, month[:4], ""):
        look = Look.PRIMARY if period == listing.period else Look.SECONDARY
        to = leaderboard_id(listing._replace(period=period), 0, "period")
        buttons.append(Button(to, _period(w, period), look))
    if listing.measure is not Measure.RATING:
        other = listing._replace(computers=not listing.computers)
        label = w("button.with_computers" if other.computers else "button.among_people")
        buttons.append(Button(leaderboard_id(other, 0, "among"), label))
    return (game, *([measure] if listing.game else []), tuple(buttons))


def _bars(w: Words, listing: Listing, ranks: Sequence[Rank]) -> tuple[BarsPicture, ...]:
    """The measure of each player as a bar; empty for fewer than two to compare."""
    if len(ranks) < 2:
        return ()
    bars = tuple(
        Bar(rank.place, Badge(plain(rank.name), person=rank.user_id), *_measured(w, listing.measure, rank))
        for rank in ranks
    )
    return (BarsPicture(w("picture.in_text"), bars),)


def _measured(w: Words, measure: Measure, rank: Rank) -> tuple[float, str]:
    """The measure of a player: the length of a bar, and its text."""
    if measure is Measure.RATING and rank.rating is not None:
        return rank.rating.value - BEGINNER, w.number(rank.rating.value)
    tally = rank.tally
    assert tally is not None, "only ratings rank players without deals"
    match measure:
        case Measure.AVERAGE:
            return tally.average, w.signed(tally.average, 1)
        case Measure.DEALS:
            return tally.deals, w.number(tally.deals)
        case Measure.BEST:
            return tally.best, w.signed(tally.best)
        case Measure.CONTRACTS:
            return tally.made, w.number(tally.made)
        case _:
            return tally.net, w.signed(tally.net)


def _line(w: Words, listing: Listing, rank: Rank, own: Rank | None) -> str:
    name = w("leaderboard.you" if rank == own else "leaderboard.player", name=safe(rank.name))
    gained = listing.measure is Measure.RATING or rank.tally is None or rank.tally.net > 0
    medal = MEDALS.get(rank.place, "") if gained else ""
    return w("leaderboard.line", place=rank.place, name=f"{medal}{name}", said=_said(w, listing, rank))


def _said(w: Words, listing: Listing, rank: Rank) -> str:
    """The figures of a player: first the measure of the ranking, then all others."""
    known = {**(tallied(w, rank.tally) if rank.tally else {}), **_rated(w, listing, rank.rating)}
    by = Measure.POINTS if listing.measure is Measure.DEALS else listing.measure
    return w("list.dot").join(filter(None, [known.pop(by), *known.values()]))


def tallied(w: Words, tally: Tally) -> dict[Measure, str]:
    """The figures of some deals by measure; empty texts for figures that are not shown."""
    played, is_enough = tally.made + tally.failed, tally.deals >= AVERAGED
    return {
        Measure.POINTS: w("tally.points", net=w.signed(tally.net), count=tally.deals, wins=tally.wins),
        Measure.AVERAGE: w("tally.average", average=w.signed(tally.average, 1)) if is_enough else "",
        Measure.CONTRACTS: w("tally.contracts", made=tally.made, count=played) if played else "",
        Measure.BEST: w("tally.best", best=w.signed(tally.best)),
    }


def _rated(w: Words, listing: Listing, rating: Rating | None) -> dict[Measure, str]:
    if rating is None:
        return {}
    rated = w("leaderboard.rating", rating=w.number(rating.value))
    sessions = w("leaderboard.in_sessions", count=rating.sessions)
    return {Measure.RATING: f"{rated} {sessions}" if listing.measure is Measure.RATING else rated}
