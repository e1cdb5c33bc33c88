"""Tables and panels in positions of deals, without Discord, and what their controls do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any, cast

from discord import PartialEmoji

from bot.games import GAMES
from bot.playground.validation import check_message
from bot.rules.cards import CARDS
from bot.rules.deal import Deal
from bot.rules.moves import Action
from bot.rules.session import Session
from bot.rules.view import View
from bot.tables import Occupant, Table, TableState
from bot.tables.deadlines import with_clock
from bot.text import Words, words
from cogs.controls import CHOICE_PAGES, read_act, read_actions
from cogs.discord.emojis import Emojis
from cogs.discord.page import LABEL_LIMIT, OPTION_LIMIT, TEXT_LIMIT, Button, Page, Select
from cogs.discord.render import Rendered
from cogs.hands.choices import choices_page
from cogs.hands.page import player_page
from cogs.play.controls import NO_CHOICE, ActionControls, Choice
from tests.conformance.random_deals import positions
from tests.games.illustrated_tarokk.table import auction
from tests.games.tapp_tarock.table import tapp
from tests.helpers import TERMS
from tests.text import players

NAMES = ("Anna", "Béla", "Clara", "大輔", "Emil")


def at_a_table(deal: Deal, names: Sequence[str] = NAMES, state: TableState = TableState.PLAYING) -> Table:
    """A table where a deal is played, which never goes on: nothing outside it is needed."""
    seats = deal.layout.seats
    occupants = tuple(Occupant(name, user_id) for user_id, name in enumerate(names[:seats]))
    session = Session.first(deal.game, deal.layout.options, seats, deal.layout.dealer)
    empty = Table("abc", 1, 2, deal.game, 0.0, 0, occupants, terms=TERMS)
    rules, revision = deal.layout.options, len(deal.log)
    begun = replace(empty, state=state, session=session, deal=deal, options=rules, revision=revision)
    return with_clock(empty, replace(begun, number=1), 1000.0)


def as_held(deal: Deal) -> Table:
    """A table that lets everybody wait for an offer, whether any hand is entitled to it or not."""
    held = deal.held
    return at_a_table(held, state=TableState.OFFER if held.is_offered else TableState.PLAYING)


def lobby(game: str, *occupants: Occupant | None, **options: object) -> Table:
    """A table before its first deal, with house rules."""
    return Table("abc", 1, 2, GAMES[game], 0.0, 0, occupants, options=options, terms=TERMS)


def over(state: TableState = TableState.BETWEEN, game: str = "tapp_tarock", **facts: Any) -> Table:
    """A table after its first deal."""
    return replace(at_a_table(players.positions(game, players.SEEDS[0])[-1], state=state), **facts)


def wishing(*seats: int) -> Table:
    """A table of three people in the auction, some of whom ask for a pause."""
    table = at_a_table(tapp())
    wish = (each and replace(each, wants_pause=seat in seats) for seat, each in enumerate(table.occupants))
    return replace(table, occupants=tuple(wish))


INVITER = "T22 T20 T19 T18 H1 D1 S10 C10 SJ"
OTHERS = ("T21 T17 T16 SK SQ HK DK CK CQ", "T15 T14 T13 T12 SC HQ DQ CC CJ", "T11 T10 T9 T8 T1 HC DC HJ DJ")
TALON = "T7 T6 T5 T4 T3 T2"


def invited(text: str, *, inviter: int = 0) -> Deal:
    """An auction of Illustrated Tarokk in which one seat holds the cards of every invitation."""
    hands = list(OTHERS)
    hands.insert(inviter, INVITER)
    return auction(text, *hands, talon=TALON)


def buttons(page: Page) -> list[Button]:
    """The buttons of a page, row by row."""
    return [each for row in page.rows if isinstance(row, tuple) for each in row]


def labels(page: Page) -> list[str]:
    """The labels of the buttons of a page."""
    return [each.label for each in buttons(page)]


def verbs(page: Page) -> list[str]:
    """The last parts of the ids of the buttons that do not act in the deal."""
    return [each.id.rpartition(":")[2] for each in buttons(page) if not each.id.startswith("t1:")]


def what(control: Button | Select) -> str:
    """What a control of the deal names; `""` for any other."""
    act = read_act(control.id.removeprefix("t1:")) if control.id.startswith("t1:") else None
    return act.what if act else ""


def panel(w: Words, table: Table, seat: int, choice: Choice = NO_CHOICE) -> Page:
    """The panel of a seat that has chosen something."""
    page = player_page(w, table, seat, choice=choice)
    assert page is not None
    return page


def panel_of(deal: Deal, seat: int | None = None, choice: Choice = NO_CHOICE, locale: str = "en") -> Page:
    """The panel of a seat of a deal, by default of the one to act."""
    reader = deal.seats()[0] if seat is None else seat
    return panel(words(locale, deal.game.name), at_a_table(deal), reader, choice)


def choice_pages(w: Words, table: Table, reader: int) -> list[Page]:
    """All pages of *What can I do now?* in their order; there are buttons for all of them."""
    pages = [choices_page(w, table, reader)]
    while (following := choices_page(w, table, reader, len(pages))) != pages[-1]:
        pages.append(following)
    assert len(pages) < CHOICE_PAGES
    return pages


def explained(deal: Deal, seat: int | None = None, locale: str = "en") -> str:
    """What *What can I do now?* tells a seat, by default the one to act."""
    reader = deal.seats()[0] if seat is None else seat
    return "\n".join(
        page.text for page in choice_pages(words(locale, deal.game.name), at_a_table(deal), reader)
    )


def found(game: str, some: set[str], *, least: int = 1) -> Deal:
    """A position of a random deal in which a seat may do all of these, among at least `least` actions."""
    rng = Random(game)
    while True:
        for deal in positions(GAMES[game], rng):
            for seat in deal.seats():
                offered = [action.verb for action in deal.actions(seat)]
                if some <= {*offered} and len(offered) >= least:
                    return deal


def controls_of(deal: Deal) -> tuple[View, ActionControls]:
    """The view of the seat to act, and the controls of its panel."""
    seat = deal.seats()[0]
    return deal.view(seat), ActionControls(words("en", deal.game.name), at_a_table(deal), deal.view(seat))


def pressed(deal: Deal) -> dict[str, list[Action]]:
    """The actions of each button in the panel of the seat to act."""
    _, controls = controls_of(deal)
    flat = [each for row in controls.rows() if isinstance(row, tuple) for each in row]
    return {each.label: read_actions(what(each)) for each in flat}


class Uploaded:
    """An emoji for every card, which a local Discord knows."""

    def __init__(self) -> None:
        names = enumerate(map(str, CARDS), start=1)
        self.known = {name: PartialEmoji(name=f"card_{name}", id=number) for number, name in names}
        self.there = {str(each.id) for each in self.known.values()}

    def of(self, code: str) -> PartialEmoji | None:
        return self.known.get(code)


UPLOADED = Uploaded()


def assert_discord_takes(page: Page) -> None:
    """Check a page as Discord does, with an emoji for every card on it, and that nothing of it is cut."""
    view: Any = Rendered(page, emojis=cast("Emojis", UPLOADED)).view
    attachments = [{"description": each.description[:1024]} for each in page.pictures]
    body = {"components": view.to_components(), "flags": 1 << 15, "attachments": attachments}
    check_message(body, {}, [each.file_name for each in page.pictures], UPLOADED.there)
    assert all(len(each.label) <= LABEL_LIMIT for each in buttons(page))
    listed = [option for row in page.rows if isinstance(row, Select) for option in row.options]
    assert all(max(len(each.label), len(each.about)) <= OPTION_LIMIT for each in listed)
    assert len(page.text) <= TEXT_LIMIT


class StubTable(SimpleNamespace):
    """A table with what a test needs: live, and its own value."""

    is_direct = False

    @property
    def now(self) -> StubTable:
        return self
