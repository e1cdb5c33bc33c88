"""Illustrated Tarokk: the phases from the deal to annulling (2-7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from bot.games.illustrated_tarokk.announcing import announcing
from bot.games.illustrated_tarokk.auction import Bidding
from bot.games.illustrated_tarokk.scores import trial_failed, void
from bot.games.illustrated_tarokk.tables import (
    ANNULLABLE,
    DRAWS,
    HONOURS,
    LADDER,
    PROTECTED,
    XX,
    option,
)
from bot.rules.cards import KINGS, NO_CARDS, SUITS, TAROCKS, Card, Cards
from bot.rules.exchange import Discarding, RequiredDiscard
from bot.rules.facts import DiscardedTarocks, Invitation, Stated
from bot.rules.layout import Layout, Seat
from bot.rules.moves import Action
from bot.rules.phase import Offer, Phase
from bot.rules.state import Board, Group, declarer_of

# 3. The deal


def lay_out(deck: Sequence[Card], dealer: Seat, seats: int) -> Layout:
    """Deal six cards to the talon, then five and four to each seat but a dealer who sits out (3)."""
    order = [(dealer + steps) % seats for steps in range(1, seats + 1)][:4]
    hands = [NO_CARDS] * seats
    for place, seat in enumerate(order):
        five = deck[6 + 5 * place : 11 + 5 * place]
        four = deck[26 + 4 * place : 30 + 4 * place]
        hands[seat] = Cards.of((*five, *four))
    return Layout(tuple(hands), tuple(deck[:6]), dealer)


def hand_sizes(dealer: Seat, seats: int) -> tuple[int, ...]:
    """Nine cards each; with five players the dealer has none (2)."""
    return tuple(0 if seats == 5 and seat == dealer else 9 for seat in range(seats))


def start(layout: Layout) -> Phase:
    """Start with the auction, opened by forehand (4.2.1)."""
    board = Board.of(layout, (Group.of("talon", Cards.of(layout.talon)),))
    return Bidding(board, board.open.forehand, exchange)


# 6. Exchange and discard


def exchange(board: Board) -> Phase:
    """Draw the talon from the top, declarer first (6.1). If all passed, the deal is void (5)."""
    if board.open.declarer is None:
        return void(board)
    declarer = board.open.declarer
    order = (declarer, *board.open.following(declarer))
    draws = dict(zip(order, DRAWS[LADDER.index(board.open.contract)], strict=True))
    hands, talon, drawn = list(board.hidden.hands), board.hidden.dealt.talon, 0
    for seat, number in draws.items():
        hands[seat] |= Cards.of(talon[drawn : drawn + number])
        drawn += number
        if seat == declarer and hands[seat].isdisjoint(HONOURS):
            left = Group.of("talon", Cards.of(talon[drawn:]))
            return trial_failed(board.with_exchange(tuple(hands), (left,)))
    board = board.with_exchange(tuple(hands), ())
    discarding = partial(discard, draws=draws)
    early = option(board, "annul_timing") == "before_discard"
    return annulling(board, discarding) if early else discarding(board)


def discard(board: Board, draws: Mapping[Seat, int]) -> Phase:
    """Every seat discards as many cards as it drew (6.2.1); a house rule protects the XX (17.4).

    An inviter must not discard the card that it has shown (4.4).
    """
    protected = PROTECTED if option(board, "xx_discardable") else PROTECTED.plus(XX)
    invitation = board.open.fact(Invitation)
    kept = {} if invitation is None else {invitation.seat: protected.plus(invitation.card)}
    required = {
        seat: RequiredDiscard.of(board.hidden.hands[seat], drawn, kept.get(seat, protected), NO_CARDS)
        for seat, drawn in draws.items()
    }
    return Discarding(board, required, NO_CARDS, discarded)


def discarded(board: Board) -> Phase:
    """Make the counts of discarded tarokks public (6.2.4), and show the declarer's (6.2.5)."""
    public, counts = board.open, DiscardedTarocks(discarded_counts(board))
    tarokks = board.hidden.discards[declarer_of(public)] & TAROCKS
    shown = board.with_open(public._replace(discards_shown=tarokks, facts=(*public.facts, counts)))
    late = option(board, "annul_timing") == "after_discard"
    return annulling(shown, announcing) if late else announcing(shown)


def discarded_counts(board: Board) -> tuple[Stated, ...]:
    """How many tarokks each seat has discarded; with five players the defenders' are added up (6.2.4)."""
    seat = declarer_of(board.open)
    others = board.open.following(seat)
    numbers = [cards.count(TAROCKS) for cards in board.hidden.discards]
    if board.open.seats == 4:
        return tuple([Stated((each,), numbers[each]) for each in (seat, *others)])
    return Stated((seat,), numbers[seat]), Stated(others, sum(numbers) - numbers[seat])


# 7. Annulling the deal


def annulling(board: Board, then: Callable[[Board], Phase]) -> Phase:
    """Offer to annul the deal to the hands entitled to it (7, 17.15)."""
    entitled = tuple([seat for seat in board.open.active if may_annul(board, seat)])
    return Offer(board, entitled, Action("annul"), annulled, then)


def may_annul(board: Board, seat: Seat) -> bool:
    """Whether a hand has four kings, or no tarokks but XXI and pagát and no discarded ones (7, 17.16)."""
    hand = board.hidden.hands[seat]
    if hand.count(KINGS) == len(SUITS):
        return True
    allowed = ANNULLABLE[option(board, "annul_hands")]
    return hand & TAROCKS <= allowed and not board.hidden.discards[seat] & TAROCKS


def annulled(offer: Offer, _seat: Seat) -> Phase:
    """End the deal when the first seat annuls it."""
    return void(offer.board)
