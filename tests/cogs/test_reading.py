"""A whole deal played from texts and descriptions alone: every fact that a player needs is in words."""

from __future__ import annotations

from random import Random

import pytest

from bot.games import GAMES
from bot.rules.announcing import GAME
from bot.rules.deal import Deal
from bot.rules.facts import Raised
from bot.rules.layout import Seat, Side
from bot.text import LOCALES, words
from bot.text.deals import auction_lines, trick_in_words, trick_line
from bot.text.facts import item_name
from cogs.discord.page import Page
from cogs.hands.choices import choices_page
from cogs.table.page import (
    auction_page,
    hands_page,
    last_trick_page,
    score_page,
    spectator_page,
    table_page,
)
from tests.cogs.panels import NAMES, choice_pages
from tests.cogs.reading import SIGNS, Party, Reader, Screen
from tests.conformance.random_deals import random_layout

SPECTATOR = 99

TRICKS = ("standing.trick", "table.last_trick")
"""The sentences that tell a trick."""


def read_hand(reader: Reader, screen: Screen, party: Party, seat: Seat) -> None:
    hand = party.deal.view(seat).hand
    assert not hand or reader.hand(screen) == hand


def read_contract(reader: Reader, screen: Screen, party: Party) -> None:
    """The panel tells who plays what, with whom as far as all know, and the last call."""
    w, public = reader.words, party.deal.open
    if public.contract and public.declarer is not None:
        assert screen.says(w.term("contract", public.contract), NAMES[public.declarer])
    if public.called:
        assert screen.says(w("standing.called", called=public.called, partner="\0").partition("\0")[0])
    auction = Screen.of(auction_page(w, party.table))
    for call in public.calls[-1:]:
        assert auction.says(NAMES[call.seat])


def read_side(reader: Reader, screen: Screen, party: Party, seat: Seat) -> None:
    """The panel tells the secret partner and the opponents of the declarer their side."""
    public, hidden = party.deal.open, party.deal.phase.board.hidden
    if not public.called or public.declarer in (None, seat) or seat not in public.active:
        return
    side = Side.DECLARER if seat == hidden.partner else Side.DEFENDERS
    w, declarer = reader.words, public.declarer or 0
    if side == Side.DEFENDERS and all(public.sides[each] for each in public.active):
        others = [each for each in public.active if each != seat]
        friends, against = (
            [NAMES[each] for each in others if (public.sides[each] == side) is ours] for ours in (True, False)
        )
        known = w("side.defenders_known", players=w.listed(friends), opponents=w.listed(against))
        assert screen.says(known)
    else:
        secret = "" if public.sides[seat] else "_secret"
        assert screen.says(w(f"side.{side}{secret}", player=NAMES[declarer]))


def read_items(reader: Reader, screen: Screen, party: Party) -> None:
    """The panel tells who has announced what, and who has doubled it."""
    w, deal = reader.words, party.deal
    everything = Screen.of(auction_page(w, party.table))
    for item in deal.open.items:
        if item.seat is not None and item.id != GAME and item not in Raised.of(deal.open):
            by = [NAMES[move.seat] for move in deal.log if str(move.action) == f"kontra {item}"]
            for told in (everything, screen) if len(deal.open.items) < 2 else (everything,):
                assert told.says(item_name(w, item.id))
                assert told.says(NAMES[item.seat])
                assert all(told.says(item_name(w, item.id), each) for each in by)


def read_tricks(reader: Reader, screen: Screen, party: Party) -> None:
    """The trick on the table, the last one and its winner, how many each has taken."""
    public = party.deal.open
    assert reader.trick(screen, "standing.trick") == [play.card for play in public.trick]
    for last in public.tricks[-1:]:
        assert reader.trick(screen, "table.last_trick") == [play.card for play in last.plays]
        assert screen.says(reader.words("trick.won", plays="", player=NAMES[last.winner]))
        assert all(screen.says(f"{NAMES[seat]}\u00a0{public.tricks_won[seat]}") for seat in public.active)
        if public.trick:
            at_table = Screen.of(table_page(party.table, reader.words).in_words())
            assert reader.trick(at_table, "table.last_trick") == [play.card for play in last.plays]


def read_once(reader: Reader, party: Party, seat: Seat) -> None:
    """No message tells a line twice, and no sign is read where a person wants words."""
    w, table = reader.words, party.table
    pages = [
        party.page(seat),
        *choice_pages(w, table, seat),
        auction_page(w, table),
        last_trick_page(w, table),
    ]
    calls = {*auction_lines(w, party.deal.open, NAMES)}  # the same call may be made twice
    for page in (*filter(None, pages), spectator_page(w, table, SPECTATOR)):
        read = Screen.of(page.in_words())
        assert ({*read.read_twice} - calls, read.signs) == (set(), set())
    seen = words(w.locale, w.game)
    for page in (table_page(table, seen), spectator_page(seen, table, SPECTATOR)):
        assert {*Screen.of(page).read_twice} <= calls
        assert not any({*SIGNS} & {*each.description} for each in page.pictures)


def read_trick_once(party: Party) -> None:
    """In a message for everybody a trick is told by the picture or by the text, and not by both."""
    w = words(party.w.locale, party.w.game)
    page = table_page(party.table, w)
    told = [each.description for each in page.pictures]
    open_ = party.deal.open
    tricks = [(last.plays, last.winner) for last in open_.tricks[-1:]]
    for plays, winner in (*tricks, (open_.trick, None)) if open_.trick else tricks:
        said = trick_line(w, plays, NAMES, winner)
        in_text = any(w(key, plays=said) in page.text.splitlines() for key in TRICKS)
        assert in_text is not (trick_in_words(w, plays, NAMES, winner) in told)


def read_all(reader: Reader, party: Party, seat: Seat) -> None:
    """A panel tells its reader every fact of the deal; *What can I do?* has an answer."""
    screen = Screen.of(party.page(seat))
    read_hand(reader, screen, party, seat)
    read_contract(reader, screen, party)
    read_side(reader, screen, party, seat)
    read_items(reader, screen, party)
    read_tricks(reader, screen, party)
    read_once(reader, party, seat)
    read_trick_once(party)
    assert party.deal.seats() or choices_page(reader.words, party.table, seat).text


def read_score(party: Party, page: Page) -> None:
    """What each has scored, and each line of the score."""
    result, screen = party.deal.result, Screen.of(page)
    assert result is not None
    for name, score in zip(NAMES, result.scores if result.lines else (), strict=False):
        assert screen.says(name, party.w.number(score))
    for number, _ in enumerate(result.lines, 1):
        assert screen.says(f"{number}.")
    for each in (page, hands_page(party.w, party.table)):
        read = Screen.of(each.in_words())
        assert (read.read_twice, read.signs) == ([], set())
    assert Screen.of(table_page(party.table, party.w)).read_twice == []


def play(name: str, locale: str, chance: Random) -> None:
    """Play a deal, reading every panel before anything is pressed in it."""
    reader, game = Reader(words(locale, name).read_aloud(), chance), GAMES[name]
    party = Party(reader.words, Deal.start(game, random_layout(game, chance)))
    while seats := party.deal.seats():
        seat = chance.choice(seats)
        for each in {seat, chance.choice(party.deal.open.active)}:
            if each not in party.choices:
                read_all(reader, party, each)
        party.press(seat, reader.press(Screen.of(party.page(seat))))
    read_score(party, score_page(reader.words, party.table))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", GAMES)
def test_a_deal_is_played_by_reading_alone(name: str, locale: str) -> None:
    play(name, locale, Random(f"{name} {locale}"))
