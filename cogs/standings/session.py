"""The sheet of a session: each deal with its contract and points, the totals, the best moments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.rules.layout import Seat
from bot.rules.results import ScoreLine
from bot.tables import ReviewedDeal, SessionReview
from bot.tables.review import Reviewed
from bot.text import Words
from bot.text.names import safe
from bot.text.scores import net_line, score_label, totals_line
from card_images import Row, Sheet
from cogs.controls import HISTORY, sheet_id
from cogs.discord.page import Option, Page, Select, lines, page_buttons
from cogs.discord.pictures import ScoreSheetPicture, ToldSheetPicture
from cogs.history.page import badges_in, names_in
from cogs.table.score import best_deal_line, sheet_row

PER_PAGE: Final = 10
MOMENTS: Final = 5


class Moment(NamedTuple):
    """A score line of an announcement that succeeded, or of a slam."""

    reviewed: ReviewedDeal
    line: ScoreLine

    @property
    def gain(self) -> int:
        """The game points that it brought to each player of the side."""
        return max(self.line.amounts)


def session_page(w: Words, review: SessionReview, number: int) -> Page:
    """Page `number`, counted from 0, of a session's sheet; the last one if there are fewer."""
    pages = -(-len(review.deals) // PER_PAGE)
    number = min(number, pages - 1)
    deals = review.deals[number * PER_PAGE : (number + 1) * PER_PAGE]
    plain = names_in(w, review)
    names, labels = [safe(name) for name in plain], [_label(w, each, names_in(w, each)) for each in deals]
    played = [_players_in(w, review, deal) for deal in deals]
    scores = [_scores(review, deal) for deal in deals]
    heading = w("session.heading", game=review.game.name, count=review.session.counted)
    told = [_line(w, *each) for each in zip(deals, scores, played, strict=True)]
    top = lines(heading, told)
    totals, net = review.session.totals, review.session.net
    sums = [totals_line(w, totals, names, over=review.ended)]
    sums += [] if net == totals else [net_line(w, net, names)]
    below = lines(sums, _inherited(w, review, names), _best_lines(w, review))
    rows = [sheet_row(w, *each) for each in zip(labels, scores, strict=True)]
    picture = _picture(w, review, plain, rows)
    named = zip(deals, labels, strict=True)
    options = tuple(Option(f"{review.table_id}/{deal.number}", label) for deal, label in named)
    choice = Select(HISTORY.id(0, 0), w("history.choose"), options)
    turning = page_buttons(w, lambda to: sheet_id(review.table_id, to), number, pages)
    return Page((top, picture, below), (choice, *turning))


def _scores(review: SessionReview, deal: ReviewedDeal) -> list[int]:
    """The game points of a deal, by the seats of the players at the end."""
    scores = deal.summary.scores
    return [scores[_seat_in(deal, player, seat)] for seat, player in enumerate(review.players)]


def _seat_in(deal: ReviewedDeal, player: Reviewed, seat: Seat) -> Seat:
    """Where a player sat in a deal; for a player who came later the seat at the end."""
    same = (number for number, each in enumerate(deal.players) if _is_same(each, player))
    return next(same, seat)


def _is_same(one: Reviewed, other: Reviewed) -> bool:
    return one.user_id == other.user_id and (one.user_id is not None or one.name == other.name)


def _players_in(w: Words, review: SessionReview, deal: ReviewedDeal) -> list[str]:
    """The names of those who played a deal, by the seats at the end; where unknown, of those at the end."""
    played, now = names_in(w, deal), names_in(w, review)
    seats = [_seat_in(deal, player, seat) for seat, player in enumerate(review.players)]
    return [played[then] if deal.players[then].name else name for then, name in zip(seats, now, strict=True)]


def _label(w: Words, deal: ReviewedDeal, names: Sequence[str]) -> str:
    """The number of a deal, its contract and who played it, given the names by seat."""
    contract, declarer = deal.summary.contract, deal.summary.declarer
    if declarer is None or not contract:
        return w("session.deal", number=deal.number)
    return w("session.contract", number=deal.number, contract=contract, player=names[declarer])


def _line(w: Words, deal: ReviewedDeal, scores: Sequence[int], names: Sequence[str]) -> str:
    gains = [
        w("score.gain", player=safe(name), signed=w.signed(points))
        for name, points in zip(names, scores, strict=True)
        if points
    ]
    said = w("list.comma").join(gains) or w("score.nobody")
    label = _label(w, deal, [safe(name) for name in names_in(w, deal)])
    return w("session.line", deal=label, gains=said)


def _picture(
    w: Words, review: SessionReview, names: Sequence[str], deals: Sequence[Row]
) -> ScoreSheetPicture:
    """The sheet as a picture: a row for each deal, the sums below. The text has all but the antes."""
    totals, net = review.session.totals, review.session.net
    by_player = zip(*(_scores(review, deal) for deal in review.deals), strict=True)
    other = [total - sum(scores) for total, scores in zip(totals, by_player, strict=True)]
    antes = [sheet_row(w, w("session.beside"), other)] if review.game.pool and any(other) else []
    sums = [*antes, sheet_row(w, w("sheet.totals"), totals)]
    sums += [] if net == totals else [sheet_row(w, w("session.settled"), net)]
    sheet = Sheet(badges_in(w, review), tuple(deals), tuple(sums), w("sheet.more"))
    if antes:
        return ScoreSheetPicture(lines([_in_words(w, names, row) for row in antes]), sheet)
    return ToldSheetPicture(w("picture.in_text"), sheet)


def _in_words(w: Words, names: Sequence[str], row: Row) -> str:
    gains = [
        w("score.gain", player=name, signed=amount.text)
        for name, amount in zip(names, row.amounts, strict=True)
    ]
    return w("score.row", what=row.label, gains=w("list.comma").join(gains))


def _inherited(w: Words, review: SessionReview, names: Sequence[str]) -> list[str]:
    """Whose total has deals that another player has played on the same seat, and how many."""
    said = []
    for seat, (name, now) in enumerate(zip(names, review.players, strict=True)):
        played = [deal.players[_seat_in(deal, now, seat)] for deal in review.deals]
        others = Counter(each for each in played if each.name and not _is_same(each, now))
        said += [
            w("session.inherited", player=name, other=_name(w, each), count=count)
            for each, count in others.items()
        ]
    return said


def _name(w: Words, player: Reviewed) -> str:
    """The name of a player; computers are marked, also those that played for a person."""
    name = safe(player.name)
    return w("name.computer", name=name) if player.user_id is None else name


def moments(review: SessionReview) -> list[Moment]:
    found = [Moment(deal, line) for deal in review.deals for line in deal.summary.moments]
    return sorted(found, key=lambda moment: -moment.gain)[:MOMENTS]


def _best_lines(w: Words, review: SessionReview) -> list[str]:
    """The highest gain of a player in a deal, as in the message of the ended table, and the best moments."""
    numbers = [each.number for each in review.session.best]  # all of the same deal
    deal = next((each for each in review.deals if each.number in numbers), None)
    names = names_in(w, review) if deal is None else _players_in(w, review, deal)
    best = best_deal_line(w, review.session, [safe(each) for each in names])
    said = [w("session.highest", what=best)] if best else []
    for deal, line in moments(review):
        what = score_label(w, line, [safe(name) for name in names_in(w, deal)])
        said.append(w("session.moment", number=deal.number, what=what, signed=w.signed(max(line.amounts))))
    return [w("session.moments"), *said] if said else []
