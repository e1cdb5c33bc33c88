"""Illustrated Tarokk deals, auctions and score sheets in short notation."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import TypedDict, Unpack

from bot.games.illustrated_tarokk import ILLUSTRATED_TAROKK
from bot.games.illustrated_tarokk.scores import account, score
from bot.games.illustrated_tarokk.values import LADDER
from bot.rules.announcing import GAME
from bot.rules.cards import PACK_42, VALUE, Card, Cards, card
from bot.rules.deal import Deal
from bot.rules.facts import Invitation
from bot.rules.layout import Layout, Seat, Side
from bot.rules.moves import Action
from bot.rules.results import Result
from bot.rules.state import Board, Item
from bot.rules.tricks import Play, Trick
from tests.notation import act, cards, layout, legal, until, with_hidden, with_open

NAMES = "ABCDE"
CALLS = {"-": "pass", "H": "hold", **dict(zip("321S", (f"bid {name}" for name in LADDER), strict=True))}
HANDS = (
    "T22 T15 T14 T13 T12 SK SQ HQ DQ",
    "T21 T11 T10 T9 T8 HK HC DC CQ",
    "T20 T7 T6 T5 T4 DK HJ DJ CC",
    "T19 T18 T17 T16 T3 T2 T1 CK SC",
)
"""Four hands that discard what they draw: A has the skíz, B the XXI, C the XX, D the pagát."""
TALON = "S10 C10 H1 D1 SJ CJ"


def calls(text: str) -> str:
    """The moves of an auction in the notation of 4.8: `A3 B2 C- D- AH`."""
    return "; ".join(f"{NAMES.index(each[0])} {CALLS[each[1]]}" for each in text.split())


def dealt(
    *hands: str,
    talon: str = TALON,
    dealer: Seat = 3,
    seats: int = 4,
    windows: tuple[int, ...] = (),
    hat: Seat | None = None,
    options: Mapping[str, object] | None = None,
) -> Deal:
    cards = layout(
        ILLUSTRATED_TAROKK,
        *(hands or HANDS),
        talon=talon,
        dealer=dealer if seats == 4 else 4,
        options=options,
        seats=seats,
    )
    return Deal.start(ILLUSTRATED_TAROKK, replace(cards, session={"windows": list(windows), "hat": hat}))


def auction(text: str, *hands: str, talon: str = TALON, options: Mapping[str, object] | None = None) -> Deal:
    """A deal with these hands after an auction in the notation of 4.8."""
    return act(dealt(*hands, talon=talon, options=options), calls(text))


def keep(deal: Deal, seat: Seat) -> Action:
    """A passive choice: discard a drawn card, end the turn, or call the first possible card."""
    actions = deal.actions(seat)
    talon = [f"lay {each}" for each in deal.layout.talon]
    wanted = (each for each in actions if str(each) in talon or each.verb in ("pass", "done", "decline"))
    called = (each for each in actions if each.verb == "call")
    return next(wanted, None) or next(called, actions[0])


def to_call(deal: Deal) -> Deal:
    """The deal when the declarer must call; every seat has discarded what it drew."""
    return until(deal, "announcing", keep)


def turns(text: str) -> str:
    """The moves of turns of announcing: `A call T20, trull / B kontra game / C -`."""
    moves = []
    for turn in text.split(" / "):
        seat = NAMES.index(turn[0])
        for said in turn[2:].split(", "):
            verb = "" if said.startswith(("call ", "kontra ")) else "announce "
            moves += [f"{seat} {verb}{said}"] if said != "-" else []
        moves.append(f"{seat} done")
    return "; ".join(moves)


def announcing(
    said: str = "",
    *hands: str,
    bids: str = "AS",
    talon: str = TALON,
    seats: int = 4,
    called: str = "",
    options: Mapping[str, object] | None = None,
) -> Deal:
    """The announcements of a deal, by default of a solo of A, who makes the first possible call.

    `said` holds turns in the notation of `turns`, without the call of the first turn.
    """
    deal = to_call(act(dealt(*hands, talon=talon, seats=seats, options=options), calls(bids)))
    declarer = deal.seats()[0]
    call = called or next(each.argument for each in deal.actions(declarer) if each.verb == "call")
    deal = act(deal, f"{declarer} call {call}")
    return act(deal, turns(said)) if said else deal


# Score sheets


def sheet(result: Result, windows: int = 0) -> str:
    """The lines of a score sheet: rules, and game points for the declarer's side; personal ones unchanged."""
    texts = []
    for line in result.lines:
        points = line.points >> windows
        own = line.item in ("eight_tarokks", "nine_tarokks")
        texts.append(f"{line.rule.removeprefix('illustrated_tarokk ')} "
                     f"{points if own or line.side == 'declarer' else -points:+}")  # fmt: skip
    return ", ".join(texts)


def items(text: str) -> tuple[Item, ...]:
    """The game and announcements: `game x2, trull@B, king_ultimo:S@B x4`."""
    found = {GAME: Item(GAME)}
    for each in filter(None, text.split(", ")):
        name, _, factor = each.partition(" x")
        bonus, _, seat = name.partition("@")
        doublings = (int(factor) if factor else 1).bit_length() - 1
        found[name] = Item(bonus, NAMES.index(seat) if seat else None, doublings)
    return tuple(found.values())


def shared(cards: list[Card], number: int, points: int) -> tuple[list[Card], list[Card]]:
    """A number of cards worth a number of card points, and the remaining cards."""
    by_value = {value: [each for each in cards if VALUE[each] == value] for value in range(1, 6)}
    for counts in product(*(range(len(by_value[value]) + 1) for value in (5, 4, 3, 2))):
        worth = sum(count * value for count, value in zip(counts, (5, 4, 3, 2), strict=True))
        ones = number - sum(counts)
        if 0 <= ones <= len(by_value[1]) and worth + ones == points:
            taken = [by_value[5 - place][:count] for place, count in enumerate((*counts, ones))]
            ours = [each for group in taken for each in group]
            return ours, [each for each in cards if each not in ours]
    raise AssertionError("no such cards")


def sides(text: str) -> tuple[str, Seat, Seat | None]:
    """Contract, declarer and partner of `two, B with D` or `one, A alone`."""
    contract, _, who = text.partition(", ")
    return contract, NAMES.index(who[0]), None if who.endswith("alone") else NAMES.index(who[-1])


def finished(
    game: str,
    points: int,
    said: str = "",
    *,
    won: str = "",
    falls: str = "",
    ours: str = "",
    theirs: str = "",
    windows: tuple[int, ...] = (),
    seats: int = 4,
    options: Mapping[str, object] | None = None,
) -> Board:
    """A constructed finished deal: contract, declarer, partner, card points of the declarer's side.

    `said` names doubled game and announcements, `won` the winners of the nine tricks, `falls` where certain
    cards were played (`T1 B9`: by B, to trick 9), `ours` and `theirs` what is among the tricks of each side.
    The rest is filled in so that the points come out: honours and kings apart, the pagát early.
    """
    contract, declarer, partner = sides(game)
    ally = declarer if partner is None else partner
    rival = next(seat for seat in range(4) if seat not in (declarer, partner))
    usual = "DAODADADO" if points > 64 else "DAODOAODO" if points > 30 else "DAOOOOOOO"
    seat_of = {"D": declarer, "A": ally, "O": rival}
    winners = [NAMES.index(each) for each in won] or [seat_of[each] for each in usual]
    table: list[dict[Seat, Card]] = [{} for _ in winners]
    apart = (
        ("T22", declarer, 1),
        ("SK", ally, 1),
        ("T1", ally, 2 if points > 30 else 3),
        ("T21", rival, 3),
        ("HK", declarer, 3),
    )
    named = f"{falls} {ours} {theirs}".replace(",", "").split()
    places = [f"{code} {NAMES[seat]}{trick}" for code, seat, trick in apart if code not in named]
    for place in filter(None, [*falls.split(", "), *places]):
        code, where = place.split()
        table[int(where[1]) - 1][NAMES.index(where[0])] = card(code)
    laid = [card(f"T{number}") for number in range(2, 8)]
    drawn = LADDER.index(contract)
    own = laid[: 3 - drawn]
    placed = [each for trick in table for each in trick.values()]
    free = [each for each in PACK_42 if each not in (*laid, *placed, *wanted(ours), *wanted(theirs))]
    good = [place for place, winner in enumerate(winners) if winner in (declarer, partner)]
    here = [each for place in good for each in table[place].values()] + wanted(ours)
    missing = points - sum(VALUE[each] for each in (*here, *own))
    mine, others = shared(free, 4 * len(good) - len(here), missing)
    spread(table, good, wanted(ours), mine)
    spread(table, [place for place in range(9) if place not in good], wanted(theirs), others)
    board = settled_board(table, winners, (declarer, partner, contract), own, items(said), windows, seats)
    return with_open(board, options=options or {})


def wanted(codes: str) -> list[Card]:
    return [card(code) for code in codes.split()]


def spread(table: list[dict[Seat, Card]], places: list[int], apart: list[Card], rest: list[Card]) -> None:
    """Some cards to a trick each; the rest wherever a seat has not played."""
    for number, each in enumerate(apart):
        trick = table[places[number % len(places)]]
        trick[next(seat for seat in range(4) if seat not in trick)] = each
    more = iter(rest)
    for place in places:
        table[place] |= {seat: next(more) for seat in range(4) if seat not in table[place]}


def settled_board(
    table: list[dict[Seat, Card]],
    winners: list[Seat],
    game: tuple[Seat, Seat | None, str],
    own: list[Card],
    said: tuple[Item, ...],
    windows: tuple[int, ...],
    seats: int,
) -> Board:
    """The board with these tricks; B, or A if B is declarer, has discarded what the declarer has not."""
    declarer, partner, contract = game
    other = 0 if declarer else 1
    away = [card(f"T{number}") for number in range(2, 8) if card(f"T{number}") not in own]
    discards = [Cards()] * seats
    discards[declarer], discards[other] = Cards.of(own), Cards.of(away)
    hands = [Cards.of(trick[seat] for trick in table) for seat in range(4)] + [Cards()] * (seats - 4)
    dealt = Layout(tuple(hands), (), seats - 1, {}, {"windows": list(windows), "hat": None})
    plays = [tuple(Play(seat, each) for seat, each in trick.items()) for trick in table]
    board = with_hidden(Board.of(dealt), hands=(Cards(),) * seats, discards=tuple(discards), partner=partner)
    done = tuple(map(Trick, plays, winners))
    return with_open(board, contract=contract, declarer=declarer, items=said, tricks=done)


def scored(board: Board) -> Result:
    result = score(board).board.open.result
    assert result is not None
    return result


def points(board: Board, side: Side) -> int:
    return account(board, side, {}).points


EVERYTHING = "T22 T20 T19 T18 H1 D1 S10 C10 SJ"
LETTERS = {name: letter for letter, name in CALLS.items()}


def with_everything(text: str = "", *hands: str, options: Mapping[str, object] | None = None) -> Deal:
    """An auction in which every seat holds all relevant cards, or the given hands.

    Hands may share cards, because the auction looks at each hand by itself.
    """
    held = tuple(Cards.of(hand) for hand in hands or (EVERYTHING,) * 4)
    talon = tuple(cards("DK DQ DC DJ HQ HC"))
    layout = Layout(held, talon, 3, options or {}, {"windows": [], "hat": None})
    return act(Deal.start(ILLUSTRATED_TAROKK, layout), calls(text))


def invitation(deal: Deal) -> Invitation | None:
    return deal.open.fact(Invitation)


def outcome(deal: Deal) -> str:
    """`B two; T20 of A`: declarer, contract, invitation. `""` during the auction."""
    board = deal.phase.board
    if deal.phase.name == "auction":
        return ""
    if board.open.declarer is None:
        return "void"
    played = f"{NAMES[board.open.declarer]} {board.open.contract}"
    if deal.result is not None:
        return f"{played}; trial"
    invited = invitation(deal)
    return f"{played}; {invited.card} of {NAMES[invited.seat]}" if invited else played


def options(deal: Deal) -> str:
    """The calls open to the seat whose turn it is, as letters."""
    return "".join(letter for letter in "-H321S" if CALLS[letter] in legal(deal))


def all_auctions(deal: Deal) -> Iterator[Deal]:
    if deal.phase.name != "auction":
        yield deal
        return
    for action in deal.actions(deal.seats()[0]):
        after = deal.act(deal.seats()[0], action)
        assert isinstance(after, Deal)
        yield from all_auctions(after)


KINGS = "SK HK DK CK"
TRULL = "T22 T21 T1"
PLAIN_GAME = "12.3.1 +1"
"""A three with 50 card points and nothing else."""


class Where(TypedDict, total=False):
    """Winners of the tricks, places of cards, and house rules: see `finished`."""

    won: str
    falls: str
    ours: str
    theirs: str
    options: Mapping[str, object]


def lines(points: int = 50, said: str = "", game: str = "three, A with C", **where: Unpack[Where]) -> str:
    """The score sheet of a deal, the plain game left out."""
    found = sheet(scored(finished(game, points, said, **where)))
    return found.removeprefix(PLAIN_GAME).removeprefix(", ")


def after(said: str, *hands: str, options: Mapping[str, object] | None = None) -> Deal:
    """A deal with these hands, one after the other, and some calls in the notation of the rules."""
    deal = dealt(*hands, talon="", options=options)
    return act(deal, calls(said)) if said else deal


def said(hand: str, *others: str, after: str = "") -> Deal:
    """The solo of a hand; the declarer has called, and some turns have been taken."""
    return announcing(after, hand, *others, talon="")


EIGHT = ("T22 T15 T14 T13 T12 T11 T10 T9 SQ", "T21 T8 HK HQ HC DC CQ SK DQ", HANDS[2], HANDS[3])
"""A has eight tarokks."""
NINE = (HANDS[0], "T21 T11 T10 T9 T8 T7 T6 T5 T4", "T20 HC DC CQ HK DK HJ DJ CC", HANDS[3])
"""B has nine."""
LONE = ("T22 T20 T14 T13 T12 SK SQ HQ DQ", "T21 T11 T10 T9 T8 T7 T6 T5 HK", "T15 HC DC CQ T4 DK HJ DJ CC")
"""A holds the XX, and B eight tarokks."""
WITH_XX = ("T22 T20 T19 T18 T12 SK SQ HQ DQ", HANDS[1], "T15 T7 T6 T5 T4 DK HJ DJ CC")
"""A holds the XX."""
TWO_POOR = ("T22 T20 T3 T4", "SK HK DK CK T2", "T21 SQ HQ DQ CQ SC HC DC CC", "T1")
"""B and C may annul."""


def says(deal: Deal, *items: str) -> list[bool]:
    """Whether statements are legal for the seat whose turn it is."""
    return [(each if " " in each else f"announce {each}") in legal(deal) for each in items]


def playing(after: str = "", *hands: str) -> Deal:
    """A solo of forehand at the start of the play, and some plays."""
    return act(until(announcing("", *(hands or HANDS)), "play", keep), after)
