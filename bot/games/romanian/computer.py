"""The computer player of Romanian Tarok and the taper.

All figures are lines fitted to thousands of deals among computers. As the talon usually counts for the
declarer, bold players would bid solo after solo: some fear of losing keeps the other contracts in play.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import exp
from pathlib import Path
from typing import NamedTuple

from bot.computers.card_play import PRICES, Plan, Prices, best_card, points, unbeatable, usual_plan
from bot.computers.causes import (
    PAYS,
    UNBEATABLE,
    Cause,
    Fact,
    holds,
    likely,
    long,
    outlasts,
    percent,
    silent,
    tenths,
    trull,
    unlikely,
)
from bot.computers.computer import DECIDED, Computer, Judgement
from bot.computers.hand_evaluation import (
    LateTrick,
    Weights,
    best_discard,
    length,
    next_discard,
    strength,
    why_discarded,
)
from bot.computers.inference import (
    NO_FRIENDS,
    Inference,
    bits,
    called_in_vain,
    own_cards,
    shortest_king,
    why_shortest,
    with_partner,
)
from bot.computers.misere import danger, ducking, likeliest
from bot.computers.sampling import HAND, Clues, Count
from bot.games.romanian import TAPER_SIMULATION, TAROK_SIMULATION
from bot.games.romanian.values import (
    BIDS_BY_ID,
    KING_ULT,
    LADDER,
    LEFT_BEHIND,
    NEEDS,
    PAGAT_ULT,
    TALON_SIZE,
    TRICKS,
    TRULA,
    VALAT,
    Class,
    bid_of,
    variant_of,
)
from bot.rules.announcing import DONE, GAME
from bot.rules.auctions import PASS, bid
from bot.rules.cards import ALONE, KINGS, NO_CARDS, PAGAT, PROTECTED, TAROCKS, TRULL, VALUE, Cards, union
from bot.rules.determinization import Simulation
from bot.rules.exchange import SURRENDER
from bot.rules.facts import Walk
from bot.rules.layout import Side
from bot.rules.moves import Action
from bot.rules.state import Item
from bot.rules.view import View

USUAL = 1.3
"""The average card points of a card in the talon."""


class Base(NamedTuple):
    """Card points that do not depend on the hand: talon, discard, the partner's tricks."""

    dealt: float
    """With a partner, before the exchange."""
    played: float
    """With a partner, after the exchange, without what is known of talon and discard."""
    partner: float
    """The partner's share of them."""
    fear: float
    """The share by which a cautious declarer overestimates a loss."""


class Measure(NamedTuple):
    """How twelve cards are judged, by the number of players."""

    weights: Weights
    """The card points that the features of the hand add."""
    bases: Mapping[str, Base]
    """The other card points, by class of bids."""
    lowest: Action
    """The lowest bid that is made: hands good for a lower one gain as much with it (benchmarks/README.md)."""
    known: float
    """What a card point known to lie in the declarer's pile adds; most would be won anyway."""
    needed: float
    """The card points at which winning and losing are equally likely."""
    spread: float
    """The uncertainty of the card points: with this many more the odds are about three to one."""
    against: float
    """What a defender loses on average, as a share of the game points for a game won."""
    pagat: LateTrick
    helpless: float
    """The strength at which a defender's hand never beats the declarer by itself."""
    beats: float
    """How much the chance to beat the declarer grows with each point of strength."""

    def chance(self, promised: float) -> float:
        """The chance to win the game with some expected card points."""
        return 1.0 / (1.0 + exp((self.needed - promised) / self.spread))

    def defence(self, hand: Cards) -> float:
        """The chance that the declarer loses against a defender with this hand."""
        return min(1.0, max(0.0, self.beats * (strength(hand, self.weights) - self.helpless)))


FOUR = Measure(
    weights=Weights(
        tarock=1.35,
        skus=3.9,
        mond=3.5,
        pagat=0.9,
        high=1.05,
        king=3.2,
        void=2.3,
        singleton=0.6,
        queen_alone=0.4,
    ),
    bases={
        "trei": Base(31.0, 24.0, 12.0, 0.0),
        "doi": Base(29.7, 24.5, 12.3, 0.0),
        "unu": Base(27.8, 25.0, 13.7, 0.2),
        "solo": Base(25.8, 25.8, 18.9, 2.45),
    },
    lowest=bid("trei1"),
    known=0.42,
    needed=35.5,
    spread=4.5,
    against=0.3,
    pagat=LateTrick(PAGAT, hopeless=15.0, gain=0.15),
    helpless=10.7,
    beats=0.05,
)
THREE = Measure(
    weights=Weights(tarock=2.6, skus=4.5, mond=4.2, pagat=1.4, high=0.85, king=3.4, void=2.0),
    bases={
        "trei": Base(12.1, 2.1, 0.0, 0.0),
        "doi": Base(9.8, 2.7, 0.0, 0.0),
        "unu": Base(6.4, 2.5, 0.0, 0.0),
        "solo": Base(1.8, 1.8, 0.0, 0.3),
    },
    lowest=bid("unu1"),
    known=0.24,
    needed=33.5,
    spread=3.5,
    against=0.9,
    pagat=LateTrick(PAGAT, hopeless=17.5, gain=0.12),
    helpless=20.0,
    beats=0.042,
)


def measure_of(view: View) -> Measure:
    return THREE if view.open.seats == 3 else FOUR


def dealt_points(view: View, contract: str, *, alone: bool = False) -> float:
    """The expected card points of a hand as dealt, in a contract."""
    measure = measure_of(view)
    base = measure.bases[BIDS_BY_ID[contract].kind.id]
    promised = base.dealt - base.partner * alone + strength(view.hand, measure.weights)
    return promised - lost(view, contract)


def played_points(view: View, hand: Cards, known: Cards, *, alone: bool) -> float:
    """The expected card points of the twelve cards that a declarer keeps, perhaps without a partner.

    `known` are the cards known to lie in the declarer's pile: the discard, and cards left in the talon.
    """
    measure = measure_of(view)
    base = measure.bases[bid_of(view).kind.id]
    points_known = measure.known * sum(map(points, known))
    promised = base.played - base.partner * alone + strength(hand, measure.weights) + points_known
    return promised - lost(view, view.open.contract)


def lost(view: View, contract: str) -> float:
    """The card points left in the talon, if they count for the opponents by a house rule."""
    untaken = TALON_SIZE - BIDS_BY_ID[contract].kind.takes
    return USUAL * untaken * (view.open.options.get("untaken_talon_to") == "opponents")


def worth(kind: Class, chance: float, level: float) -> float:
    """The expected game points of a declarer with some chance to win, at a level of the talon."""
    return chance * kind.won - (1.0 - chance) * price(kind, level)


def price(kind: Class, level: float) -> float:
    """The game points of a game lost at a level of the talon; solo has no levels."""
    return kind.level * (level if kind.takes else 1.0)


def play(view: View) -> Action:
    """The card of the highest value in card points; if all have passed, the one for the fewest tricks."""
    inference = infer(view)
    chosen = (
        best_card(inference, plan(inference))
        if view.open.contract
        else likeliest(inference, ducking(inference))
    )
    return Action("play", str(chosen))


def infer(view: View) -> Inference:
    plain = Inference(view, variant_of(view).pack, NO_FRIENDS)
    return with_partner(plain, view.open.called_card, own_cards(view)) if view.open.contract else plain


TAPER = Prices()
"""With three players a figure is led under a higher card more freely: to charge more for it loses points."""


def plan(inference: Inference) -> Plan:
    """The usual plan, except that only announced cards are kept for the last trick."""
    prices = PRICES if variant_of(inference.view).calls else TAPER
    return usual_plan(inference)._replace(keeps=promised(inference) & inference.view.hand, prices=prices)


def promised(inference: Inference) -> Cards:
    """The cards that the player's side has announced for the last trick."""
    ours = {item.id for item in inference.public.items if item.seat is not None and inference.ours(item.seat)}
    king = inference.public.called_card
    kept = Cards.of((PAGAT,)) if PAGAT_ULT in ours else NO_CARDS
    return kept.plus(king) if king is not None and KING_ULT in ours else kept


FURTHER = 0.5
"""How many levels further into the talon a declarer goes on average."""
PER_DANGER = 2.2
"""Tricks won for each one of the danger of a hand, if a trick need not be beaten; found by trying."""
SAFE = 1.9
"""Tricks subtracted from that, because the player stays below when possible."""
ANNUL = Action("annul")


def call(view: View) -> Action:
    """The call of the highest worth, which may be a pass; a hand that may be annulled is."""
    if ANNUL in view.actions:
        return ANNUL

    def worth_of(action: Action) -> float:
        return passing(view) if action == PASS else prospect(view, view.open.contract_of_call(action))

    best = max(view.actions, key=worth_of)
    return best if best == PASS else raised(view, best)


def raised(view: View, wish: Action) -> Action:
    """The lowest bid that is made in place of one below it, if it is legal; otherwise the wish."""
    lowest = measure_of(view).lowest
    below = LADDER.index(view.open.contract_of_call(wish)) < LADDER.index(lowest.argument)
    return lowest if below and lowest in view.actions else wish


def prospect(view: View, contract: str) -> float:
    """The worth of a contract to its declarer, with some fear of losing it."""
    bid, chance = BIDS_BY_ID[contract], chance_in(view, contract)
    level = bid.first + FURTHER
    fear = measure_of(view).bases[bid.kind.id].fear
    return worth(bid.kind, chance, level) - fear * (1.0 - chance) * price(bid.kind, level)


def chance_in(view: View, contract: str) -> float:
    """The chance to win a contract with a hand as dealt."""
    measure = measure_of(view)
    chance = measure.chance(dealt_points(view, contract))
    if view.open.seats > 3:
        # The king to be called may lie in the talon, which is as unknown as the other hands.
        hidden = TALON_SIZE / len(variant_of(view).pack - view.hand)
        chance += hidden * (measure.chance(dealt_points(view, contract, alone=True)) - chance)
    return chance


def why_called(view: View, action: Action) -> Cause | None:
    """The chance of a contract; of a pass, that of the best one that could be bid."""
    if action == ANNUL:
        return Cause("redeal")
    contract_of_call = view.open.contract_of_call
    bids = [contract_of_call(each) for each in view.actions if each not in (PASS, ANNUL)]
    if action == PASS and not bids:
        return None
    judged = contract_of_call(action) or max(bids, key=lambda bid: prospect(view, bid))
    facts: Mapping[str, Fact] = {
        "hand": view.hand,
        "points": tenths(dealt_points(view, judged)),
        "percent": percent(chance_in(view, judged)),
    }
    return Cause("better_passed", {**facts, "bid": judged}) if action == PASS else Cause("chance", facts)


def passing(view: View) -> float:
    """The worth of a pass, which mostly means to play against another declarer.

    The last pass may end the auction: three players throw in, four play a deal in which each trick costs a
    chip. Chips go to the pool, so that on average a fourth of them comes back.
    """
    contract = view.open.last_bid
    if contract:
        return -measure_of(view).against * BIDS_BY_ID[contract].kind.won
    if len(view.open.calls) < view.open.seats - 1:
        return -measure_of(view).against
    if view.open.seats == 3 or view.open.options.get("all_pass_4p") == "throw_in_radler4":
        return 0.0
    tricks = PER_DANGER * danger(view.hand, variant_of(view).pack - view.hand) - SAFE
    return TRICKS / view.open.seats - max(0.0, tricks)


ALONE_AT_RISK = 0.4
"""What a declarer known to be alone loses additionally by contras, as a share of the loss."""
ALONE_PAYS = 1.0
"""What such a declarer pays additionally for trull, kings and the called king, in game points."""
TRIED = 14
"""How many of the possible next groups are considered."""


def name_king(view: View) -> Action:
    """The king of the suit in which the hand is shortest."""
    return Action("call", shortest_king(view.hand))


def take(view: View) -> Action:
    """The best choice of taking a group, refusing it, and giving up."""
    return max(view.actions, key=lambda action: worth_of_choice(view, action))


def why_taken(view: View, action: Action) -> Cause | None:
    others = [worth_of_choice(view, each) for each in view.actions if each != action]
    gain = tenths(worth_of_choice(view, action))
    return Cause("choice", {"gain": gain, "next_gain": tenths(max(others))}) if others else None


def why_named(view: View, action: Action) -> Cause:
    return why_shortest(view.hand, action)


def worth_of_choice(view: View, action: Action) -> float:
    """The expected game points of a choice, from each opponent."""
    kind, level = bid_of(view).kind, level_of(view)
    if action == SURRENDER:
        return -price(kind, min(level, last_look(view))) - (not view.hand & TRULL)
    if action.verb == "refuse":
        return worth_of_refusing(view, level + 1)
    if action.argument:
        return dict(open_groups(view))[action.argument]
    return worth_of_taking(view, looked_at(view), level)


def level_of(view: View) -> int:
    """The level of the present look."""
    return bid_of(view).first + sum(group.shown for group in view.talon)


def looked_at(view: View) -> Cards:
    """The group that only the declarer sees."""
    return union(group.cards for group in view.talon if group.looker == view.seat and not group.shown)


def last_look(view: View) -> int:
    """The level of the last look before all groups lie open."""
    return bid_of(view).first + len(view.talon) - 1


def worth_of_taking(view: View, taken: Cards, level: float) -> float:
    """The expected game points after some cards are taken at a level, with the best discard."""
    kind, measure = bid_of(view).kind, measure_of(view)
    hand = view.hand | taken
    discard = best_discard(hand, hand - KINGS - TAROCKS, kind.takes, measure.weights)
    if len(discard) < kind.takes:
        discard |= bits(sorted(hand & TAROCKS - TRULL)[: kind.takes - len(discard)])
    left = union(group.cards for group in view.talon) - taken
    king = view.open.called_card
    alone = view.open.seats == 3 or king is None or king in hand | left
    behind = king is not None and king in left
    # The cards left in the talon may be better than the average ones, which are allowed for.
    sign = -1.0 if view.open.options.get("untaken_talon_to") == "opponents" else 1.0
    promised = (
        played_points(view, hand - discard, discard, alone=alone)
        + sign * measure.known * sum(points(each) - USUAL for each in left)
        - sum(VALUE[each] for each in left if each == king)
    )
    chance = measure.chance(promised)
    extra = (1.0 - chance) * ALONE_AT_RISK * price(kind, level) + ALONE_PAYS if alone and king else 0.0
    return worth(kind, chance, level) - LEFT_BEHIND * behind - extra


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
    unseen = (variant_of(view).pack - seen).sorted
    step = max(1, len(unseen) // TRIED)
    apart = len(unseen) // number
    return [
        bits(unseen[(start + each * apart) % len(unseen)] for each in range(number))
        for start in range(0, len(unseen), step)
    ]


def lay(view: View) -> Action:
    return next_discard(view, bid_of(view).kind.takes, measure_of(view).weights)


def why_laid(view: View, action: Action) -> Cause:
    return why_discarded(view, action, bid_of(view).kind.takes, measure_of(view).weights)


WORTH_ANNOUNCING = 0.6
"""The chance at which a pagat is announced: more than even, because of contras."""
BRINGS_TRULL_HOME = 6
"""The number of tarocks with which a hand that has the whole trull hardly ever loses it."""
KEEPS_KING = 20
"""The length of tarocks that mostly keeps the called king for the last trick."""
DOUBLES_PAGAT = 4
"""A defender doubles the pagat with tarocks this much longer than a declarer's at which it is hopeless."""
MARGIN = 0.05
"""How far the chance must exceed the even chance for a contra, because of recontras."""
ALONE_LOSES = 0.35
"""How much likelier a declarer loses who is known to be alone."""
REDOUBLES = 0.9
"""The declarer's chance to win at which a contra is redoubled."""


def state(view: View) -> Action:
    """The first declaration, announcement or doubling the hand is good for, else the end of the turn."""
    return next((action for action in view.actions if dares(view, action)), DONE)


def dares(view: View, action: Action) -> bool:
    """Whether the hand is good for a statement. Numbers of tarocks are paid in any case: always declared."""
    what = action.argument
    if action.verb == "kontra":
        item = view.open.item_written(action.argument)
        return doubles_game(view, item) if item.id == GAME else doubles_bonus(view, item)
    if what == PAGAT_ULT:
        return measure_of(view).pagat.chance(view.hand) >= WORTH_ANNOUNCING
    if what == TRULA:
        return view.hand >= TRULL and len(view.hand & TAROCKS) >= BRINGS_TRULL_HOME
    if what == KING_ULT:
        return view.open.called_card in view.hand and length(view.hand) >= KEEPS_KING
    return what in variant_of(view).counts or (what == VALAT and unbeatable(infer(view)))


def doubles_bonus(view: View, item: Item) -> bool:
    """Whether to double a bonus of the other side: one that must fail, or a pagat; it is no recontra."""
    if item.doublings:
        return False
    if item.id in NEEDS and NEEDS[item.id] in view.hand:
        return True
    return item.id == PAGAT_ULT and length(view.hand) >= measure_of(view).pagat.hopeless + DOUBLES_PAGAT


def doubles_game(view: View, item: Item) -> bool:
    if view.side == Side.DECLARER:
        if item.doublings != 1 or view.seat != view.open.declarer:
            return False
        return winning(view) >= REDOUBLES
    return item.doublings == 0 and failing(view) >= even_chance(view) + MARGIN


def winning(view: View) -> float:
    """The declarer's chance to win, after the exchange."""
    alone = view.open.called_card in view.hand
    return measure_of(view).chance(played_points(view, view.hand, view.discards, alone=alone))


def failing(view: View) -> float:
    """The chance that the declarer loses, as a defender judges it."""
    return min(1.0, measure_of(view).defence(view.hand) + ALONE_LOSES * called_in_vain(view))


def why_stated(view: View, action: Action) -> Cause | None:
    what = action.argument
    if action == DONE:
        return silent(view, (why_not(view, each) for each in view.actions))
    if action.verb == "kontra":
        return why_doubled(view, view.open.item_written(what))
    if what == PAGAT_ULT:
        return likely(view, measure_of(view).pagat.chance(view.hand))
    if what in variant_of(view).counts:
        return PAYS
    if what == TRULA:
        return trull(view)
    return UNBEATABLE if what == VALAT else long(view)


def why_doubled(view: View, item: Item) -> Cause:
    if item.id == GAME and view.side == Side.DECLARER:
        return Cause("safe", {"percent": percent(winning(view)), "needed": percent(REDOUBLES)})
    if item.id == GAME:
        needed = percent(even_chance(view) + MARGIN)
        return Cause("loses", {"percent": percent(failing(view)), "needed": needed})
    needs = NEEDS.get(item.id)
    return holds(ALONE[needs]) if needs is not None and needs in view.hand else outlasts(view)


def why_not(view: View, action: Action) -> Cause | None:
    """What a hand lacks for the pagat, or for doubling the game."""
    if action.argument == PAGAT_ULT and PAGAT in view.hand:
        return unlikely(view, PAGAT_ULT, measure_of(view).pagat.chance(view.hand), WORTH_ANNOUNCING)
    if action.verb != "kontra" or view.open.item_written(action.argument).id != GAME:
        return None
    if view.side == Side.DECLARER and view.seat == view.open.declarer:
        return Cause("not_safe", {"percent": percent(winning(view)), "needed": percent(REDOUBLES)})
    if view.side == Side.DECLARER:
        return None
    needed = percent(even_chance(view) + MARGIN)
    return Cause("not_losing", {"percent": percent(failing(view)), "needed": needed})


def even_chance(view: View) -> float:
    """The chance of a lost game at which a contra gains as much as it costs.

    In a doubled game the level counts for the winner too: the deeper the declarer went, the higher it is.
    """
    kind = bid_of(view).kind
    depth = view.open.fact(Walk)
    loss = price(kind, depth.level if depth else 0)
    return (2 * loss - kind.won) / (3 * loss - kind.won)


BLUFF = 0.1
"""How rarely the declarer announces a pagat ultimo without the pagat."""


def clues(inference: Inference) -> Iterator[Clues]:
    """Yield what a seat knows; a declarer who announced pagat ultimo probably has the pagat."""
    public, king = inference.public, inference.public.called_card
    held = {item.seat: ALONE[king] for item in public.items if king is not None and item.id == KING_ULT}
    known = Clues(
        called=king,
        # Tarocks are discarded face up (8.3).
        discardable=inference.pack - PROTECTED - TAROCKS,
        held={seat: cards for seat, cards in held.items() if seat is not None},
        counts=tuple(declared(inference)),
    )
    if public.item(PAGAT_ULT) is None or public.declarer is None or PAGAT not in inference.unseen:
        yield known
        return
    yield replace(known, weight=BLUFF)
    pagat = known.held.get(public.declarer, NO_CARDS).plus(PAGAT)
    yield replace(known, held={**known.held, public.declarer: pagat})


def declared(inference: Inference) -> Iterator[Count]:
    """Yield the numbers of tarocks that seats have declared, except the highest if it includes more."""
    variant = variant_of(inference.view)
    numbers = {name: variant.fewest + more for more, name in enumerate(variant.counts)}
    if variant.open_ended:
        del numbers[variant.counts[-1]]
    for item in inference.public.items:
        if item.id in numbers and item.seat is not None:
            yield Count(HAND, item.seat, TAROCKS, numbers[item.id])


def _computer(simulation: Simulation, likelihoods: str, smooth: float) -> Computer:
    return Computer(
        simulation,
        {
            "auction": Judgement.on("pass annul", call, why_called),
            "calling": Judgement.on("call", name_king, why_named),
            "talon": Judgement.on("take", take, why_taken),
            "discard": Judgement.on("lay", lay, why_laid),
            "announcing": Judgement.on("announce kontra done", state, why_stated),
            "play": Judgement.on("play", play),
        },
        infer,
        clues,
        Path(__file__).with_name(likelihoods),
        lambda view: not view.open.contract,  # all have passed, and avoid tricks
        smooth,
        margins=DECIDED,
    )


TAROK_COMPUTER = _computer(TAROK_SIMULATION, "likelihoods_tarok.json", 2.5)
TAPER_COMPUTER = _computer(TAPER_SIMULATION, "likelihoods_taper.json", 0.4)
