"""The walk through the talon: take what is looked at, or refuse it and pay for the next look."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.players.card_play import points
from bot.players.discarding import best_discard, next_laid
from bot.players.partners import shortest_king
from bot.players.reading import bits
from bot.players.romanian.contracts import KINDS, Kind, called_king, class_of, first_of, pack_of
from bot.players.romanian.hands import USUAL, measure_of, played_points
from bot.rules.cards import KINGS, TAROCKS, TRULL, Cards, union
from bot.rules.exchange import SURRENDER
from bot.rules.moves import Action
from bot.rules.view import View

LEFT_BEHIND: Final = 2.0
"""Game points of a called king that was seen in the talon and left there."""
KING: Final = 5.0
"""Its card points."""
ALONE_AT_RISK: Final = 0.4
"""The share of what can be lost that a declarer known to be alone loses beyond it, by contras."""
ALONE_PAYS: Final = 1.0
"""The game points such a declarer loses by the way, in trull, kings and the called king."""
TRIED: Final = 14
"""How many of the cards, or sets of cards, that may come next are thought of."""


def name_king(view: View) -> Action:
    """The king of a suit in which the hand is shortest."""
    return Action("call", shortest_king(view.hand))


def walk(view: View) -> Action:
    """What promises most: to take, to refuse, or to give up."""
    return max(view.actions, key=lambda action: worth_of(view, action))


def worth_of(view: View, action: Action) -> float:
    """The game points to be expected from each of the others."""
    kind, level = KINDS[class_of(view.open.contract)], level_of(view)
    if action == SURRENDER:
        return -kind.price(min(level, last_look(view))) - (not view.hand & TRULL)
    if action.verb == "refuse":
        return worth_of_going_on(view, kind, level + 1)
    if action.argument:
        return dict(open_groups(view, kind))[action.argument]
    return worth_of_taking(view, kind, looked_at(view), level)


def level_of(view: View) -> int:
    """The level of the present look."""
    return first_of(view.open.contract) + sum(group.shown for group in view.talon)


def last_look(view: View) -> int:
    """The level of the last look that the declarer has to himself."""
    return first_of(view.open.contract) + len(view.talon) - 1


def looked_at(view: View) -> Cards:
    """The group that the declarer alone sees."""
    return union(group.cards for group in view.talon if group.looker == view.seat and not group.shown)


def worth_of_taking(view: View, kind: Kind, taken: Cards, level: float) -> float:
    """The game points to be expected once some cards are taken at a level, with the best discard."""
    hand = view.hand | taken
    laid = best_discard(hand, hand - KINGS - TAROCKS, kind.takes, measure_of(view).weights)
    if len(laid) < kind.takes:
        laid |= bits(sorted(hand & TAROCKS - TRULL)[: kind.takes - len(laid)])
    left = union(group.cards for group in view.talon) - taken
    king = called_king(view)
    alone = view.open.seats == 3 or king is None or king in hand | left
    behind = king is not None and king in left
    promised = played_points(view, hand - laid, laid, alone=alone) + in_the_pile(view, left) - KING * behind
    chance = measure_of(view).chance(promised)
    extra = (1.0 - chance) * ALONE_AT_RISK * kind.price(level) + ALONE_PAYS if alone and king else 0.0
    return kind.worth(chance, level) - LEFT_BEHIND * behind - extra


def in_the_pile(view: View, left: Cards) -> float:
    """What it is worth to know some cards that are left in the talon, against others in their place."""
    share = -1.0 if view.open.options.get("untaken_talon_to") == "opponents" else 1.0
    return share * measure_of(view).laid * sum(points(each) - USUAL for each in left)


def worth_of_going_on(view: View, kind: Kind, level: int) -> float:
    """The game points to be expected from the next look, or from what will lie open after the last."""
    opened = [worth for _, worth in open_groups(view, kind)]
    if level > last_look(view):
        return max(opened)
    tried = [worth_of_taking(view, kind, cards, level) for cards in may_come(view, kind.takes)]
    return max(sum(tried) / len(tried), *opened) if opened else sum(tried) / len(tried)


def open_groups(view: View, kind: Kind) -> Iterator[tuple[str, float]]:
    """The groups that lie open, or would if the present one were refused, and what each is worth then.

    They can be had once all lie open: in the order of the walk, a level further each, the last one never.
    """
    groups, first = view.talon, first_of(view.open.contract)
    for further in range(len(groups) - 1):
        group = groups[(first - 1 + further) % len(groups)]
        if group.cards:
            yield group.name, worth_of_taking(view, kind, group.cards, first + len(groups) + further)


def may_come(view: View, number: int) -> list[Cards]:
    """Some of the sets of cards that may lie in the next group, spread evenly over all that are unseen."""
    seen = view.hand | union(group.cards for group in view.talon)
    unseen = (pack_of(view) - seen).sorted
    step = max(1, len(unseen) // TRIED)
    apart = len(unseen) // number
    return [
        bits(unseen[(start + each * apart) % len(unseen)] for each in range(number))
        for start in range(0, len(unseen), step)
    ]


def lay(view: View) -> Action:
    """The cards to lay away are chosen together."""
    return next_laid(view, KINDS[class_of(view.open.contract)].takes, measure_of(view).weights)
