"""Illustrated Tarokk from the deal to the call of a partner, phase by phase (2-8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot.games.illustrated_tarokk.announcing import announcing
from bot.games.illustrated_tarokk.auction import Bidding, Invitation
from bot.games.illustrated_tarokk.scores import trial_failed, void
from bot.games.illustrated_tarokk.tables import ANNULLABLE, DRAWS, HONOURS, LADDER, PROTECTED
from bot.rules.cards import KINGS, NO_CARDS, TAROCKS, Card, Cards
from bot.rules.deal import Action, Board, Layout, Phase, Seat
from bot.rules.offers import Offer
from bot.rules.sides import declarer_of
from bot.rules.talon import Debt, LayingAway

# 3. The deal


def lay_out(deck: Sequence[Card], dealer: Seat, seats: int) -> Layout:
    """Six cards to the talon, then five and four to everybody; of five players the dealer gets none (3)."""
    order = [(dealer + steps) % seats for steps in range(1, seats + 1)][:4]
    hands = [NO_CARDS] * seats
    for place, seat in enumerate(order):
        five = deck[6 + 5 * place : 11 + 5 * place]
        four = deck[26 + 4 * place : 30 + 4 * place]
        hands[seat] = Cards.of((*five, *four))
    return Layout(tuple(hands), tuple(deck[:6]), dealer)


def hand_sizes(dealer: Seat, seats: int) -> tuple[int, ...]:
    """Nine cards each; with five at the table the dealer has none (2)."""
    return tuple(0 if seats == 5 and seat == dealer else 9 for seat in range(seats))


def start(layout: Layout) -> Phase:
    """Forehand opens the auction (4.2.1)."""
    board = Board(layout, layout.hands, laid=(NO_CARDS,) * layout.seats)
    return Bidding(board, board.active[0], exchange)


# 6. Exchange and discard


def exchange(board: Board, invitation: Invitation | None) -> Phase:
    """The talon is drawn from the top, declarer first (6.1); all four pass, and the deal is void (5)."""
    if board.declarer is None:
        return void(board)
    order = (board.declarer, *board.following(board.declarer))
    draws = dict(zip(order, DRAWS[LADDER.index(board.contract)], strict=True))
    left = list(board.layout.talon)
    trial = not board.hands[board.declarer] & HONOURS
    for seat, number in draws.items():
        board = board.with_hand(seat, board.hands[seat] | Cards.of(left[:number]))
        del left[:number]
        if trial and not board.hands[seat] & HONOURS:
            return trial_failed(board)
        trial = False
    debts = tuple(
        Debt.of(seat, board.hands[seat], number, PROTECTED | shown_by(seat, invitation), NO_CARDS)
        for seat, number in draws.items()
        if number
    )
    return LayingAway(board, debts, NO_CARDS, partial(annulling, invitation=invitation))


def shown_by(seat: Seat, invitation: Invitation | None) -> Cards:
    """The card that an inviter has shown and may not lay away (4.4)."""
    return Cards.of((invitation.card,)) if invitation and invitation.seat == seat else NO_CARDS


# 7. Annulling the deal


def annulling(board: Board, invitation: Invitation | None) -> Phase:
    """The declarer's discarded tarokks are shown (6.2), and some hands may annul the deal (7)."""
    board = replace(board, laid_open=board.laid[declarer_of(board)] & TAROCKS)
    entitled = tuple(seat for seat in board.active if may_annul(board, seat))
    then = partial(announcing, invitation=invitation)
    return Offer(board, entitled, Action("annul"), annulled, then) if entitled else then(board)


def may_annul(board: Board, seat: Seat) -> bool:
    """Four kings; or no tarokk but XXI and pagát, for a player who laid no tarokk away (7)."""
    hand = board.hands[seat]
    poor = hand & TAROCKS in ANNULLABLE and not board.laid[seat] & TAROCKS
    return poor or not KINGS - hand


def annulled(offer: Offer, _seat: Seat) -> Phase:
    """The first who annuls ends the deal."""
    return void(offer.board)
