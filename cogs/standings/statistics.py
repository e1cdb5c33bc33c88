"""The statistics of one person: across all games, and in one of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from bot.store import SESSIONS, Measure, Statistics, Tally
from bot.text import Words
from bot.text.names import plain, safe
from bot.text.scores import measure
from card_images import Badge
from cogs.controls import ALL_GAMES, review_id, statistics_id
from cogs.discord.page import Button, Option, Page, Row, Select, in_rows, lines
from cogs.discord.pictures import ChartPicture
from cogs.standings.leaderboard import tallied


class Figures(NamedTuple):
    user_id: int
    statistics: Statistics
    game: str
    computers: bool
    gains: Sequence[int] = ()
    """The points of the latest deals, in order."""
    ratings: Sequence[int] = ()
    """The ratings after the latest rated sessions, in order."""

    @property
    def tally(self) -> Tally | None:
        """The sums of the deals that are shown; `None` if there are none."""
        return self.statistics.tallies.get(self.game, (None, None))[self.computers]


def statistics_page(w: Words, figures: Figures, reader_id: int) -> Page:
    known = figures.statistics.name
    name = safe(known) if known else f"<@{figures.user_id}>"
    if not figures.statistics.tallies:
        key = "stats.none_own" if figures.user_id == reader_id else "stats.none"
        return Page((lines(w("stats.heading", player=name), w(key, player=name)),))
    if not figures.game:
        favourite = _by_deals(figures)[0]
        most = w("stats.favourite", game=favourite, count=_deals_of(figures, favourite))
        top = lines(w("stats.heading", player=name), _rating(w, figures), most, _games(w, figures))
        return Page((top, *_rating_chart(w, figures)), (_choice(w, figures),))
    heading = w("stats.heading_game", player=name, game=figures.game)
    among = w("leaderboard.computers" if figures.computers else "leaderboard.people")
    parts = w("list.dot").join(filter(None, [w("period.all"), among, measure(w.of(figures.game))]))
    which = w("leaderboard.which", parts=parts)
    top = lines(heading, which, _deals(w, figures.tally), _rating(w, figures))
    return Page(
        (top, *_points_chart(w, figures), *_rating_chart(w, figures)),
        (_choice(w, figures), *in_rows(_buttons(w, figures))),
    )


def _rating(w: Words, figures: Figures) -> str:
    """The rating in the game or across all games, or how many sessions are missing."""
    rating = figures.statistics.ratings.get(figures.game)
    sessions = rating.sessions if rating else 0
    if rating is None or sessions < SESSIONS:
        return w("stats.unrated", number=sessions, count=SESSIONS)
    key = "stats.rating" if figures.game else "stats.rating_all"
    return w(key, rating=w.number(rating.value), count=sessions)


def _deals_of(figures: Figures, game: str) -> int:
    return sum(tally.deals for tally in figures.statistics.tallies[game] if tally)


def _by_deals(figures: Figures) -> list[str]:
    """The games played, the one played most first."""
    return sorted(figures.statistics.tallies, key=lambda game: -_deals_of(figures, game))


def _games(w: Words, figures: Figures) -> list[str]:
    told, keys = [], ("stats.among_people", "stats.with_computers")
    for game in _by_deals(figures):
        kinds = zip(keys, figures.statistics.tallies[game], strict=True)
        said = [w(key, net=w.signed(tally.net), count=tally.deals) for key, tally in kinds if tally]
        parts = filter(None, [*said, measure(w.of(game))])
        told.append(w("stats.game", game=game, said=w("list.dot").join(parts)))
    return told


def _deals(w: Words, tally: Tally | None) -> list[str]:
    if tally is None:
        return [w("stats.no_deals")]
    announced = tally.kept + tally.missed
    shown = {measure: text for measure, text in tallied(w, tally).items() if measure is not Measure.BEST}
    return [
        w("list.dot").join(filter(None, shown.values())),
        w("stats.announcements", kept=tally.kept, count=announced) if announced else "",
        w("stats.extremes", best=w.signed(tally.best), worst=w.signed(tally.worst)),
    ]


def _points_chart(w: Words, figures: Figures) -> tuple[str | ChartPicture, ...]:
    """The course of the points in the latest deals; empty for fewer than two."""
    if len(figures.gains) < 2:
        return ()
    course = tuple((total,) for total in accumulate(figures.gains))
    said = w("stats.points_chart", count=len(course), total=w.signed(course[-1][0]))
    return (said, ChartPicture(w("picture.in_text"), course, (_badge(figures),)))


def _rating_chart(w: Words, figures: Figures) -> tuple[str | ChartPicture, ...]:
    """The course of the rating in the latest sessions; empty before it is shown."""
    if len(figures.ratings) < SESSIONS:
        return ()
    first, *others = figures.ratings
    course = tuple((rating - first,) for rating in others)
    said = w("stats.rating_chart", count=len(course), before=w.number(first), after=w.number(others[-1]))
    return (said, ChartPicture(w("picture.in_text"), course, (_badge(figures),)))


def _badge(figures: Figures) -> Badge:
    return Badge(plain(figures.statistics.name), 0, figures.user_id)


def _choice(w: Words, figures: Figures) -> Row:
    games = (
        Option(ALL_GAMES, w("game.all")),
        *(Option(game, w(f"game.{game}")) for game in _by_deals(figures)),
    )
    own = statistics_id(figures.user_id, figures.game, computers=figures.computers, what="game")
    return Select(own, w("leaderboard.choose_game"), games, chosen=(figures.game or ALL_GAMES,))


def _buttons(w: Words, figures: Figures) -> tuple[Button, ...]:
    """The best and the worst deal, and the deals of the other kind, if there are any."""
    others = figures.statistics.tallies.get(figures.game, (None, None))[not figures.computers]
    to_others = statistics_id(figures.user_id, figures.game, computers=not figures.computers)
    label = w("button.among_people" if figures.computers else "button.with_computers")
    tally = figures.tally
    ways = {tally.best_deal: "best_deal", tally.worst_deal: "worst_deal"} if tally else {}
    opened = [Button(review_id(deal, 0), w(f"button.{way}"), lasts=True) for deal, way in ways.items()]
    return (*opened, Button(to_others, label)) if others else tuple(opened)
