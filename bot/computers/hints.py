"""Why an action is a good one, in one idea: what a player who gives hints says about it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from bot.computers.causes import Cause
from bot.computers.inference import Inference, above
from bot.computers.search import Appraisal
from bot.games import COMPUTERS
from bot.rules.cards import PAGAT, SUIT, TAROCK, TAROCKS, VALUE, Card, card
from bot.rules.layout import Side
from bot.rules.view import View


class HintReason(StrEnum):
    """What speaks for an action."""

    ONLY = "only"
    PROMISES = "promises"
    """It promised most when it was tried out."""
    CUSTOM = "custom"
    """It follows rules of thumb; nothing was tried out."""
    LEADS_LOW = "leads_low"
    """A lead that others are likely to beat, where tricks are to be avoided."""
    DRAWS = "draws"
    """A lead that takes tarocks from the other side."""
    LEADS_WINNER = "leads_winner"
    """A lead that the other side can hardly beat."""
    LEADS_CHEAP = "leads_cheap"
    """A lead that costs next to nothing."""
    LEADS_TOP = "leads_top"
    """A lead that no card of its suit can beat."""
    FORCES = "forces"
    """A lead that the declarer may have to ruff."""
    AVOIDS = "avoids"
    """The trick goes to another seat, where tricks are to be avoided."""
    FORCED = "forced"
    """The trick cannot be avoided: it takes the highest card."""
    PAGAT = "pagat"
    SMEARS = "smears"
    """Points for a partner's trick."""
    LEAVES = "leaves"
    """A partner has the trick: nothing more than needed."""
    SECURES = "secures"
    """A partner has the trick, which the other side might still take."""
    WINS_CHEAPLY = "wins_cheaply"
    WINS = "wins"
    """The trick is won for certain, or nearly so."""
    TRIES = "tries"
    HOLDS_BACK = "holds_back"
    """The trick is let go, although it could be won now."""
    GIVES_LEAST = "gives_least"
    """The trick cannot be won: it gets the least."""
    BALANCES = "balances"
    """What the card can win now, against what it is worth later."""
    EXPOSES = "exposes"
    """It makes a declarer win tricks who wants none."""
    STAYS_LOW = "stays_low"
    """It keeps to the few tricks that are wanted."""


CERTAIN: Final = 0.9
"""From this chance on a trick is taken to be won."""
FIGURE: Final = 2
"""Card points of the least card that is worth giving to a partner."""


ESTIMATES: Final = frozenset(("gain", "next_gain", "percent"))
"""Figures of the rules of thumb, which would contradict those of an option that was tried out."""


def reason_for(view: View, option: Appraisal) -> Cause:
    """Return what speaks for the action that was chosen in a view, as its player can know."""
    if len(view.actions) == 1:
        return Cause(HintReason.ONLY)
    if option.action.verb == "play":
        found = _for_card(view, card(option.action.argument))
        return Cause(found or (_in_general(view) if option.points is None else HintReason.PROMISES))
    untold = HintReason.CUSTOM if option.points is None else HintReason.PROMISES
    cause = COMPUTERS[view.game].why(view, option.action)
    if cause is None or (option.points is not None and not ESTIMATES.isdisjoint(cause.facts)):
        return Cause(untold)
    return cause


def _in_general(view: View) -> HintReason:
    """By what the rules of thumb choose any card."""
    if not COMPUTERS[view.game].negative(view):
        return HintReason.BALANCES
    return HintReason.EXPOSES if view.side == Side.DEFENDERS else HintReason.STAYS_LOW


def _for_card(view: View, played: Card) -> HintReason | None:
    computer = COMPUTERS[view.game]
    inference = computer.infer(view)
    if computer.negative(view):
        # Defenders of such a contract do not avoid tricks for their own sake.
        return None if view.side == Side.DEFENDERS else _avoiding(inference, played)
    return _following(inference, played) if view.open.trick else _leading(inference, played)


def _avoiding(inference: Inference, played: Card) -> HintReason | None:
    """Where tricks are to be avoided."""
    suit = [each for each in inference.playable if each.suit == played.suit]
    if not inference.public.trick:
        return HintReason.LEADS_LOW if played == min(suit, key=int) else None
    if not _wins(inference, played):
        return HintReason.AVOIDS
    forced = all(_wins(inference, each) for each in inference.playable)
    return HintReason.FORCED if forced and played == max(suit, key=int) else None


def _leading(inference: Inference, played: Card) -> HintReason | None:
    declares = inference.view.side == Side.DECLARER
    if played.suit == TAROCK and played != PAGAT and declares and inference.unseen & TAROCKS:
        return HintReason.DRAWS
    if inference.chance_ours(inference.trick_with(played)) >= CERTAIN:
        return HintReason.LEADS_WINNER
    if played.suit == TAROCK:
        return None
    if VALUE[played] == 1:
        return HintReason.LEADS_CHEAP
    if not above(played) & inference.unseen:
        return HintReason.LEADS_TOP
    return HintReason.FORCES if _may_force(inference, played) else None


def _may_force(inference: Inference, played: Card) -> bool:
    """Whether a lead of a defender may have to be ruffed by the declarer."""
    declarer, suit = inference.public.declarer, SUIT[played.suit]
    if declarer is None or not inference.trumps or inference.view.side != Side.DEFENDERS:
        return False
    return inference.chance(declarer, suit) < 1.0 and inference.chance(declarer, TAROCKS) > 0.0


def _following(inference: Inference, played: Card) -> HintReason | None:
    best = inference.best(inference.public.trick)
    friendly, wins = best.seat in inference.friends, _wins(inference, played)
    if played == PAGAT and (wins or friendly):
        return HintReason.PAGAT
    if wins:
        return HintReason.SECURES if friendly else _winning(inference, played)
    if friendly:
        return HintReason.SMEARS if VALUE[played] >= FIGURE else HintReason.LEAVES
    if any(_wins(inference, each) for each in inference.playable):
        return HintReason.HOLDS_BACK if played != PAGAT else None
    least = min(VALUE[each] for each in inference.playable)
    return HintReason.GIVES_LEAST if VALUE[played] == least else None


def _winning(inference: Inference, played: Card) -> HintReason:
    trick = inference.trick_with(played)
    if not inference.later(trick):
        winners = [each for each in inference.playable if _wins(inference, each)]
        same = [each for each in winners if each.suit == played.suit]
        return HintReason.WINS_CHEAPLY if played == min(same, key=int) else HintReason.WINS
    return HintReason.WINS if inference.chance_ours(trick) >= CERTAIN else HintReason.TRIES


def _wins(inference: Inference, played: Card) -> bool:
    """Whether a card beats what lies on the table."""
    return inference.best(inference.trick_with(played)).seat == inference.seat
