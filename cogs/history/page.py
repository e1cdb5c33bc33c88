"""Finished deals: lists of them, and each step by step."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from bot.rules.game import Game
from bot.rules.record import Flaw, Record, RecordError, checked
from bot.store import FinishedDeal, RecordRow
from bot.tables import Review, ReviewedDeal, SessionReview
from bot.text import Words
from bot.text.announcements import item_lines
from bot.text.cards import hand_in_words
from bot.text.deals import (
    auction_lines,
    contract_line,
    hands_lines,
    talon_in_words,
    talon_lines,
    trick_in_words,
)
from bot.text.moves import refusal_sentence
from bot.text.names import plain, safe
from bot.text.scores import measure, score_lines
from bot.text.sides import called_line
from card_images import Badge
from cogs.controls import HISTORY, IMPORTED, TABLE_HISTORY, costliest_id, review_id
from cogs.discord.page import (
    TEXT_LIMIT,
    Button,
    Option,
    Page,
    Select,
    in_rows,
    lines,
    page_buttons,
    within,
)
from cogs.discord.pictures import HandPicture, Picture, TalonPicture, TrickPicture
from cogs.match.page import code_line
from cogs.table.score import played, sheet_picture, sheet_row

PER_PAGE: Final = 10
ROOM: Final = TEXT_LIMIT - 300
"""Characters for what a step says; the rest is for its heading."""


class Chosen(NamedTuple):
    """Which finished deals are listed: those of a person, of a table, or of the whole server."""

    user_id: int = 0
    table_id: str = ""

    def id(self, page: int) -> str:
        return TABLE_HISTORY.id(self.table_id, page) if self.table_id else HISTORY.id(self.user_id, page)


def history_page(
    w: Words,
    deals: Sequence[FinishedDeal],
    chosen: Chosen,
    number: int,
    *,
    more: bool,
    imported: int = 0,
) -> Page:
    """Page `number`, counted from 0, of some finished deals.

    `deals` are those of the page, at most `PER_PAGE`; `more` says whether there are older ones. A button
    leads to the records that the operator has imported, if there are any.
    """
    if chosen.table_id:
        heading = w("history.heading_at", table=chosen.table_id)
    elif chosen.user_id:
        heading = w("history.heading_of", player=f"<@{chosen.user_id}>")
    else:
        heading = w("history.heading")
    to_imported = Button(TABLE_HISTORY.id(IMPORTED, 0), w("history.to_imported", number=imported))
    elsewhere = in_rows([to_imported] if imported else [])
    if not deals:
        return Page((lines(heading, w("history.empty")),), elsewhere)
    turning = page_buttons(w, chosen.id, number, number + 1 + more)
    options = []
    for deal in deals:
        players = w("list.comma").join(plain(each.name) for each in deal.standings)
        label = w("history.choice", deal=_name(deal), game=deal.game, players=players)
        options.append(Option(_name(deal), label))
    choice = Select(chosen.id(number), w("history.choose"), tuple(options))
    return Page((lines(heading, _by_table(w, deals)),), (choice, *turning, *elsewhere))


def imported_page(w: Words, records: Sequence[RecordRow], number: int, *, more: bool) -> Page:
    """Page `number`, counted from 0, of the records that the operator has imported."""
    chosen, heading = Chosen(table_id=IMPORTED), w("history.imported")
    if not records:
        return Page((lines(heading, w("history.empty")),))
    turning = page_buttons(w, chosen.id, number, number + 1 + more)
    said, options = [], []
    for row in records:
        record, deal = json.loads(row.record), f"{row.id}/1"
        gains = w("list.comma").join(
            w("score.gain", player=w("player.seat", number=seat), signed=w.signed(points))
            for seat, points in enumerate(record["result"]["scores"], 1)
        )
        when = f"<t:{int(row.at)}:d>"
        said.append(w("history.imported_line", when=when, deal=deal, game=record["game"], gains=gains))
        label = w("history.choice", deal=deal, game=record["game"], players=gains)
        options.append(Option(deal, label))
    choice = Select(chosen.id(number), w("history.choose"), tuple(options))
    return Page((lines(heading, said),), (choice, *turning))


def _name(deal: FinishedDeal) -> str:
    return f"{deal.table_id}/{deal.number}"


def _by_table(w: Words, deals: Sequence[FinishedDeal]) -> list[str]:
    """The deals with their gains: those of a table together, below its game and the time."""
    said = list[str]()
    for _table, group in groupby(deals, key=lambda each: each.table_id):
        together = list(group)
        latest = together[0]
        heading = w("history.table", game=latest.game, when=f"<t:{int(latest.at)}:f>")
        said.append(w("list.dot").join(filter(None, [heading, measure(w.of(latest.game))])))
        said += [_line(w, each) for each in together]
    return said


def _line(w: Words, deal: FinishedDeal) -> str:
    """A deal with what each player gained, the best first."""
    ranked = sorted(deal.standings, key=lambda each: -each.net)
    gains = [w("score.gain", player=safe(each.name), signed=w.signed(each.net)) for each in ranked]
    return w("history.line", deal=_name(deal), gains=w("list.comma").join(gains))


def review_page(
    w: Words, review: Review, step: int, reader_id: int = 0, *, public: bool = False, thinks: bool = False
) -> Page:
    """A step of a finished deal, counted from 0: the cards, the auction, each trick, and the score.

    The last step if there are fewer. The buttons of a public page are for everybody. In private, a player of
    the deal may ask at its end what would have been better, if the bot can think about that.
    """
    tricks = len(review.open.tricks)
    last = tricks + 1 + (review.open.result is not None)
    step = min(step, last)
    played = [w("history.trick", number=number, count=tricks) for number in range(1, tricks + 1)]
    steps = [w("history.cards"), w("history.before"), *played, w("button.score")][: last + 1]
    heading = lines(
        w("history.deal", deal=_deal(review), game=review.game.name), w("history.step", step=steps[step])
    )
    parts: Sequence[str | Picture]
    if step == 0:
        parts = [*_cards(w, review), code_line(w, _deal(review))]
    elif step == 1:
        parts = _auction(w, review)
    elif step < tricks + 2:
        parts = _trick(w, review, step - 2)
    else:
        parts = _score(w, review)
    ways = {"back": step - 1, "forward": step + 1, "score": last}
    buttons = [
        Button(review_id(_deal(review), to, public=public), w(f"button.{way}"), lasts=True)
        for way, to in ways.items()
        if 0 <= to <= last and to != step and (way != "score" or to != step + 1)
    ]
    if thinks and step == last and reader_id in [each.user_id for each in review.players]:
        buttons.append(Button(costliest_id(_deal(review)), w("button.costliest"), lasts=True))
    options = tuple(Option(str(number), label) for number, label in enumerate(steps))
    # No button leads to the step that is shown, so only the list has this id.
    jump = Select(
        review_id(_deal(review), step, public=public), w("history.steps"), options, chosen=(str(step),)
    )
    return Page((heading, *parts), (*in_rows(buttons), jump))


def _deal(review: Review) -> str:
    return f"{review.table_id}/{review.number}"


def names_in(w: Words, review: Review | ReviewedDeal | SessionReview) -> list[str]:
    """The names of the players of a finished deal or of a session by seat, unescaped."""
    return [
        plain(each.name) if each.name else w("player.seat", number=seat + 1)
        for seat, each in enumerate(review.players)
    ]


def badges_in(w: Words, review: Review | SessionReview) -> tuple[Badge, ...]:
    named = zip(names_in(w, review), review.players, strict=True)
    return tuple(
        Badge(name, seat, each.user_id, bool(each.name) and each.user_id is None)
        for seat, (name, each) in enumerate(named)
    )


def _cards(w: Words, review: Review) -> Sequence[str | Picture]:
    dealt, names = review.open.dealt, names_in(w, review)
    if dealt is None:
        return (w("history.no_cards"),)
    hands: list[str | Picture] = []
    for name, hand in zip(names, dealt.hands, strict=True):
        if hand:
            said = w("table.open_hand", player=name, words=hand_in_words(w, hand, None))
            hands += [w("history.hand", player=safe(name)), HandPicture(said, hand)]
    groups = review.open.talon
    cards, sizes = [group.cards for group in groups], [group.size for group in groups]
    return [*hands, TalonPicture.of(talon_in_words(w, groups), cards, sizes)] if groups else hands


def _auction(w: Words, review: Review) -> Sequence[str | Picture]:
    public, names = review.open, [safe(name) for name in names_in(w, review)]
    said = [
        *(auction_lines(w, public, names) if review.game.contracts else []),
        contract_line(w, public, names),
    ]
    said += [called_line(w, public, names)] if public.called else []
    said += [*talon_lines(w, public, names), *item_lines(w, public, review.log, names)]
    return (lines(within(ROOM, said)),)


def _trick(w: Words, review: Review, number: int) -> Sequence[str | Picture]:
    trick, names = review.open.tricks[number], names_in(w, review)
    described = trick_in_words(w, trick.plays, names, trick.winner)
    return (TrickPicture.of(described, review.open, trick.plays, badges_in(w, review), trick.winner),)


def _score(w: Words, review: Review) -> Sequence[str | Picture]:
    public, names = review.open, names_in(w, review)
    result = public.result
    assert result is not None, "the deal was broken off"
    shown = [safe(name) for name in names]
    hands = lines(hands_lines(w, public, review.log, shown))
    head = played(w, public, review.log, shown)
    text = lines(within(ROOM - len(hands), [*head, *score_lines(w, public, shown)]))
    if not result.lines:
        return (text, hands)
    sums = [sheet_row(w, w("sheet.deal"), result.scores)]
    sheet = sheet_picture(w, public, review.log, badges_in(w, review), sums, None)
    return (text, sheet, hands)


LARGEST_FILE: Final = 1_000_000
"""Bytes: a session of two hundred deals."""
LARGEST_RECORD: Final = 64_000
"""Characters; a record has about three thousand."""


def read_record(name: str, content: bytes, number: int, games: Mapping[str, Game]) -> Record | Flaw:
    """Read record `number`, counted from 1, from a file, and check it action by action.

    A file whose name ends with `.jsonl` has a record on each line. The record gets its result, if its deal is
    over. Where it breaks the rules, its first flaw is returned.

    Raises:
        RecordError: the file holds no such record.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RecordError("encoding", "not UTF-8 text") from None
    several = name.lower().endswith(".jsonl")
    texts = [line for line in text.splitlines() if line.strip()] if several else [text]
    if number > len(texts):
        raise RecordError("number", f"there is no record {number}", str(len(texts)))
    if len(texts[number - 1]) > LARGEST_RECORD:
        raise RecordError("large", "too large")
    record = Record.parse(texts[number - 1], games)
    deal = checked(record)
    return deal if isinstance(deal, Flaw) else Record.of(deal)


def record_problem(w: Words, error: RecordError) -> str:
    """Why a file holds no record that can be shown."""
    return w(f"record.{error.code}", what=safe(error.what))


def flaw_text(w: Words, flaw: Flaw) -> str:
    """Where a record breaks the rules of its game, in the words of that game."""
    if not flaw.action:
        return w("record.result_differs")
    why = refusal_sentence(w, flaw.refusal)
    return w("record.flaw", number=flaw.at + 1, what=safe(flaw.action), why=why)
