"""Which king a computer calls in Romanian Tarok, which cards of the talon it takes and what it discards.

The declarer looks at the groups of the talon in turn: each is taken, or refused at the price of a level.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.games.romanian.tables import BIDS_BY_ID, LEFT_BEHIND, Bid
from bot.players.card_play import points
from bot.players.discarding import best_discard, next_discard
from bot.players.inference import bits, called_card
from bot.players.partners import shortest_king
from bot.players.romanian.hands import USUAL, measure_of, pack_of, played_points, price, worth
from bot.rules.cards import KINGS, TAROCKS, TRULL, VALUE, Cards, union
from bot.rules.exchange import SURRENDER
from bot.rules.moves import Action
from bot.rules.view import View

ALONE_AT_RISK: Final = 0.4
"""What a declarer known to be alone loses additionally by contras, as a share of the loss."""
ALONE_PAYS: Final = 1.0
"""What such a declarer pays additionally for trull, kings and the called king, in game points."""
TRIED: Final = 14
"""How many of the possible next groups are considered."""


def name_king(view: View) -> Action:
    """The king of the suit in which the hand is shortest."""
    return Action("call", shortest_king(view.hand))


def take(view: View) -> Action:
    """The best choice of taking a group, refusing it, and giving up."""
    return max(view.actions, key=lambda action: worth_of(view, action))


def worth_of(view: View, action: Action) -> float:
    """The expected game points of a choice, from each opponent."""
    kind, level = bid_of(view).kind, level_of(view)
    if action == SURRENDER:
        return -price(kind, min(level, last_look(view))) - (not view.hand & TRULL)
    if action.verb == "refuse":
        return worth_of_refusing(view, level + 1)
    if action.argument:
        return dict(open_groups(view))[action.argument]
    return worth_of_taking(view, looked_at(view), level)


def bid_of(view: View) -> Bid:
    """The bid that is played."""
    return BIDS_BY_ID[view.open.contract]


def level_of(view: View) -> int:
    """The level of the present look."""
    return bid_of(view).first + sum(group.shown for group in view.talon)


def last_look(view: View) -> int:
    """The level of the last look before all groups lie open."""
    return bid_of(view).first + len(view.talon) - 1


def looked_at(view: View) -> Cards:
    """The group that only the declarer sees."""
    return union(group.cards for group in view.talon if group.looker == view.seat and not group.shown)


def worth_of_taking(view: View, taken: Cards, level: float) -> float:
    """The expected game points after some cards are taken at a level, with the best discard."""
    kind = bid_of(view).kind
    hand = view.hand | taken
    discard = best_discard(hand, hand - KINGS - TAROCKS, kind.takes, measure_of(view).weights)
    if len(discard) < kind.takes:
        discard |= bits(sorted(hand & TAROCKS - TRULL)[: kind.takes - len(discard)])
    left = union(group.cards for group in view.talon) - taken
    king = called_card(view)
    alone = view.open.seats == 3 or king is None or king in hand | left
    behind = king is not None and king in left
    promised = (
        played_points(view, hand - discard, discard, alone=alone)
        + in_the_pile(view, left)
        - sum(VALUE[each] for each in left if each == king)
    )
    chance = measure_of(view).chance(promised)
    extra = (1.0 - chance) * ALONE_AT_RISK * price(kind, level) + ALONE_PAYS if alone and king else 0.0
    return worth(kind, chance, level) - LEFT_BEHIND * behind - extra


def in_the_pile(view: View, left: Cards) -> float:
    """How much better than average the cards left in the talon are, in card points of the declarer's pile."""
    share = -1.0 if view.open.options.get("untaken_talon_to") == "opponents" else 1.0
    return share * measure_of(view).known * sum(points(each) - USUAL for each in left)


def worth_of_refusing(view: View, level: int) -> float:
    """The expected game points of the next look, or of the groups that lie open after the last one."""
    opened = [gain for _, gain in open_groups(view)]
    if level > last_look(view):
        return max(opened)
    tried = [worth_of_taking(view, cards, level) for cards in possible_groups(view)]
    return max(sum(tried) / len(tried), *opened) if opened else sum(tried) / len(tried)


def open_groups(view: View) -> Iterator[tuple[str, float]]:
    """The groups that lie open, or would if the present one were refused, with what each is worth then.

    They can be taken once all lie open: in the order of the looks, a level more for each, the last one never.
    """
    groups, first = view.talon, bid_of(view).first
    for further in range(len(groups) - 1):
        group = groups[(first - 1 + further) % len(groups)]
        if group.cards:
            yield group.name, worth_of_taking(view, group.cards, first + len(groups) + further)


def possible_groups(view: View) -> list[Cards]:
    """Some of the possible next groups, spread evenly over the unseen cards."""
    number = bid_of(view).kind.takes
    seen = view.hand | union(group.cards for group in view.talon)
    unseen = (pack_of(view) - seen).sorted
    step = max(1, len(unseen) // TRIED)
    apart = len(unseen) // number
    return [
        bits(unseen[(start + each * apart) % len(unseen)] for each in range(number))
        for start in range(0, len(unseen), step)
    ]


def lay(view: View) -> Action:
    """The next card to discard."""
    return next_discard(view, bid_of(view).kind.takes, measure_of(view).weights)
