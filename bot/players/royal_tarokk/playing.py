"""Which card a computer plays in Royal Tarokk: announcements say what a trick is worth."""

from __future__ import annotations

from typing import Final

from bot.games.royal_tarokk.announcements import COUNTS, END
from bot.games.royal_tarokk.facts import Raised
from bot.games.royal_tarokk.tables import TRICKS
from bot.players.card_play import Plan, Prices, best_card, outlasts
from bot.players.inference import Inference
from bot.players.royal_tarokk.announcements import Announced, Standing, is_ours, same_side
from bot.rules.cards import KINGS, MOND, PACK_40, PAGAT, SUIT, Card, union
from bot.rules.moves import Action
from bot.rules.state import Item
from bot.rules.view import View

PRICES: Final = Prices(added=0.2, tarock=0.8, master=3.0, draw=0.5, guard=0.3)
"""For a side without one of the following aims."""
SAVING: Final = Prices(added=0.2, tarock=2.0, master=1.0, draw=5.0, guard=0.3)
"""For a side that needs tarokks at the end."""
STREAKING: Final = Prices(added=0.2, tarock=0.2, master=0.5, draw=12.0, guard=0.3)
"""For a side that must win the first tricks."""
WORTH: Final = {PAGAT: 5.0, MOND: 5.0, **dict.fromkeys(KINGS, 1.5)}
"""What certain cards are worth to the side that wins them (6.11)."""
TRICK: Final = 2.0
"""What any trick is worth."""
COUNTED: Final = 3.0
"""Added for a trick while a trick count may still be made or missed."""
IN_A_ROW: Final = 6.0
"""Added for a trick while a streak is unbroken."""
COLLECTED: Final = 2.0
"""Added for a card of a suit of which all cards must be won."""


def play(view: View) -> Action:
    """The card of the highest value, for announcements and for what counts unannounced."""
    inference, standing = infer(view), Standing.of(view)
    return Action("play", str(best_card(inference, plan(inference, standing))))


def infer(view: View) -> Inference:
    """What a seat knows. Sides are public from the start."""
    partners = (seat for seat in range(view.open.seats) if seat != view.seat and same_side(view, seat))
    return Inference(view, PACK_40, frozenset(partners))


def plan(inference: Inference, standing: Standing) -> Plan:
    """Draw tarokks for an end announcement of the own side, lead suits against one of the opponents."""
    now = len(inference.public.tricks) + 1
    ours = any(END.get(each.id, 0) >= now for each in standing.ours)
    rivals = [item for item in inference.public.items if is_end(inference.view, item, now)]
    streak = is_open(standing.ours, *won_and_lost(inference))
    per_card = trick_worth(inference, standing) / inference.view.open.seats
    collected = union(SUIT[suit] for each in (*standing.ours, *standing.theirs) for suit in each.suits)

    def worth(each: Card) -> float:
        return per_card + WORTH.get(each, 0.0) + COLLECTED * (each in collected)

    return Plan(
        draws=streak or (not rivals and (ours or outlasts(inference))),
        forces=rivals[0].seat if rivals and not streak else None,
        prices=STREAKING if streak else SAVING if ours or rivals else PRICES,
        worth=worth,
    )


def is_end(view: View, item: Item, now: int) -> bool:
    """Whether an item is an end announcement of the opponents whose trick is still to come."""
    trick = END.get(Announced(item.id).id, 0)
    return trick >= now and item not in Raised.of(view.open) and not is_ours(view, item)


def won_and_lost(inference: Inference) -> tuple[int, int]:
    """How many tricks the own side has won, and how many the other."""
    won = sum(inference.ours(trick.winner) for trick in inference.public.tricks)
    return won, len(inference.public.tricks) - won


def is_open(some: tuple[Announced, ...], won: int, lost: int) -> bool:
    """Whether one of some announcements needs a streak that is unbroken and incomplete."""
    return not lost and any(each.streak > won for each in some)


def trick_worth(inference: Inference, standing: Standing) -> float:
    """What the current trick is worth apart from its cards."""
    won, lost = won_and_lost(inference)
    worth = TRICK
    for side, taken, missed in ((standing.ours, won, lost), (standing.theirs, lost, won)):
        worth += IN_A_ROW * is_open(side, taken, missed)
        worth += COUNTED * any(taken < COUNTS.get(each.id, 0) <= TRICKS - missed for each in side)
    return worth
