"""Sampled worlds: the truth is never excluded, and nothing that a seat knows is violated."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.duel import deals
from bot.computers.sampling import (
    DISCARDS,
    HAND,
    Count,
    Place,
    Sampler,
    places,
)
from bot.games import COMPUTERS, GAMES
from bot.rules.cards import ALONE, SUIT, TAROCKS, Card, Cards, card
from bot.rules.facts import DiscardedTarocks, Invitation, Stated
from bot.rules.game import Game
from bot.rules.layout import Seat
from bot.rules.playing import Playing
from bot.rules.state import Item
from bot.rules.tricks import Play
from tests.computers.table import (
    asked,
    checked,
    clues,
    exchanged,
    quietly,
    rufer,
    seen,
    solo_of,
    where_called_cards_may_be,
)
from tests.conformance.random_deals import positions
from tests.examples import examples
from tests.games.illustrated_tarokk.table import announcing
from tests.games.koenigrufen.table import bids, koenig
from tests.games.romanian.table import four, three, to_talk
from tests.games.royal_tarokk.table import royal
from tests.games.tapp_tarock.table import tapp
from tests.notation import act

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
RANDOM = st.randoms(use_true_random=True)


@EVERY_GAME
@examples(60)
@given(rng=RANDOM)
def test_random_deals_under_random_house_rules(game: Game, rng: Random) -> None:
    found = [deal for deal in positions(game, rng) if isinstance(deal.phase, Playing)]
    for deal in rng.sample(found, min(8, len(found))):
        checked(deal, rng)


@EVERY_GAME
def test_deals_of_computers(game: Game) -> None:
    rng = Random(game.name)
    for number, start in enumerate(deals(game, 12, 3)):
        deal = start
        while deal.result is None:
            if isinstance(deal.phase, Playing) and len(deal.log) % 5 == number % 5:
                checked(deal, rng)
            deal = act(deal, f"{deal.seats()[0]} {asked(deal)}")


def test_a_called_card_lies_with_a_possible_partner() -> None:
    """If nobody can be alone, it lies neither with the declarer nor in the talon."""
    looked = set()
    for name in ("koenigrufen", "illustrated_tarokk", "romanian_tarok"):
        for start in deals(GAMES[name], 24, 5):
            deal = start
            while deal.result is None:
                if isinstance(deal.phase, Playing):
                    looked |= where_called_cards_may_be(deal)
                deal = act(deal, f"{deal.seats()[0]} {asked(deal)}")
    assert looked == {True, False}


def test_a_factor_makes_a_place_likelier() -> None:
    view, the_king = solo_of(0, "T22 T21 SK").view(0), card("HK")
    inference = COMPUTERS[view.game].infer(view)

    def factor(place: Place, each: Card, _called: Card | None) -> float:
        return 9.0 if (each, place.kind, place.number) == (the_king, HAND, 1) else 1.0

    rng = Random(1)
    sampler = Sampler.of(inference, COMPUTERS[view.game].clues(inference), rng, factor)
    worlds = [sampler.world(rng).hands for _ in range(400)]
    one, other = (sum(the_king in hands[seat] for hands in worlds) for seat in (1, 2))
    assert one > 5 * other > 0


# Tapp-Tarock, and all games with an exchange


def test_a_seat_that_announces_a_pagat_holds_it() -> None:
    deal = solo_of(0)
    assert {str(each.held) for each in clues(deal, 1)} == {"{}"}
    for each in clues(deal, 1, items=(Item("pagat_ultimo", 0),)):
        assert each.held == {0: Cards.of("T1")}


def test_a_card_pinned_to_a_seat_is_allowed_nowhere_else() -> None:
    inference = seen(solo_of(0), 1, items=(Item("pagat_ultimo", 0),))
    for each in COMPUTERS["tapp_tarock"].clues(inference):
        found = [place for place in places(inference, each) if card("T1") in place.allowed]
        assert found == [Place(HAND, 0, 1, Cards.of("T1"))]


FIRST = "T22 T21 T20 T19 T18 T17 T16 T15 SK SQ HK HQ DK DQ CK CQ"


def test_a_declarer_who_plays_a_suit_card_did_not_have_to_discard_tarocks() -> None:
    deal = exchanged(FIRST, talon="T1 S9 H4 T2 C7 D4", lay="S9 H4 SQ")
    usual, forced = clues(deal, 1)
    assert not usual.discardable & TAROCKS
    assert forced.discardable & TAROCKS
    assert forced.lacked == {0: usual.discardable}
    assert forced.weight < usual.weight / 10
    assert clues(act(deal, "0 play HQ"), 1) == [usual]
    assert clues(act(deal, "0 play HK"), 1) == [usual, forced], "a king is never discarded"


def test_nothing_is_inferred_about_discards_without_a_declarer() -> None:
    (known,) = clues(tapp(), 0)
    assert (known.held, known.lacked, known.weight) == ({}, {}, 1.0)


# Königrufen


SAID = (Item("game"), Item("pagat", 0), Item("uhu", 3), Item("trull", 3), Item("king_ultimo", 2))


@pytest.mark.parametrize(
    ("contract", "options", "held"),
    [
        ("solorufer", {}, {0: "T1", 2: "CK", 3: "T2"}),
        ("solorufer", {"announce_requires_card": False}, {}),
        ("solorufer", {"king_ultimo_by_declarer": True}, {0: "T1", 3: "T2"}),
        ("besserrufer", {}, {2: "CK", 3: "T2"}),
    ],
    ids=["usual", "without the card", "king ultimo by the declarer", "pagat obligatory"],
)
def test_a_seat_that_announces_a_bird_holds_its_card(
    contract: str, options: dict[str, object], held: dict[Seat, str]
) -> None:
    for each in clues(rufer(), 1, items=SAID, options=options, contract=contract):
        assert each.held == {seat: Cards.of(code) for seat, code in held.items()}


@pytest.mark.parametrize(
    ("trick", "lacked"),
    [
        ("H1 H3 H4 HJ", {1: "HJ HC HQ HK", 2: "HJ HC HQ HK"}),
        ("HJ HC HQ HK", {}),
        ("T9 T4 HK T10", {1: "T10 T11 T12 T13 T14 T15 T16 T17 T18 T19 T20 T21 T22"}),
        ("D4 T9 T4", {2: "T10 T11 T12 T13 T14 T15 T16 T17 T18 T19 T20 T21 T22"}),
        ("D4 HK S7 CK", {}),
        ("S7 HK D4 CK", {}),
        ("C7 HK S7 DK", {}),
    ],
)
def test_not_beating_a_trick_in_a_bettel_reveals_a_lack_of_higher_cards(
    trick: str, lacked: dict[Seat, str]
) -> None:
    plays = tuple(Play(seat, card(code)) for seat, code in enumerate(trick.split()))
    bettel = quietly(koenig(after=bids("bettel")))
    expected = {seat: Cards.of(lacked.get(seat, "")) for seat in range(4)}
    assert clues(bettel, 3, trick=plays)[0].lacked == expected
    assert clues(bettel, 3, trick=plays, options={"kaiserstich": True})[0].lacked == {}
    assert clues(rufer(), 3, trick=plays)[0].lacked == {}, "in other contracts it need not be beaten"


# Romanian Tarok


@pytest.mark.parametrize("holder", [0, 1, 3])
def test_a_pagat_ultimo_may_be_a_bluff(holder: Seat) -> None:
    hands = ["", "", "", ""]
    hands[holder] = "T1"
    deal = to_talk(four(*hands, talon=""))
    silent = clues(deal, 1)
    said = clues(deal, 1, items=(Item("game"), Item("pagat_ult", 0)))
    assert len(silent) == 1
    if holder == 1:
        assert said == silent, "the seat holds the pagat itself"
    else:
        bluff, honest = said
        assert (bluff.held, honest.held) == ({}, {0: ALONE[card("T1")]})
        assert bluff.weight < honest.weight / 5


def test_declared_tarocks_are_counted_unless_the_number_is_open_ended() -> None:
    said = [Item(f"taroace:{number}", number % 3) for number in range(8, 13)]
    (known,) = clues(to_talk(four()), 1, items=(Item("game"), *said[:3]))
    assert known.counts == (Count(HAND, 2, TAROCKS, 8), Count(HAND, 0, TAROCKS, 9))
    (known,) = clues(to_talk(three()), 1, items=(Item("game"), *said[2:]))
    assert {each.number for each in known.counts} == {10, 11, 12}


def test_a_seat_that_announces_a_king_ultimo_holds_the_king() -> None:
    (known,) = clues(
        to_talk(four("", "", "SK")), 1, items=(Item("game"), Item("king_ult", 2), Item("trula", 3))
    )
    assert (known.called, known.held) == (card("SK"), {2: Cards.of("SK")})


# Illustrated Tarokk


def test_the_xx_may_be_discarded_unless_a_house_rule_forbids_it() -> None:
    deal = announcing()
    for options, may in (({}, True), ({"xx_discardable": True}, True), ({"xx_discardable": False}, False)):
        (known,) = clues(deal, 1, options=options)
        assert (card("T20") in known.discardable) is may
        assert not known.discardable & Cards.of("T22 T21 T1 SK")


def test_an_invitation_shows_a_card_and_a_declaration_a_number() -> None:
    deal = announcing()
    (known,) = clues(
        deal,
        1,
        facts=(Invitation(2, card("T19")),),
        items=(Item("game"), Item("eight_tarokks", 3), Item("trull", 0)),
    )
    assert known.held == {2: Cards.of("T19")}
    assert known.counts == (Count(HAND, 3, TAROCKS, 8),)


def test_every_division_of_discarded_tarokks_is_considered() -> None:
    sizes = (3, 1, 1, 1)
    found = clues(announcing(), 1, facts=(DiscardedTarocks((Stated((0, 1, 2), 2),)),), discard_sizes=sizes)
    ways = {tuple(count.number for count in each.counts if count.kind == DISCARDS) for each in found}
    assert ways == {(2, 0, 0), (1, 0, 1)}, "seat 1 knows its own discards"


# Royal Tarokk


def test_tarokks_are_inferred_from_the_deal_and_announced_numbers() -> None:
    said = (Item("tarokk_count:8", 2), Item("suit_count:H,4", 3), Item("ultimo", 1))
    (known,) = clues(royal(), 1, items=said)
    assert known.held == {0: Cards.of("T19"), 1: Cards.of("T20")}
    assert known.counts == (
        *(Count(HAND, seat, TAROCKS, 3, more=True) for seat in (0, 1, 3)),
        Count(HAND, 2, TAROCKS, 8),
        Count(HAND, 3, SUIT["H"], 4),
    )
