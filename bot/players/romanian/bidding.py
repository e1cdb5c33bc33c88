"""What a computer calls in the auction of Romanian Tarok, by what its hand promises and what levels cost."""

from __future__ import annotations

from typing import Final

from bot.players.avoiding import danger
from bot.players.bidding import contract_named, standing
from bot.players.romanian.contracts import KINDS, class_of, first_of, pack_of
from bot.players.romanian.hands import TALON, dealt_points, measure_of
from bot.rules.auctions import PASS
from bot.rules.moves import Action
from bot.rules.view import View

WALK: Final = 0.5
"""How many levels further into the talon a declarer goes on the average."""
TRICKS: Final = 12
PER_DANGER: Final = 2.2
"""The tricks for each one that a hand threatens to win, where nobody need beat another: found by trying."""
SAFE: Final = 1.9
"""So many fewer than that, for where one can one stays below."""
ANNUL: Final = Action("annul")


def call(view: View) -> Action:
    """The call that promises most, a pass among them; a hand that may be annulled promises nothing."""
    if ANNUL in view.actions:
        return ANNUL
    return max(view.actions, key=lambda action: worth_of(view, action))


def worth_of(view: View, action: Action) -> float:
    """The game points to be expected from each of the others after a call."""
    return passing(view) if action == PASS else prospect(view, contract_named(view, action))


def prospect(view: View, contract: str) -> float:
    """What a contract brings the one who plays it; what may be lost counts for more than it is."""
    measure, kind = measure_of(view), KINDS[class_of(contract)]
    level = first_of(contract) + WALK
    chance = measure.chance(dealt_points(view, contract))
    if view.open.seats > 3:
        # The king that will be called may lie in the talon, whose cards are as unknown as the others' hands.
        hidden = TALON / len(pack_of(view) - view.hand)
        chance += hidden * (measure.chance(dealt_points(view, contract, alone=True)) - chance)
    fear = measure.bases[class_of(contract)].fear
    return kind.worth(chance, level) - fear * (1.0 - chance) * kind.price(level)


def passing(view: View) -> float:
    """What a pass brings: mostly to play against another declarer, now and then with that one.

    The last to speak may end the auction by it: three throw in, four play a deal where every trick costs a
    chip. That goes to the pool, which is everybody's, so a fourth of it comes back in the end.
    """
    contract = standing(view)
    if contract:
        return -measure_of(view).against * KINDS[class_of(contract)].won
    if len(view.open.calls) < view.open.seats - 1:
        return -measure_of(view).against
    if view.open.seats == 3 or view.open.options.get("all_pass_4p") == "throw_in_radler4":
        return 0.0
    tricks = PER_DANGER * danger(view.hand, pack_of(view) - view.hand) - SAFE
    return TRICKS / view.open.seats - max(0.0, tricks)
