"""What the actions of others say about their cards: signs, and how much they count."""

from __future__ import annotations

from math import e, inf
from random import Random

import pytest

from benchmarks.duel import deals
from benchmarks.signs import Learner, Played, acts, examples
from bot.computers.likelihood import Likelihood, Signs, role, signs_in
from bot.computers.sampling import DISCARDS, HAND, TALON, Place
from bot.games import COMPUTERS, GAMES
from bot.games.koenigrufen.computer import infer
from bot.rules.cards import Cards, card
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.layout import Seat
from tests.computers.table import quietly, rufer, solo_of
from tests.games.koenigrufen.table import bids, koenig
from tests.games.royal_tarokk.table import royal
from tests.notation import act

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
TALON_OF_ONE = Place(TALON, 0, 1, Cards())


def likelihood(deal: Deal, seat: Seat, signs: Signs | None = None) -> Likelihood:
    return Likelihood(COMPUTERS[deal.game.name].infer(deal.view(seat)), signs or {})


def in_hand(seat: Seat) -> Place:
    return Place(HAND, seat, 1, Cards())


def told(deal: Deal, viewer: Seat, code: str, of: Seat = 0) -> set[str]:
    """The signs for or against a card in the hand of one seat, as another seat sees the deal."""
    return set(likelihood(deal, viewer).told(in_hand(of), card(code)))


# The signs


DEAL = solo_of(
    0,
    "T22 T20 T18 HK",
    "T10 T9 T3 HQ HJ H1 H2",
    "T13 T11 H3 SK S7",
    after="0 play T20; 1 play T3; 2 play T11; 0 play HK; 1 play H2; 2 play H3",
)


def test_a_card_that_was_led_says_something_about_every_other() -> None:
    assert {"leads declarer high below high", "next tarock below"} <= told(DEAL, 1, "T19")
    assert {"leads declarer high below middle", "beside tarock 3 below alike"} <= told(DEAL, 1, "T12")
    assert {"leads declarer king below queen", "beside suit 1 below unlike"} <= told(DEAL, 2, "HQ")
    assert {"leads declarer high elsewhere king", "leads declarer king elsewhere king"} <= told(DEAL, 1, "CK")


def test_a_card_that_was_played_to_a_trick_says_something_about_those_that_could_have_been() -> None:
    assert "plays middle loses above high loses" in told(DEAL, 1, "T19", of=2)
    assert "plays low loses above mond wins" in told(DEAL, 2, "T21", of=1)
    assert "plays pip loses above figure loses" in told(DEAL, 2, "HJ", of=1)
    assert not any(sign.startswith("plays") for sign in told(DEAL, 1, "CK", of=2))


def test_who_is_void_might_have_played_another_tarock_and_no_card_of_another_suit() -> None:
    deal = solo_of(0, "T22 C7", "CK CQ", "T13 T1 SK S7 D1 D2 D3 D4", after="0 play C7; 1 play CK; 2 play T13")
    assert "plays middle wins below pagat wins" in told(deal, 1, "T1", of=2)
    assert not any(sign.startswith("plays") for sign in told(deal, 1, "SK", of=2))


def test_where_tarocks_are_no_trumps_they_do_not_win() -> None:
    deal = quietly(
        koenig("S7", "T3 T1 H1 H2 H3 H4 D1 D2 D3 D4 C7 C8", after=bids("farbensolo")), "0 play S7; 1 play T3"
    )
    assert "plays low loses below pagat loses" in told(deal, 2, "T1", of=1)


def test_the_next_card_is_not_next_while_one_between_may_be_out() -> None:
    deal = solo_of(0, "T9 T7", "T8 H1", "H2", after="0 play T9")
    assert "beside tarock 2 below alike" in told(deal, 1, "T7"), "the VIII is in the hand of the viewer"
    assert "beside tarock 2 below alike" in told(deal, 2, "T7"), "the VIII may be anywhere"
    assert "next tarock below" in told(deal, 1, "T8")


def test_bids_and_announcements_say_something_about_every_card() -> None:
    deal = solo_of(1, "", "T1", after="0 play H1")
    assert {"holds declarer T22", "bids solo T22"} <= told(deal, 0, "T22", of=1)
    assert {"holds defender king", "bids nothing king"} <= told(deal, 0, "HK", of=2)
    deal = quietly(act(koenig(after=bids("solodreier")), "1 announce trull"))
    assert "says trull T22" in told(deal, 0, "T22", of=1)
    assert not any(sign.startswith("says") for sign in told(deal, 0, "T22", of=2))


def test_cards_in_the_talon_and_among_discards_have_signs_of_their_own() -> None:
    asked = likelihood(DEAL, 1)
    assert [*asked.told(TALON_OF_ONE, card("T21"))] == ["talon T21"]
    assert [*asked.told(Place(DISCARDS, 0, 1, Cards()), card("SQ"))] == ["discards queen"]


# Roles


def test_a_partner_whom_nobody_knows_is_unknown_to_all_but_the_partner() -> None:
    deal = rufer()
    seen = [[role(infer(deal.view(by)), of) for of in range(4)] for by in range(3)]
    assert seen[0][1:] == ["unknown", "unknown", "unknown"]
    assert (seen[1][0], seen[1][2:]) == ("declarer", ["unknown", "unknown"])
    assert seen[2] == ["declarer", "defender", "partner", "defender"]


def test_in_a_game_of_teams_everybody_knows_the_sides_from_the_start() -> None:
    deal = quietly(royal())
    inference = COMPUTERS["royal_tarokk"].infer(deal.view(2))
    assert [role(inference, seat) for seat in (0, 1, 3)] == ["declarer", "partner", "defender"]


# Factors


def test_the_factors_of_all_signs_are_multiplied_and_unknown_signs_do_not_count() -> None:
    asked = likelihood(DEAL, 1, {"holds declarer T19": 2.0, "next tarock below": -1.0, "talon T19": 0.5})
    assert asked.factor(in_hand(0), card("T19")) == pytest.approx(e)
    assert asked.factor(in_hand(2), card("T19")) == 1.0
    assert asked.factor(TALON_OF_ONE, card("T19")) == pytest.approx(e**0.5)


def test_the_called_card_is_not_like_others_of_its_kind() -> None:
    asked = likelihood(DEAL, 1, {"holds defender called": 1.0, "holds defender king": -1.0})
    factors = [asked.factor(in_hand(2), card("CK"), called) for called in (None, card("CK"), card("SK"))]
    assert factors == pytest.approx([1 / e, e, 1 / e])


# The tables of the games


@EVERY_GAME
def test_a_table_has_signs_of_every_sort_that_tell_something(game: Game) -> None:
    signs = signs_in(COMPUTERS[game.name].likelihoods)
    sorts = {sign.split()[0] for sign in signs}
    assert {"holds", "says", "leads", "plays", "beside", "next"} <= sorts
    assert sorts <= {"holds", "bids", "says", "leads", "plays", "beside", "next", TALON, DISCARDS}
    assert all(0 < abs(logarithm) < inf for logarithm in signs.values())
    assert list(signs) == sorted(signs)


@EVERY_GAME
def test_the_signs_tell_more_of_where_cards_are_than_chance_does(game: Game) -> None:
    played = [Played("quick", 0, list(acts(deal, COMPUTERS[game.name]))) for deal in deals(game, 4, 77)]
    found = list(examples(game, 77, played, Random(77)))
    surprises = [
        Learner(dict(signs)).surprise(found) for signs in ({}, signs_in(COMPUTERS[game.name].likelihoods))
    ]
    assert len(found) > 300
    assert surprises[1] < surprises[0] - 0.03
