"""Rules that several games have in common, each game with its own cards and numbers."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from bot.games import GAMES
from bot.rules.cards import (
    CARDS,
    KINGS,
    NO_CARDS,
    PACK_42,
    PACK_54,
    SUIT,
    TAROCKS,
    TRULL,
    VALUE,
    Cards,
    counted_in_threes,
    face_value,
)
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.layout import Seat
from bot.rules.moves import Action
from bot.rules.playing import Playing
from bot.rules.session import Session
from bot.rules.tricks import Play, winner
from tests.conformance.random_deals import random_layout
from tests.games.illustrated_tarokk.table import announcing
from tests.games.koenigrufen.table import bids, koenig
from tests.games.romanian.table import four, three, to_talk
from tests.games.royal_tarokk.table import royal
from tests.games.tapp_tarock.table import DREIER, tapp
from tests.notation import act, at, cards, choice, position, quiet, refused, result_of, until

PLAYS = {
    "tapp_tarock": until(tapp(after="0 pass; 1 pass; 2 bid solo"), "play"),
    "koenigrufen": until(koenig("SK", "HK", "DK", "CK", after=bids("solodreier", 1)), "play"),
    "illustrated_tarokk": until(announcing(bids="A- BS"), "play"),
    "romanian_tarok": until(to_talk(four(), declarer=1), "play"),
    "romanian_taper": until(to_talk(three(), declarer=1), "play"),
    "royal_tarokk": until(royal(), "play"),
}
"""A deal of each game before its first card; the declarer does not lead."""
EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
EVERY_PLAY = pytest.mark.parametrize("deal", PLAYS.values(), ids=PLAYS)


@pytest.mark.rule("tapp_tarock 1.1", "koenigrufen 1.1.1")
@pytest.mark.parametrize("name", ["tapp_tarock", "koenigrufen"])
def test_fifty_four_cards(name: str) -> None:
    assert GAMES[name].pack == PACK_54
    assert {suit: len(SUIT[suit]) for suit in "TSHDC"} == {"T": 22, "S": 8, "H": 8, "D": 8, "C": 8}
    assert {VALUE[each] for each in TAROCKS - TRULL} == {1}


@pytest.mark.rule("tapp_tarock 1.2", "koenigrufen 1.1.2")
@pytest.mark.parametrize(
    "ranking",
    [
        "SK SQ SC SJ S10 S9 S8 S7",
        "CK CQ CC CJ C10 C9 C8 C7",
        "HK HQ HC HJ H1 H2 H3 H4",
        "DK DQ DC DJ D1 D2 D3 D4",
        " ".join(f"T{number}" for number in range(22, 0, -1)),
    ],
)
def test_ranking(ranking: str) -> None:
    order = cards(ranking)
    assert set(order) == set(SUIT[order[0].suit])
    for higher, lower in pairwise(order):
        assert winner((Play(0, lower), Play(1, higher))).seat == 1


@pytest.mark.rule("tapp_tarock 1.3", "tapp_tarock 1.4", "koenigrufen 1.2", "koenigrufen 1.3.1")
@pytest.mark.rule("koenigrufen 1.3.4", "koenigrufen 19.1", "romanian_tarok 2.1")
@pytest.mark.parametrize(
    ("counters", "empty", "face", "points"),
    [
        ("SK HK DK CK T1 SQ HQ SC SJ HJ", 17, 57, 39),  # Tapp-Tarock C1, the declarer
        ("T22 T21 DQ CQ HC DC CC DJ CJ", 18, 49, 31),  # the defenders: all the rest
        ("SK HK DK CK SQ HQ SC SJ HJ DJ", 14, 51, 35),  # C2, the declarer of a solo
        ("T22 T21 T1 DQ CQ HC DC CC CJ", 21, 55, 35),  # the defenders
        ("SK HK DK SQ HQ SC HC SJ HJ", 25, 58, 35),  # Königrufen C1, the declarer's side
        ("CK T22 T21 T1 DQ CQ DC CC DJ CJ", 10, 48, 35),  # the others: all the rest
        ("SK HK DK SQ HQ DQ SC HC DC", 17, 53, 36),  # C2, the declarer's side
        ("CK T22 T21 T1 CQ CC SJ HJ DJ CJ", 18, 53, 34),  # the others
        ("SK HK DK T22 T21 SQ SC HC SJ", 15, 52, 36),  # C3, a solodreier's declarer
        ("CK T1 HQ DQ CQ DC CC HJ DJ CJ", 20, 54, 34),  # the others
        ("", 4, 4, 1),  # C4: a trick of empty cards
        ("SK HK DK T21", 0, 20, 17),  # C5
        ("SK T22 T1", 0, 15, 13),
        ("SQ SC", 1, 8, 6),
        ("DJ", 2, 4, 2),
        ("SK SJ T1", 0, 12, 10),
        ("HC", 1, 4, 3),
        ("HC", 0, 3, 2),
        *(("", number, number, points) for number, points in enumerate((0, 0, 1, 1))),
    ],
)
def test_counting_in_threes(counters: str, empty: int, face: int, points: int) -> None:
    blanks = [each for each in CARDS if VALUE[each] == 1]
    pile = Cards.of([*cards(counters), *blanks[:empty]])
    assert (face_value(pile), counted_in_threes(pile)) == (face, points)
    assert points == (3 * face - 2 * len(pile) + 1) // 3


@pytest.mark.rule("koenigrufen 1.3.2", "romanian_tarok 2.2")
@pytest.mark.parametrize(("pack", "face", "total"), [(PACK_54, 106, 70), (PACK_42, 94, 66)])
def test_two_piles_share_the_points_of_the_pack(pack: Cards, face: int, total: int) -> None:
    assert (face_value(pack), counted_in_threes(pack)) == (face, total)
    for number in range(len(pack) + 1):
        pile = Cards.of(pack.sorted[number:])
        assert counted_in_threes(pile) + counted_in_threes(pack - pile) == total


@pytest.mark.rule("tapp_tarock 2.2", "koenigrufen 2.3", "koenigrufen 2.4", "illustrated_tarokk 3.1")
@pytest.mark.rule("illustrated_tarokk 3.2", "romanian_tarok 4.1", "romanian_tarok 4.2", "romanian_tarok 4.3")
@pytest.mark.rule("royal_tarokk 4.2", "royal_tarokk 4.3")
@pytest.mark.parametrize(
    ("name", "seats", "dealer", "packets"),
    [
        ("tapp_tarock", 3, 1, "t6 c8 a8 b8 c8 a8 b8"),
        ("koenigrufen", 4, 1, "t6 c6 d6 a6 b6 c6 d6 a6 b6"),
        ("illustrated_tarokk", 4, 1, "t6 c5 d5 a5 b5 c4 d4 a4 b4"),
        ("illustrated_tarokk", 5, 3, "t6 e5 a5 b5 c5 e4 a4 b4 c4"),
        ("romanian_tarok", 4, 2, "t6 d6 a6 b6 c6 d6 a6 b6 c6"),
        ("romanian_taper", 3, 2, "t6 a6 b6 c6 a6 b6 c6"),
        ("royal_tarokk", 4, 0, "b3 a1 c2 d2 a2 b2 c2 d2 a2 b2 c2 d2 a2 b2 c2 d2 a2 b1 c2 d2 a1"),
    ],
)
def test_the_pack_is_dealt_from_the_top(name: str, seats: int, dealer: int, packets: str) -> None:
    """The talon `t` first, then packets to the seats `a` to `e`, from the dealer's right on."""
    game, deck = GAMES[name], GAMES[name].pack.sorted
    layout = game.lay_out(deck, dealer, seats)
    assert layout.talon == deck[: game.talon_size], "in the order of the pack"
    assert game.hand_sizes(dealer, seats) == tuple(map(len, layout.hands))
    owners = [next((seat for seat in range(seats) if each in layout.hands[seat]), -1) for each in deck]
    dealt = "".join("abcdet"[owner] for owner in owners)
    assert dealt == "".join(packet[0] * int(packet[1:]) for packet in packets.split())


def highest(deal: Deal, seat: Seat) -> Action:
    """The highest bid, and otherwise a passive choice."""
    bids = [action for action in deal.actions(seat) if action.verb == "bid"]
    return bids[-1] if bids else quiet(deal, seat)


@pytest.mark.rule("tapp_tarock 2.1", "tapp_tarock 17.1", "koenigrufen 2.2", "koenigrufen 20.1")
@pytest.mark.rule("romanian_tarok 3.2", "romanian_tarok 23.1", "royal_tarokk 3.2", "royal_tarokk 17.12")
@pytest.mark.parametrize(
    ("name", "dealers"),
    [
        ("tapp_tarock", [1, 2, 0, 1]),
        ("koenigrufen", [3, 0, 1, 2, 3]),
        ("romanian_tarok", [3, 0, 1, 2, 3]),
        ("romanian_taper", [1, 2, 0, 1]),
        ("royal_tarokk", [0, 2, 0]),
    ],
)
def test_the_deal_goes_round_and_forehand_is_next_to_the_dealer(name: str, dealers: list[Seat]) -> None:
    game = GAMES[name]
    seats = min(game.seats)
    session, deck = Session.first(game, {}, seats, dealers[0]), list(game.pack)
    Random(2).shuffle(deck)
    for dealer in dealers:
        deal = session.deal(deck)
        played = until(deal, "play", highest)
        assert deal.open.dealer == dealer
        assert played.seats() == (deal.open.forehand,)
        assert deal.open.forehand == ({0: 1, 2: 3}[dealer] if game.teams else (dealer + 1) % seats)
        session = session.after(result_of(until(played, "over")))
    assert set(dealers) == set(game.dealers(seats))


EXTRA = {"tapp_tarock": " T6-T9", "koenigrufen": ""}
"""What a hand of Tapp-Tarock has more."""
TAKING: dict[str, Callable[[str, str], Deal]] = {
    "tapp_tarock": lambda hand, talon: tapp(hand, talon=talon, after=f"{DREIER}; 0 take lower"),
    "koenigrufen": lambda hand, talon: koenig(hand, talon=talon, after=f"{bids('dreier')}; 0 take lower"),
}
THREE_TAKEN = pytest.mark.parametrize(("name", "rule"), [("tapp_tarock", "6.4"), ("koenigrufen", "7.3")])
SHORT = "SK HK DK CK T1 T21 T22 S7 T2-T5"
"""A hand with one suit card that may go."""


def taken(name: str, hand: str, lower: str) -> Deal:
    """Forehand's dreier with the lower half taken."""
    return TAKING[name](hand + EXTRA[name], lower)


@pytest.mark.rule("tapp_tarock 6.4", "koenigrufen 7.3")
@THREE_TAKEN
def test_kings_and_trull_are_never_discarded(name: str, rule: str) -> None:
    deal = taken(name, "SK HK DK CK T1 T21 T22 S7 S8 S9 T2 T3", "T12 H4 D4")
    assert choice(deal) == "S9 S8 S7 H4 D4"
    for each in KINGS | TRULL:
        assert refused(deal, f"0 lay {each}") == ("card_protected", f"{name} {rule}")


@pytest.mark.rule("tapp_tarock 6.4", "koenigrufen 7.3")
@THREE_TAKEN
def test_other_tarocks_are_discarded_only_when_suit_cards_run_short(name: str, rule: str) -> None:
    enough, few = taken(name, SHORT, "T10 H4 D4"), taken(name, SHORT, "T10 T11 H4")
    assert choice(enough) == "S7 H4 D4", "three suit cards: no tarock"
    assert refused(enough, "0 lay T2") == ("others_first", f"{name} {rule}")
    assert refused(enough, "0 lay CQ")[0] == "not_in_hand"
    tarocks = (few.view(0).hand & TAROCKS) - TRULL
    assert choice(few) == str(tarocks | Cards.of("S7 H4")), "two: one tarock makes up the number"


@pytest.mark.rule("tapp_tarock 17.2", "koenigrufen 20.6")
@THREE_TAKEN
def test_discards_may_be_made_in_any_order_that_can_be_completed(name: str, rule: str) -> None:
    deal = taken(name, SHORT, "T10 T11 H4")
    tarock_first = act(deal, "0 lay T11")
    assert choice(tarock_first) == "S7 H4", "one tarock was needed, and it has gone"
    assert refused(tarock_first, "0 lay T10") == ("others_first", f"{name} {rule}")
    assert choice(act(deal, "0 lay S7")).endswith(" T3 T2 H4")
    plenty = act(taken(name, "SK S7 S8 S9 T2-T5 T10-T13", "T20 T14 T15"), "0 lay S7; 0 lay S8")
    assert choice(plenty) == "S9", "suit cards are counted before the first discard"
    none = act(taken(name, "SK HK DK CK T2-T5 T10-T13", "T20 T14 T15"), "0 lay T20; 0 lay T2; 0 lay T4")
    assert none.phase.name == "announcing"


@pytest.mark.rule("tapp_tarock 8.1", "koenigrufen 9.1.2", "illustrated_tarokk 11.1.1", "romanian_tarok 10.1")
@pytest.mark.rule("illustrated_tarokk 11.1.6", "royal_tarokk 7.1")
@EVERY_PLAY
def test_forehand_leads_and_then_the_winner_of_each_trick(deal: Deal) -> None:
    order, over = (deal.open.forehand, *deal.open.following(deal.open.forehand)), until(deal, "over")
    tricks = over.open.tricks
    assert len(tricks) == deal.game.hand_size == sum(over.open.tricks_won)
    assert [trick.plays[0].seat for trick in tricks] == [order[0], *(trick.winner for trick in tricks[:-1])]
    for trick in tricks:
        first = order.index(trick.plays[0].seat)
        assert tuple(play.seat for play in trick.plays) == order[first:] + order[:first]
        assert trick.winner in order


@pytest.mark.rule("tapp_tarock 8.2", "koenigrufen 9.2.1", "koenigrufen 9.2.3", "illustrated_tarokk 11.1.2")
@pytest.mark.rule("illustrated_tarokk 11.1.3", "illustrated_tarokk 11.1.4", "romanian_tarok 10.2")
@pytest.mark.rule("royal_tarokk 7.2")
@pytest.mark.parametrize(
    ("trick", "hand", "playable"),
    [
        ("HQ", "HK HJ T5 SK", "HK HJ"),  # higher or lower
        ("HQ", "T5 T1 SK", "T5 T1"),
        ("HQ T8", "T9 T5 SK", "T9 T5"),
        ("HQ", "SK DK", "SK DK"),
        ("T9", "T17 T4 SK", "T17 T4"),
        ("T9", "SK DK", "SK DK"),
        ("", "T3 SK DK", "T3 SK DK"),
    ],
)
@EVERY_PLAY
def test_following(deal: Deal, trick: str, hand: str, playable: str) -> None:
    assert choice(position(deal, 0, hand, trick)) == playable


@pytest.mark.rule("royal_tarokk 7.2.1", "royal_tarokk 7.2.2")
@pytest.mark.parametrize(
    ("name", "follow", "tarock", "held"),
    [
        ("tapp_tarock", "8.2", "8.2", "2.2"),
        ("koenigrufen", "9.2.1", "9.2.2", "2.4"),
        ("illustrated_tarokk", "11.1.3", "11.1.2", "3.4"),
        ("romanian_tarok", "10.2", "10.2", "4.3"),
        ("royal_tarokk", "7.2.1", "7.2.2", "4.3"),
    ],
)
def test_why_a_card_does_not_follow(name: str, follow: str, tarock: str, held: str) -> None:
    heart = position(PLAYS[name], 0, "HK T5 SK", "HQ")
    assert refused(heart, "0 play T5") == ("must_follow", f"{name} {follow}")
    assert refused(heart, "0 play DK") == ("not_in_hand", f"{name} {held}")
    assert refused(heart, "0 pass")[0] == "not_now"
    for led in ("HQ", "T9"):
        void = position(PLAYS[name], 0, "T5 SK", led)
        assert refused(void, "0 play SK") == ("must_play_tarock", f"{name} {tarock}")


@pytest.mark.rule("tapp_tarock 8.3", "koenigrufen 9.4.1", "illustrated_tarokk 11.1.5", "romanian_tarok 10.3")
@pytest.mark.rule("royal_tarokk 7.3")
@pytest.mark.parametrize(
    ("trick", "taker"),
    [
        ("HQ HK HC HJ", 1),
        ("HQ T1 HK T2", 3),
        ("HQ T2 HK T1", 1),
        ("T5 T1 T6 SK", 2),
        ("HJ SK DK CK", 0),
        ("T21 T22 T1 T20", 1),
    ],
)
@EVERY_PLAY
def test_the_winner_of_a_trick(deal: Deal, trick: str, taker: int) -> None:
    phase, order = deal.phase, (deal.open.forehand, *deal.open.following(deal.open.forehand))
    assert isinstance(phase, Playing)
    played = dict(zip(order, trick.split(), strict=False))
    taker = taker if taker < len(order) else 1
    hands = tuple(Cards.of(played.get(seat, "")) for seat in range(deal.layout.seats))
    after = at(deal, replace(phase, hands=hands))
    after = act(after, "; ".join(f"{seat} play {code}" for seat, code in played.items()))
    assert after.seats() == (after.open.tricks[0].winner,) == (order[taker],)
    assert after.open.tricks[0].cards == Cards.of(" ".join(played.values()))


@pytest.mark.rule("tapp_tarock 10.1", "koenigrufen 14.1", "illustrated_tarokk 14.1", "royal_tarokk 16.1")
@EVERY_GAME
def test_a_hand_is_visible_only_to_its_owner(game: Game) -> None:
    deal = Deal.start(game, random_layout(game, Random(1)))
    watching = deal.view(None)
    assert (watching.hand, watching.discards, watching.actions) == (NO_CARDS, NO_CARDS, ())
    assert (watching.open.dealt, watching.open.hands) == (None, None)
    assert not any(group.cards for group in watching.talon)
    for seat, hand in enumerate(deal.layout.hands):
        assert (deal.view(seat).hand, deal.view(seat).open) == (hand, watching.open)


@pytest.mark.rule("koenigrufen 14.9", "illustrated_tarokk 14.8")
@EVERY_PLAY
def test_all_cards_lie_open_at_the_end(deal: Deal) -> None:
    over = until(deal, "over")
    for seat in (*range(deal.layout.seats), None):
        assert (over.view(seat).open.dealt, over.view(seat).log) == (over.layout, over.log)


PUBLIC = [
    (
        *("tapp_tarock", "0 bid solo", "game x2, pagat_ultimo@0 x1", "HQ"),
        tapp("T1 HQ", after="0 bid solo; 0 announce pagat_ultimo; 0 done; 1 kontra game; 1 done; 2 done"),
    ),
    (
        *("koenigrufen", "1 pass, 2 pass, 3 pass", "game x1, trull@1 x2", "HQ"),
        koenig(
            *("SK HQ", "HK", "DK", "CK"),
            after=f"{bids('solodreier')}; 1 announce trull; 1 done; 2 done; 3 done; 0 kontra trull@1",
        ),
    ),
    (
        *("illustrated_tarokk", "0 bid solo", "game x1, trull@0 x2", "SK"),
        announcing("A trull / B kontra trull@0"),
    ),
]


@pytest.mark.rule("tapp_tarock 10.5", "koenigrufen 14.7", "illustrated_tarokk 14.6")
@pytest.mark.parametrize(("name", "calls", "items", "led", "deal"), PUBLIC, ids=[row[0] for row in PUBLIC])
def test_calls_statements_and_cards_played_are_public(
    name: str, calls: str, items: str, led: str, deal: Deal
) -> None:
    deal = act(until(deal, "play"), f"0 play {led}")
    for seat in (*range(deal.layout.seats), None):
        view = deal.view(seat)
        assert ", ".join(map(str, view.open.calls)) == calls
        assert ", ".join(f"{item} x{item.factor}" for item in view.open.items) == items
        assert [(play.seat, str(play.card)) for play in view.open.trick] == [(0, led)]
        assert len(view.log) == len(deal.log)
        assert view.log == deal.log or name == "illustrated_tarokk", "where cards are discarded face down"
