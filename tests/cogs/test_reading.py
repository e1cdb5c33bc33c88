"""A whole deal played from texts and descriptions alone: every fact that a player needs is in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

import pytest

from bot.games import GAMES
from bot.rules.announcing import GAME
from bot.rules.deal import Deal
from bot.rules.facts import Raised
from bot.rules.layout import Side
from bot.tables import TableState
from bot.text import LOCALES, words
from bot.text.facts import item_name
from cogs.controls import LIST, MARK, SURE, read_act, read_actions
from cogs.discord.page import Page, Select
from cogs.hands.choices import choices_page
from cogs.hands.page import player_page
from cogs.play.controls import NO_CHOICE, Choice, are_marked
from cogs.play.doubts import doubted
from cogs.play.statements import STEP
from cogs.table.page import announcements_page, table_page
from tests.cogs.panels import NAMES, at_a_table
from tests.cogs.reader import Reader, Screen
from tests.conformance.random_deals import random_layout

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.layout import Seat
    from bot.rules.moves import Action
    from bot.rules.reasons import Refusal
    from bot.tables import Table
    from bot.text import Words


@dataclass
class Party:
    """A deal whose players only read, and press controls by their labels."""

    w: Words
    deal: Deal
    choices: dict[Seat, Choice] = field(default_factory=dict)

    @property
    def table(self) -> Table:
        """The table as it stands; during an offer it waits only for players with a right to use."""
        offered = self.deal.is_offered
        return at_a_table(self.deal, state=TableState.OFFER if offered else TableState.PLAYING)

    def page(self, seat: Seat) -> Page:
        """The panel of a seat."""
        page = player_page(self.w, self.table, seat, choice=self.choices.get(seat, NO_CHOICE))
        assert page is not None
        return page

    def press(self, seat: Seat, label: str) -> None:
        """Carry out what a panel offers under a label, as pressing it does."""
        found = [what for named, what in controls(self.page(seat)) if named == label]
        assert len(found) == 1, f"{label!r} is one control"
        (what,) = found
        named = what.removeprefix(LIST).removeprefix(MARK).removeprefix(SURE)
        if named.startswith(STEP):
            self.choices[seat] = Choice(begun=named.removeprefix(STEP))
            return
        actions = read_actions(named)
        if what.startswith(MARK) or (what.startswith(LIST) and are_marked(actions)):
            self.choices[seat] = Choice(marked=tuple(actions))
        elif not what.startswith(SURE) and doubted(self.deal.view(seat), actions):
            self.choices[seat] = Choice(asked=tuple(actions))
        else:
            self.choices.clear()
            self.deal = after(self.deal, seat, actions)


def after(deal: Deal, seat: Seat, actions: Sequence[Action]) -> Deal:
    """The deal after some actions; the same if one of them is refused, as a table does."""
    following: Deal | Refusal = deal
    for each in actions:
        following = following.act(seat, each) if isinstance(following, Deal) else following
    return following if isinstance(following, Deal) else deal


def controls(page: Page) -> list[tuple[str, str]]:
    """What can be pressed to act: each label with what its control does."""
    found: list[tuple[str, str]] = []
    for row in page.rows:
        if isinstance(row, Select):
            found += [(each.label, LIST + each.value) for each in row.options if row.enabled]
        elif isinstance(row, tuple):
            found += [
                (each.label, act.what)
                for each in row
                if each.enabled and (act := read_act(each.id.removeprefix("t1:")))
            ]
    return found


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
    for call in public.calls[-1:]:
        assert screen.says(NAMES[call.seat])


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
    everything = Screen.of(announcements_page(w, party.table))
    for item in deal.open.items:
        if item.seat is not None and item.id != GAME and item not in Raised.of(deal.open):
            by = [NAMES[move.seat] for move in deal.log if str(move.action) == f"kontra {item}"]
            for told in (everything, screen) if len(deal.open.items) < 6 else (everything,):
                assert told.says(item_name(w, item.id))
                assert told.says(NAMES[item.seat])
                assert all(told.says(item_name(w, item.id), each) for each in by)


def read_tricks(reader: Reader, screen: Screen, party: Party) -> None:
    """The trick on the table, the last one and its winner, how many each has taken."""
    public = party.deal.open
    assert reader.trick(screen, "standing.trick") == [play.card for play in public.trick]
    for last in public.tricks[-1:]:
        assert reader.trick(screen, "table.last_trick") == [play.card for play in last.plays]
        assert screen.says("→ " + NAMES[last.winner])
        assert all(screen.says(f"{NAMES[seat]}\u00a0{public.tricks_won[seat]}") for seat in public.active)
        if public.trick:
            at_table = Screen.of(table_page(party.table, reader.words))
            assert reader.trick(at_table, "table.last_trick") == [play.card for play in last.plays]


def read_all(reader: Reader, party: Party, seat: Seat) -> None:
    """A panel tells its reader every fact of the deal; *What can I do?* has an answer."""
    screen = Screen.of(party.page(seat))
    read_hand(reader, screen, party, seat)
    read_contract(reader, screen, party)
    read_side(reader, screen, party, seat)
    read_items(reader, screen, party)
    read_tricks(reader, screen, party)
    assert party.deal.seats() or choices_page(reader.words, party.table, seat).text


def read_score(party: Party, page: Page) -> None:
    """What each has scored, and each line of the score."""
    result, screen = party.deal.result, Screen.of(page)
    assert result is not None
    for name, score in zip(NAMES, result.scores if result.lines else (), strict=False):
        assert screen.says(name, party.w.number(score))
    for number, _ in enumerate(result.lines, 1):
        assert screen.says(f"{number}.")


def play(name: str, locale: str, chance: Random) -> None:
    """Play a deal, reading every panel before anything is pressed in it."""
    reader, game = Reader(words(locale, name), chance), GAMES[name]
    party = Party(reader.words, Deal.start(game, random_layout(game, chance)))
    while seats := party.deal.seats():
        seat = chance.choice(seats)
        for each in {seat, chance.choice(party.deal.open.active)}:
            if each not in party.choices:
                read_all(reader, party, each)
        party.press(seat, reader.press(Screen.of(party.page(seat))))
    read_score(party, table_page(party.table, reader.words))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", GAMES)
def test_a_deal_is_played_by_reading_alone(name: str, locale: str) -> None:
    play(name, locale, Random(f"{name} {locale}"))
