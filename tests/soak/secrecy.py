"""What was delivered to whom and when; afterwards, whether it named a card that its reader could not know."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bot.playground.state import Change, ChangeKind, Message, State
from bot.rules.cards import NO_CARDS, Cards, card
from tests.e2e.hidden import CODE, named, strings, unknown_to, without_statements
from tests.soak.deals import PlayedDeal
from tests.soak.seats import Place, Seats

DEAL: Final = re.compile(r"^#+ .* · deal (\d+)", re.MULTILINE)
"""The heading of a page that shows a deal."""

MISDEAL: Final = re.compile(r"^The cards were dealt again.*$", re.MULTILINE)
"""Hands that were shown to everybody before the deal; the same cards are in it again."""


class Delivery(NamedTuple):
    """Texts that were new to a reader."""

    at: float
    """Seconds since 1970."""
    channel_id: str
    user_id: int | None
    """The only reader; `None` for everybody in the channel."""
    deal: int | None
    """The number of the deal that the page says it shows."""
    texts: frozenset[str]


@dataclass
class Deliveries:
    """Everything that was delivered."""

    state: State
    all: list[Delivery] = field(default_factory=list)
    public_codes: list[str] = field(default_factory=list)
    """The ids of controls with a card in them that were delivered to everybody."""
    final_pages: list[tuple[str, int, str]] = field(default_factory=list)
    """Table, number of the deal and text of each page that offers the next deal to everybody."""
    _said: dict[str, set[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.state.listen(self._look)

    def _look(self, change: Change) -> None:
        message = change.message
        if message is None or change.kind is ChangeKind.DELETED or message.loading:
            return
        recipient = self.state.channels[message.channel_id].recipient
        reader = message.only_for or recipient
        said = self._said.setdefault(message.id, set())
        new = frozenset(_texts(message)) - said
        said |= new
        heading = DEAL.search(message.text)
        number = int(heading[1]) if heading else None
        only = int(reader) if reader else None
        self.all.append(Delivery(time.time(), message.channel_id, only, number, new))
        if reader is None:
            ids = [str(part["custom_id"]) for part in message.parts() if "custom_id" in part]
            self.public_codes += [each for each in ids if CODE.search(each)]
            if number is not None and any(each.endswith(":next") for each in ids):
                self.final_pages.append((ids[0].split(":")[1], number, message.text))

    def leaks(self, deals: Mapping[tuple[str, int], PlayedDeal], seats: Seats) -> Iterator[str]:
        """Yield in words what a reader could not know then."""
        yield from (f"public control {custom_id}" for custom_id in self.public_codes)
        by_place: dict[tuple[int, int | None], list[PlayedDeal]] = {}
        for deal in deals.values():
            by_place.setdefault((deal.saved.table.channel_id, deal.number), []).append(deal)
        for place, number, user_id in seats.of:
            by_place.setdefault((user_id, number), []).append(deals[place, number])
        for each in self.all:
            # A page says which deal it shows, but not of which table: the reader may have had another before.
            possible = by_place.get((each.user_id or int(each.channel_id), each.deal), [])
            hidden = [(deal.saved.table.game, _hidden(deal, each, seats)) for deal in possible]
            for text in (MISDEAL.sub("", said) for said in each.texts):
                found = [named(without_statements(text, game), cards) for game, cards in hidden]
                if found and all(found):
                    yield f"channel {each.channel_id}, deal {each.deal}, reader {each.user_id}: {text!r}"

    @property
    def texts(self) -> int:
        return sum(len(each.texts) for each in self.all)


def _texts(message: Message) -> Iterator[str]:
    yield from strings([message.content, message.components])
    for each in message.attachments:
        yield each.description or ""


def _hidden(deal: PlayedDeal, delivery: Delivery, seats: Seats) -> Cards:
    """The cards that the reader could not know when it was delivered."""
    seat = None
    if delivery.user_id is not None:
        place = Place(deal.table, deal.number, delivery.user_id)
        if place not in seats.of:  # the deal was over before the seats were read
            return NO_CARDS
        seat = seats.of[place]
    position = deal.at(delivery.at)
    if position.result is not None:
        return NO_CARDS
    offered = "" if seat is None else deal.offered(seat, delivery.at)
    return unknown_to(position, seat) - Cards.of({card(code) for code in CODE.findall(offered)})
