"""Illustrated Tarokk from the deal to the call of a partner, phase by phase (2-8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from bot.games.illustrated_tarokk.announcing import announcing
from bot.games.illustrated_tarokk.auction import Bidding
from bot.games.illustrated_tarokk.facts import DiscardedTarokks, Invitation, Stated
from bot.games.illustrated_tarokk.results import trial_failed, void
from bot.games.illustrated_tarokk.tables import (
    ANNULLABLE,
    DRAWS,
    HONOURS,
    LADDER,
    PROTECTED,
    XX,
    option,
)
from bot.rules.cards import KINGS, NO_CARDS, TAROCKS, Card, Cards
from bot.rules.exchange import Discarding, RequiredDiscard
from bot.rules.layout import Layout, Seat
from bot.rules.moves import Action
from bot.rules.offers import Offer
from bot.rules.partners import declarer_of
from bot.rules.phase import Phase
from bot.rules.state import Board
from bot.rules.talon import Group
from bot.rules.values import replace

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
    board = Board.of(layout, (Group.of("talon", Cards.of(layout.talon)),))
    return Bidding(board, board.open.forehand, exchange)


# 6. Exchange and discard


def exchange(board: Board) -> Phase:
    """The talon is drawn from the top, declarer first (6.1); all four pass, and the deal is void (5)."""
    if board.open.declarer is None:
        return void(board)
    declarer = board.open.declarer
    order = (declarer, *board.open.following(declarer))
    draws = dict(zip(order, DRAWS[LADDER.index(board.open.contract)], strict=True))
    left = list(board.hidden.dealt.talon)
    for seat, number in draws.items():
        board = board.with_hand(seat, board.hidden.hands[seat] | Cards.of(left[:number]))
        del left[:number]
        board = board.with_talon((Group.of("talon", Cards.of(left)),) if left else ())
        if not board.hidden.hands[declarer] & HONOURS:
            return trial_failed(board)
    laying = partial(discard, draws=draws)
    early = option(board, "annul_timing") == "before_discard"
    return annulling(board, laying) if early else laying(board)


def discard(board: Board, draws: Mapping[Seat, int]) -> Phase:
    """Every seat discards as many cards as it drew (6.2.1); what stays was perhaps agreed on (17.4)."""
    protected = PROTECTED if option(board, "xx_discardable") else PROTECTED.plus(XX)
    required = tuple(
        RequiredDiscard.of(seat, board.hidden.hands[seat], drawn, protected | shown_by(board, seat), NO_CARDS)
        for seat, drawn in draws.items()
        if drawn
    )
    return Discarding(board, required, NO_CARDS, discarded)


def shown_by(board: Board, seat: Seat) -> Cards:
    """The card that an inviter has shown and may not discard (4.4)."""
    invitation = board.open.fact(Invitation)
    return NO_CARDS if invitation is None or invitation.seat != seat else Cards.of((invitation.card,))


def discarded(board: Board) -> Phase:
    """Discarded tarokks are counted for all (6.2.4), and the declarer's are shown (6.2.5)."""
    seat = declarer_of(board.open)
    public = board.open.with_fact(DiscardedTarokks(counted(board)))
    tarokks = board.hidden.discards[seat] & TAROCKS
    shown = board.with_open(replace(public, discards_shown=tarokks))
    late = option(board, "annul_timing") == "after_discard"
    return annulling(shown, announcing) if late else announcing(shown)


def counted(board: Board) -> tuple[Stated, ...]:
    """How many tarokks each has discarded; with five the three who are not the declarer together (6.2.4)."""
    seat = declarer_of(board.open)
    others = board.open.following(seat)
    apart = ((seat,), *((other,) for other in others)) if board.open.seats == 4 else ((seat,), others)
    return tuple(
        Stated(seats, sum(len(board.hidden.discards[each] & TAROCKS) for each in seats)) for seats in apart
    )


# 7. Annulling the deal


def annulling(board: Board, then: Callable[[Board], Phase]) -> Phase:
    """Some hands may annul the deal (7), after the discard or before it (17.15)."""
    entitled = tuple(seat for seat in board.open.active if may_annul(board, seat))
    return Offer(board, entitled, Action("annul"), annulled, then) if entitled else then(board)


def may_annul(board: Board, seat: Seat) -> bool:
    """Four kings; or no tarokk but XXI and pagát, for a player who discarded no tarokk (7, 17.16)."""
    hand = board.hidden.hands[seat]
    hands = ANNULLABLE if option(board, "annul_hands") == "five" else ANNULLABLE[:2]
    poor = hand & TAROCKS in hands and not board.hidden.discards[seat] & TAROCKS
    return poor or not KINGS - hand


def annulled(offer: Offer, _seat: Seat) -> Phase:
    """The first who annuls ends the deal."""
    return void(offer.board)
