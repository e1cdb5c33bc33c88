"""Which card a computer plays in Royal Tarokk: what was announced says what a trick is worth."""

from __future__ import annotations

from typing import Final

from bot.games.royal_tarokk.facts import Raised
from bot.players.card_play import Plan, Prices, best_card, outlasts
from bot.players.reading import Reading
from bot.players.royal_tarokk.announcements import COUNTS, ENDS, Announced, Standing, is_ours, same_side
from bot.rules.cards import KINGS, MOND, PACK_40, PAGAT, SUIT, Card, union
from bot.rules.items import Item
from bot.rules.moves import Action
from bot.rules.view import View

PRICES: Final = Prices(added=0.2, tarock=0.8, master=3.0, draw=0.5, guard=0.3)
"""For a side with no such aim as those that follow."""
SAVING: Final = Prices(added=0.2, tarock=2.0, master=1.0, draw=5.0, guard=0.3)
"""For a side that must have tarokks left at the end."""
STREAKING: Final = Prices(added=0.2, tarock=0.2, master=0.5, draw=12.0, guard=0.3)
"""For a side that must win the first tricks."""
WORTH: Final = {PAGAT: 5.0, MOND: 5.0, **dict.fromkeys(KINGS, 1.5)}
"""What certain cards bring who takes them (6.11)."""
TRICK: Final = 2.0
"""What any trick brings."""
COUNTED: Final = 3.0
"""What a trick brings beyond that while a trick count is open."""
IN_A_ROW: Final = 6.0
"""What a trick brings beyond that while a streak is unbroken."""
COLLECTED: Final = 2.0
"""What a card of a suit brings that must be taken whole."""


def play(view: View) -> Action:
    """The card that promises most for what was announced, and for what counts without a word."""
    table, standing = reading(view), Standing.of(view)
    return Action("play", str(best_card(table, plan(table, standing))))


def reading(view: View) -> Reading:
    """The table as a seat reads it: everybody knows the sides from the start."""
    partners = (seat for seat in range(view.open.seats) if seat != view.seat and same_side(view, seat))
    return Reading(view, PACK_40, frozenset(partners))


def plan(table: Reading, standing: Standing) -> Plan:
    """Tarokks are drawn for an end announcement of one's own, and suits led against one of the others."""
    now = len(table.public.tricks) + 1
    ours = any(ENDS.get(each.id, 0) >= now for each in standing.ours)
    rivals = [item for item in table.public.items if is_end(table.view, item, now)]
    streak = is_open(standing.ours, *won_and_lost(table))
    per_card = trick_worth(table, standing) / table.view.open.seats
    collected = union(SUIT[suit] for each in (*standing.ours, *standing.theirs) for suit in each.suits)

    def worth(each: Card) -> float:
        return per_card + WORTH.get(each, 0.0) + COLLECTED * (each in collected)

    return Plan(
        draws=streak or (not rivals and (ours or outlasts(table))),
        forces=rivals[0].seat if rivals and not streak else None,
        prices=STREAKING if streak else SAVING if ours or rivals else PRICES,
        worth=worth,
    )


def is_end(view: View, item: Item, now: int) -> bool:
    """Whether an item is an end announcement of the opponents whose trick is still to come."""
    trick = ENDS.get(Announced.of(item.id).id, 0)
    return trick >= now and item not in Raised.of(view.open) and not is_ours(view, item)


def won_and_lost(table: Reading) -> tuple[int, int]:
    """How many tricks the side has won, and how many the other."""
    won = sum(table.ours(trick.winner) for trick in table.public.tricks)
    return won, len(table.public.tricks) - won


def is_open(some: tuple[Announced, ...], won: int, lost: int) -> bool:
    """Whether a streak is unbroken that has not come to its end."""
    return not lost and any(each.streak > won for each in some)


def trick_worth(table: Reading, standing: Standing) -> float:
    """What the present trick brings, whatever cards are in it."""
    won, lost = won_and_lost(table)
    worth = TRICK
    for side, taken, missed in ((standing.ours, won, lost), (standing.theirs, lost, won)):
        worth += IN_A_ROW * is_open(side, taken, missed)
        worth += COUNTED * any(taken < COUNTS.get(each.id, 0) <= 10 - missed for each in side)
    return worth
