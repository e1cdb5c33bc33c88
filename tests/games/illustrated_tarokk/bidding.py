"""Auctions with arbitrary hands, and their outcomes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.games.illustrated_tarokk import ILLUSTRATED_TAROKK
from bot.rules.cards import Cards
from bot.rules.deal import Deal
from bot.rules.facts import Invitation
from bot.rules.layout import Layout
from tests.games.illustrated_tarokk.table import CALLS, NAMES, calls
from tests.notation import act, cards, legal

EVERYTHING = "T22 T20 T19 T18 H1 D1 S10 C10 SJ"
LETTERS = {name: letter for letter, name in CALLS.items()}


def with_everything(text: str = "", *hands: str, options: Mapping[str, object] | None = None) -> Deal:
    """An auction in which every seat holds all relevant cards, or the given hands.

    Hands may share cards, because the auction looks at each hand by itself.
    """
    held = tuple(Cards.of(hand) for hand in hands or (EVERYTHING,) * 4)
    talon = tuple(cards("DK DQ DC DJ HQ HC"))
    layout = Layout(held, talon, 3, options or {}, {"windows": [], "hat": None})
    return act(Deal.start(ILLUSTRATED_TAROKK, layout), calls(text))


def invitation(deal: Deal) -> Invitation | None:
    """The invitation of an auction, if there was one."""
    return deal.open.fact(Invitation)


def outcome(deal: Deal) -> str:
    """`B two; T20 of A`: declarer, contract, invitation. `""` during the auction."""
    board = deal.phase.board
    if deal.phase.name == "auction":
        return ""
    if board.open.declarer is None:
        return "void"
    played = f"{NAMES[board.open.declarer]} {board.open.contract}"
    if deal.result is not None:
        return f"{played}; trial"
    invited = invitation(deal)
    return f"{played}; {invited.card} of {NAMES[invited.seat]}" if invited else played


def options(deal: Deal) -> str:
    """The calls open to the seat whose turn it is, as letters."""
    return "".join(letter for letter in "-H321S" if CALLS[letter] in legal(deal))


def all_auctions(deal: Deal) -> Iterator[Deal]:
    """Every way in which the auction may go on."""
    if deal.phase.name != "auction":
        yield deal
        return
    for action in deal.actions(deal.seats()[0]):
        after = deal.act(deal.seats()[0], action)
        assert isinstance(after, Deal)
        yield from all_auctions(after)
