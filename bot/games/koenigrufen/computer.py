"""The computer player of Königrufen."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from bot.computers.card_play import best_card, unbeatable, usual_plan
from bot.computers.causes import (
    UNBEATABLE,
    Cause,
    enough,
    holds,
    likely,
    long,
    no_kontra,
    outlasts,
    percent,
    silent,
    tenths,
    trull,
    unlikely,
)
from bot.computers.computer import DECIDED, Computer, Judgement
from bot.computers.hand_evaluation import (
    AS_PLAYED,
    QUEENS,
    LateTrick,
    Weights,
    best_half,
    length,
    next_discard,
    strength,
    why_discarded,
    why_half,
)
from bot.computers.inference import (
    NO_FRIENDS,
    Inference,
    above,
    called_in_vain,
    own_cards,
    shortest_king,
    why_shortest,
    with_partner,
)
from bot.computers.misere import danger, forcing, likeliest, with_points, with_tricks
from bot.computers.sampling import Clues, of_the_declarer
from bot.games.koenigrufen import SIMULATION
from bot.games.koenigrufen.values import (
    ANNOUNCED,
    BESSERRUFER,
    BIRD_CARDS,
    BIRDS,
    KING_ULTIMO,
    REMAINING,
    TRULL_ID,
    VALAT,
    contract_of,
)
from bot.rules.announcing import DONE, GAME, announce
from bot.rules.cards import (
    ALONE,
    KINGS,
    MOND,
    NO_CARDS,
    PACK_54,
    PAGAT,
    PROTECTED,
    SKUS,
    SUIT,
    SUITS,
    TAROCK,
    TAROCKS,
    Card,
    Cards,
    union,
)
from bot.rules.exchange import SURRENDER
from bot.rules.layout import Seat, Side
from bot.rules.moves import DECLINE, Action
from bot.rules.state import Item
from bot.rules.view import View

DEALT = Weights(
    tarock=1.9, skus=5.0, mond=4.8, pagat=0.4, high=0.9, king=3.4, void=1.8, singleton=0.6, queen_alone=0.6
)
"""What the features of twelve cards add to the declarer's card points, in any contract for points."""
LINES: Mapping[str, tuple[float, float]] = {
    "pagat": (15.2, 0.15),
    "uhu": (14.5, 0.11),
    "kakadu": (13.5, 0.09),
}
"""For each bird the length of tarocks at which it is hopeless, and the chance gained with each point more."""
STAKES = {bird.id: ANNOUNCED * bird.value for bird in BIRDS}
BIRD_ODDS = {bird.id: LateTrick(bird.card, *LINES[bird.id]) for bird in BIRDS}
DANGER_OF_ONE = 1.28
"""The danger of hands that win exactly one trick most often."""
UNFIT = 1.0
"""What is taken off hands with other numbers of tarocks and kings than those that mostly win one trick."""


def bird_prospect(bird: str, hand: Cards) -> float:
    """The game points expected from announcing a bird."""
    return STAKES[bird] * (2.0 * BIRD_ODDS[bird].chance(hand) - 1.0)


def for_points(hand: Cards) -> float:
    """How good a hand is for contracts in which tarocks are trumps."""
    return strength(hand, DEALT)


def for_suits(hand: Cards) -> float:
    """How good a hand is for contracts without trumps: the expected card points of a lone declarer."""
    suits = [hand & SUIT[suit] for suit in SUITS]
    both = sum(bool(suit & KINGS) and bool(suit & QUEENS) for suit in suits)
    long = sum(len(suit) ** 2 for suit in suits)
    top = len(hand & Cards.of((SKUS, MOND)))
    return 5.5 * len(hand & KINGS) + 3.0 * len(hand & QUEENS) + 3.0 * both + 0.3 * long + 4.5 * top


def for_one_trick(hand: Cards) -> float:
    """How good a hand is for winning exactly one trick, at best 0.0.

    Safer hands win none as easily as others win two. Of hands without two or three tarocks, or with several
    kings, no more than half win one.
    """
    fits = len(hand & TAROCKS) in {2, 3} and len(hand & KINGS) <= 1
    return -abs(danger(hand, PACK_54 - hand) - DANGER_OF_ONE) - UNFIT * (not fits)


def play(view: View) -> Action:
    """The card of the highest value: in card points, or in tricks that the right player must win."""
    inference, contract = infer(view), contract_of(view)
    if not contract.negative:
        chosen = best_card(inference, usual_plan(inference))
    elif contract.each:
        chosen = likeliest(inference, with_points(inference))
    elif contract.tricks is not None and view.seat == view.open.declarer:
        chosen = likeliest(inference, with_tricks(inference, contract.tricks))
    else:
        assert view.open.declarer is not None, "a contract that is played has a declarer"
        chosen = likeliest(inference, forcing(inference, view.open.declarer))
    return Action("play", str(chosen))


def infer(view: View) -> Inference:
    if not view.open.contract:
        return Inference(view, PACK_54, NO_FRIENDS)
    contract = contract_of(view)
    plain = Inference(view, PACK_54, NO_FRIENDS, trumps=contract.tarocks_trump)
    return plain if contract.each else with_partner(plain, called_king(view), own_cards(view))


def called_king(view: View) -> Card | None:
    """The called king; if it is the remaining one, only if a seat can tell it from its own cards."""
    if view.open.called != REMAINING:
        return view.open.called_card
    kings = own_cards(view) & KINGS
    mine = view.seat == view.open.declarer
    if mine and len(kings) < len(KINGS):
        return next(iter(KINGS - kings))
    return next(iter(kings), None) if view.side == Side.DECLARER and not mine else None


CAUTION = 0.3
"""The share of the stake that is kept in reserve."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a contract is worth with a hand: a line fitted to deals in which it was played."""

    limit: float
    """The quality of a hand at which the declarer breaks even."""
    slope: float
    """Game points gained for each additional point of quality."""
    most: float
    """Game points gained with the best hands."""
    stake: float
    """Game points that can be lost."""

    def worth(self, quality: float) -> float:
        """Expected game points with a hand of some quality, less a reserve for the risk."""
        return min(self.most, self.slope * (quality - self.limit)) - CAUTION * self.stake


FOR_POINTS: Mapping[str, Prospect] = {
    "rufer": Prospect(14.5, 2.2, 35, 10),
    "sechserdreier": Prospect(19.9, 13.0, 110, 120),
    "solorufer": Prospect(24.8, 4.0, 25, 20),
    "besserrufer": Prospect(14.0, 2.6, 40, 20),
    "dreier": Prospect(20.6, 18.0, 150, 120),
    "solodreier": Prospect(32.3, 70.0, 300, 300),
}
FOR_SUITS: Mapping[str, Prospect] = {"farbensolo": Prospect(37.5, 15.0, 150, 150)}
FOR_FEW_TRICKS: Mapping[str, Prospect] = {
    "trischaken": Prospect(-2.0, 26, 20, 50),
    "bettel": Prospect(-0.95, 400, 80, 90),
    "bettel_ouvert": Prospect(-0.8, 600, 140, 240),
}
FOR_ONE_TRICK: Mapping[str, Prospect] = {
    "piccolo": Prospect(-0.18, 150, 15, 30),
    # Never bid: defenders who see the hand beat even the best ones every other time (benchmarks/README.md).
    "piccolo_ouvert": Prospect(0.0, 150, 0, 180),
}
REDEAL = Action("redeal")


def prospects(hand: Cards) -> dict[str, float]:
    """Expected game points of each contract with a hand, less a reserve for its risk."""
    judged = (
        (FOR_POINTS, for_points(hand)),
        (FOR_SUITS, for_suits(hand)),
        (FOR_FEW_TRICKS, -danger(hand, PACK_54 - hand)),
        (FOR_ONE_TRICK, for_one_trick(hand)),
    )
    found = {contract: each.worth(quality) for table, quality in judged for contract, each in table.items()}
    found[BESSERRUFER] += max(bird_prospect(bird, hand) for bird in BIRD_ODDS)
    return found


def call(view: View) -> Action:
    """The bid or hold with the highest prospect; a pass if none is positive."""
    worth = {"": 0.0, **prospects(view.hand)}
    return max(view.actions, key=lambda action: worth[view.open.contract_of_call(action)])


def answer(view: View) -> Action:
    """A hand without king and tarock is kept if it is good for bettel, else it is dealt again."""
    return DECLINE if prospects(view.hand)["bettel"] > 0.0 else REDEAL


def why_called(view: View, action: Action) -> Cause | None:
    """What a contract promises; of a pass, what the best one that could be bid promises."""
    worth, contract_of_call = prospects(view.hand), view.open.contract_of_call
    contract = contract_of_call(action)
    if contract:
        low = contract in (*FOR_FEW_TRICKS, *FOR_ONE_TRICK)
        hand: Mapping[str, Cards] = {} if low else {"hand": view.hand}
        return Cause("gains_low" if low else "gains", {**hand, "gain": tenths(worth[contract])})
    bids = [contract_of_call(each) for each in view.actions if contract_of_call(each)]
    best = max(bids, key=worth.__getitem__, default=None)
    return (best and Cause("no_gain", {"hand": view.hand, "bid": best, "gain": tenths(worth[best])})) or None


def why_answered(view: View, action: Action) -> Cause:
    gain = tenths(prospects(view.hand)["bettel"])
    return Cause("redeal") if action == REDEAL else Cause("keeps", {"bid": "bettel", "gain": gain})


PLAYED = replace(AS_PLAYED, void=6.0, singleton=0.0)
"""For a hand as it is played, without the discard."""
SURRENDERS = 15.0
"""A declarer whose called king lies in the talon gives up with a weaker hand than this."""


def name_king(view: View) -> Action:
    """The king of the suit in which the hand is shortest; with three kings the remaining one."""
    remaining = Action("call", REMAINING)
    if remaining in view.actions:
        return remaining
    return Action("call", shortest_king(view.hand))


def take(view: View) -> Action:
    """The half that makes the hand strongest; or giving up, if the called king lies in the talon."""
    if SURRENDER in view.actions and for_points(view.hand) < SURRENDERS:
        return SURRENDER
    return best_half(view, PLAYED, denied(view))


def denied(view: View) -> float:
    """The share of a card point that the other side gets from the half that is not taken."""
    return float(view.open.options.get("untaken_half_owner") == "opponents")


def lay(view: View) -> Action:
    return next_discard(view, contract_of(view).exchange, PLAYED)


def why_named(view: View, action: Action) -> Cause:
    return Cause("call_remaining") if action.argument == REMAINING else why_shortest(view.hand, action)


def why_taken(view: View, action: Action) -> Cause | None:
    if action == SURRENDER:
        return Cause("surrender", {"points": tenths(for_points(view.hand)), "needed": SURRENDERS})
    return why_half(view, action, PLAYED)


def why_laid(view: View, action: Action) -> Cause:
    return why_discarded(view, action, contract_of(view).exchange, PLAYED)


DOUBLES: Mapping[str, float] = {
    "rufer": 29.0,
    "besserrufer": 29.0,
    "sechserdreier": 31.0,
    "dreier": 28.0,
    "solorufer": 24.0,
    "solodreier": 25.0,
}
"""How good a hand must be to double the contract of the other side."""
AGAINST_ONE = 10.0
"""How much weaker the hand may be if the declarer called a king and is alone."""
REDOUBLES: Mapping[str, float] = {
    "rufer": 30.0,
    "besserrufer": 30.0,
    "solorufer": 33.0,
    "sechserdreier": 32.0,
    "dreier": 32.0,
    "solodreier": 40.0,
}
"""How good a hand of the declarer's side must be for rekontra."""
WORTH_ANNOUNCING = 0.7
"""The chance at which a bird is announced: it pays twice as much as a silent one, but may be lost."""
DEFENDER_SPARES = 2
"""How much longer a defender's tarocks must be than the declarer's for the same bird."""
DOUBLES_BIRDS = 17
"""The length of tarocks that mostly outlasts a bird of the other side."""
HIGHEST_TWO = Cards.of((SKUS, MOND))
HINDERS = {TRULL_ID: HIGHEST_TWO, **{bird.id: Cards.of((bird.card,)) for bird in BIRDS}}
"""The cards with which a hand of the other side mostly or always makes an announcement fail."""
KEEPS_PAGAT = 14
"""The length with which the declarer's side mostly wins Sküs, XXI and pagat if it holds all three."""
TAKES_PAGAT = 23
"""The length with which Sküs and XXI mostly win the pagat of another hand, too."""
KEEPS_KING = 20
"""The length of tarocks that mostly keeps the called king for the last trick."""


def state(view: View) -> Action:
    """The first announcement or doubling the hand is good for, else the end of the turn."""
    dared = next((action for action in view.actions if dares(view, action)), DONE)
    return dared if dared in view.actions else least_bird(view)


def least_bird(view: View) -> Action:
    """The bird to announce if one must be announced: the most promising."""
    birds = [action for action in view.actions if action.argument in BIRD_ODDS]
    return max(birds, key=lambda bird: bird_prospect(bird.argument, view.hand)) if birds else view.actions[0]


def dares(view: View, action: Action) -> bool:
    if action.verb == "kontra":
        item = view.open.item_written(action.argument)
        return dares_game(view, item) if item.id == GAME else dares_bonus(view, item)
    if action == announce(VALAT):
        return unbeatable(infer(view))
    if action == announce(TRULL_ID):
        enough = KEEPS_PAGAT if PAGAT in view.hand else TAKES_PAGAT
        return view.side == Side.DECLARER and view.hand >= HIGHEST_TWO and length(view.hand) >= enough
    if action == announce(KING_ULTIMO):
        king = called_king(view)
        return king in view.hand and PAGAT not in view.hand and length(view.hand) >= KEEPS_KING
    return action.argument in BIRD_ODDS and chance_of(view, action.argument) >= WORTH_ANNOUNCING


def chance_of(view: View, bird: str) -> float:
    """The chance that a bird of the own hand succeeds."""
    spare = 0 if view.side == Side.DECLARER else DEFENDER_SPARES
    return BIRD_ODDS[bird].chance(view.hand, spare)


def dares_bonus(view: View, item: Item) -> bool:
    """Whether to double an announcement of the other side; it is never redoubled."""
    if item.doublings:
        return False
    long = item.id in BIRD_ODDS and length(view.hand) >= DOUBLES_BIRDS
    return long or bool(view.hand & HINDERS.get(item.id, NO_CARDS))


def dares_game(view: View, item: Item) -> bool:
    """Whether the hand is good for the next doubling of the contract."""
    return quality(view) >= needed_to_double(view, item)


def quality(view: View) -> float:
    """How good the hand is with its discard, in contracts in which tarocks are trumps."""
    return for_points(view.hand | view.discards)


NEVER = 99.0
"""How good a hand must be to double where none is good enough."""


def needed_to_double(view: View, item: Item) -> float:
    """How good a hand must be for the next doubling of the contract."""
    contract = view.open.contract
    if view.side == Side.DECLARER:
        return REDOUBLES.get(contract, NEVER) if item.doublings == 1 else NEVER
    if item.doublings:
        return NEVER
    return DOUBLES.get(contract, NEVER) - AGAINST_ONE * called_in_vain(view)


def why_stated(view: View, action: Action) -> Cause | None:
    if action == DONE:
        return why_silent(view)
    if action.verb == "kontra":
        item = view.open.item_written(action.argument)
        if item.id == GAME:
            return enough(view.hand | view.discards, quality(view), needed_to_double(view, item))
        hindering = view.hand & HINDERS.get(item.id, NO_CARDS)
        return holds(hindering) if hindering else outlasts(view)
    if action == announce(VALAT):
        return UNBEATABLE
    if action.argument in BIRD_ODDS:
        chance = chance_of(view, action.argument)
        owed = Cause("owed", {"percent": percent(chance)})
        return likely(view, chance) if chance >= WORTH_ANNOUNCING else owed
    return trull(view) if action == announce(TRULL_ID) else long(view)


def why_silent(view: View) -> Cause:
    """What the hand lacks for the likeliest bird that it holds, or for doubling the game."""
    held = [each.argument for each in view.actions if each.argument in BIRD_ODDS]
    held = [bird for bird in held if BIRD_ODDS[bird].card in view.hand]
    birds = sorted(held, key=lambda bird: chance_of(view, bird), reverse=True)
    causes = [unlikely(view, bird, chance_of(view, bird), WORTH_ANNOUNCING) for bird in birds[:1]]
    return silent(view, (*causes, *(why_not_doubled(view, each) for each in view.actions)))


def why_not_doubled(view: View, action: Action) -> Cause | None:
    item = view.open.item_written(action.argument) if action.verb == "kontra" else None
    needed = needed_to_double(view, item) if item is not None and item.id == GAME else NEVER
    judged = needed < NEVER - AGAINST_ONE
    return no_kontra(view.hand | view.discards, quality(view), needed) if judged else None


def clues(inference: Inference) -> Iterator[Clues]:
    """Yield what a seat knows, once for each king that may be the remaining one."""
    for each in calls(inference):
        known = replace(each, held=announced(inference, each), lacked={**unbeaten(inference), **each.lacked})
        yield from of_the_declarer(inference, known, PROTECTED)


def calls(inference: Inference) -> Iterator[Clues]:
    """Yield the called kings that are possible; of the remaining king, the declarer had the other three."""
    public, king = inference.public, called_king(inference.view)
    declarer = public.declarer
    if public.called != REMAINING or declarer in {None, inference.seat}:
        yield Clues(called=king)
        return
    out, exposed = KINGS & inference.unseen, KINGS & union(group.cards for group in public.talon)
    if king is not None or exposed or KINGS - out - public.played_by(declarer):
        yield Clues(called=king, held={declarer: out})
        return
    for each in out:
        yield Clues(called=each, held={declarer: out.minus(each)}, lacked={declarer: ALONE[each]})


def announced(inference: Inference, called: Clues) -> dict[Seat, Cards]:
    """Return the cards that seats have by what they announced, if it requires the card in the hand."""
    public, held = inference.public, dict(called.held)
    options = public.options
    if options.get("announce_requires_card") is False:
        return held
    birds = {bird.id: ALONE[bird.card] for bird in BIRDS}
    if called.called is not None and not options.get("king_ultimo_by_declarer"):
        birds[KING_ULTIMO] = ALONE[called.called]
    for item in public.items:
        # A besserrufer's declarer must announce a bird even without its card (8.3).
        free = item.seat == public.declarer and public.contract == BESSERRUFER
        if item.seat is not None and item.id in birds and not free:
            held[item.seat] = held.get(item.seat, NO_CARDS) | birds[item.id]
    return held


def unbeaten(inference: Inference) -> dict[Seat, Cards]:
    """Return the cards that seats lack because they did not win a trick that they had to win if possible."""
    contract = inference.public.contract
    if (
        not contract
        or not contract_of(inference.view).negative
        or inference.public.options.get("kaiserstich")
    ):
        return {}
    lacked = dict.fromkeys(range(inference.public.seats), NO_CARDS)
    for plays in inference.plays:
        for number, (seat, card) in enumerate(plays[1:], 1):
            best = inference.best(plays[:number]).card
            if card < best and card.suit in {best.suit, TAROCK}:
                lacked[seat] |= above(best)
    return lacked


COMPUTER = Computer(
    SIMULATION,
    {
        "offer": Judgement.on("redeal", answer, why_answered),
        "auction": Judgement.on("pass", call, why_called),
        "choice": Judgement.on("bid", call, why_called),
        "calling": Judgement.on("call", name_king, why_named),
        "talon": Judgement.on("take", take, why_taken),
        "discard": Judgement.on("lay", lay, why_laid),
        "announcing": Judgement.on("announce kontra done", state, why_stated),
        "play": Judgement.on("play", play),
    },
    infer,
    clues,
    Path(__file__).with_name("likelihoods.json"),
    lambda view: contract_of(view).negative,
    smooth=8.0,
    margins=DECIDED,
    special=BIRD_CARDS,
)
