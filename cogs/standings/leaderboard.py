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
    """A page of a leaderboard.

    Args:
        w: the reader's words.
        listing: what it lists.
        month: the current month in UTC, such as `2026-11`.
        ranks: the lines of the page, at most `PER_PAGE`.
        number: the page, counted from 0.
        pages: how many there are.
        own: the line of the reader, on whichever page it is; `None` if there is none.
    """
    game = listing.game
    heading = w("leaderboard.heading_game", game=game) if game else w("leaderboard.heading")
    top = lines(heading, _which(w, listing))
    rows = (*_choices(w, listing, month), *_turning(w, listing, number, pages))
    if not ranks:
        return Page((lines(top, _empty(w, listing)),), rows)
    said = [_line(w, listing, rank, own) for rank in ranks]
    if own is not None and own not in ranks:
        said.append(w("leaderboard.own", place=own.place, said=_said(w, listing, own)))
    footer = w("leaderboard.page", number=number + 1, pages=pages)
    note = w("leaderboard.about_ratings" if listing.measure is Measure.RATING else "leaderboard.about_points")
    return Page((lines(top, said), *_bars(w, listing, ranks), lines(footer, note)), rows)


def _which(w: Words, listing: Listing) -> str:
    """By what is ranked, and which deals count."""
    parts = [w(f"measure.{listing.measure}"), _period(w, listing.period)]
    if listing.measure is not Measure.RATING:
        parts += [w("leaderboard.computers" if listing.computers else "leaderboard.people")]
        parts += [measure(w.of(listing.game))]
    return w("leaderboard.which", parts=w("list.dot").join(filter(None, parts)))


def _period(w: Words, period: str) -> str:
    return w.date(period) if period else w("period.all")


def _empty(w: Words, listing: Listing) -> str:
    if listing.measure is Measure.RATING:
        return w("leaderboard.unrated", count=SESSIONS)
    if listing.measure is Measure.AVERAGE:
        return w("leaderboard.too_few", count=AVERAGED)
    return w("leaderboard.empty")


def _choices(w: Words, listing: Listing, month: str) -> tuple[Row, ...]:
    """The controls that choose another listing."""
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
    periods = [_to_period(w, listing, each) for each in (month, month[:4], "")]
    return (game, *([measure] if listing.game else []), (*periods, *_to_others(w, listing)))


def _to_period(w: Words, listing: Listing, period: str) -> Button:
    look = Look.PRIMARY if period == listing.period else Look.SECONDARY
    return Button(leaderboard_id(listing._replace(period=period), 0, "period"), _period(w, period), look)


def _to_others(w: Words, listing: Listing) -> tuple[Button, ...]:
    """The button to deals with computers, or back to those among people."""
    if listing.measure is Measure.RATING:
        return ()
    other = listing._replace(computers=not listing.computers)
    return (Button(leaderboard_id(other, 0, "among"), _among(w, other)),)


def _among(w: Words, listing: Listing) -> str:
    return w("button.with_computers" if listing.computers else "button.among_people")


def _turning(w: Words, listing: Listing, number: int, pages: int) -> tuple[Row, ...]:
    return page_buttons(w, lambda to: leaderboard_id(listing, to), number, pages)


def _bars(w: Words, listing: Listing, ranks: Sequence[Rank]) -> tuple[BarsPicture, ...]:
    """What the players are ranked by, as bars; empty for fewer than two to compare."""
    if len(ranks) < 2:
        return ()
    bars = tuple(_bar(w, listing, rank) for rank in ranks)
    said = [w("leaderboard.bar", place=bar.place, name=bar.player.name, net=bar.text) for bar in bars]
    return (BarsPicture(w("list.semicolon").join(said), bars),)


def _bar(w: Words, listing: Listing, rank: Rank) -> Bar:
    length, text = _measured(w, listing.measure, rank)
    return Bar(rank.place, Badge(plain(rank.name), person=rank.user_id), length, text)


def _measured(w: Words, measure: Measure, rank: Rank) -> tuple[float, str]:
    """What a player is ranked by: the length of a bar, and how it is written."""
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
    """A line of the leaderboard."""
    name = w("leaderboard.you" if rank == own else "leaderboard.player", name=safe(rank.name))
    medal = MEDALS.get(rank.place, "")
    return w("leaderboard.line", place=rank.place, name=f"{medal}{name}", said=_said(w, listing, rank))


def _said(w: Words, listing: Listing, rank: Rank) -> str:
    """What is known of a player: first what the players are ranked by, then all else."""
    known = {**(tallied(w, rank.tally) if rank.tally else {}), **_rated(w, listing, rank.rating)}
    by = Measure.POINTS if listing.measure is Measure.DEALS else listing.measure
    return w("list.dot").join(filter(None, [known.pop(by), *known.values()]))


def tallied(w: Words, tally: Tally) -> dict[Measure, str]:
    """What some deals come to, by measure: with the points the deals; empty texts for what is not shown."""
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
