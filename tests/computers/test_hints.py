"""The reason for an action: one for each position that every player knows."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from benchmarks.duel import deals
from bot.computers.causes import Cause, percent, tenths
from bot.computers.hints import HintReason, reason_for
from bot.computers.players import for_game
from bot.computers.search import Appraisal
from bot.games import GAMES
from bot.rules.deal import Deal
from bot.rules.moves import Action
from bot.text import LOCALES, words
from bot.text.hints import reason_in_words
from tests.computers.table import LEFT, PARTNER, RIGHT, caller, quietly, solo_of
from tests.games.koenigrufen.table import bids, koenig
from tests.games.tapp_tarock.table import tapp
from tests.matches import Talkative


def reason(deal: Deal, action: str) -> str:
    view = deal.view(deal.seats()[0])
    assert Action.parse(action) in view.actions, view.actions
    return reason_for(view, Appraisal(Action.parse(action), 1.0, 0.1, 100)).key


SMEARING = LEFT.replace("HJ H4", "T5 T4"), PARTNER.replace("T5 T4", "HJ H4")


@pytest.mark.parametrize(
    ("after", "action", "expected"),
    [
        ("", "play T22", HintReason.DRAWS),
        ("", "play C8", HintReason.LEADS_CHEAP),
        ("", "play SK", HintReason.LEADS_TOP),
        ("0 play T22; 1 play T2", "play T4", HintReason.LEAVES),
        ("0 play SK", "play S7", HintReason.GIVES_LEAST),
        ("0 play SK", "play SJ", HintReason.PROMISES),
        ("0 play T6", "play T8", HintReason.TRIES),
        ("0 play T6", "play T2", HintReason.HOLDS_BACK),
        ("0 play T6; 1 play T8; 2 play T4", "play T16", HintReason.WINS_CHEAPLY),
        ("0 play T6; 1 play T8; 2 play T4", "play T19", HintReason.WINS),
        ("0 play T6; 1 play T2; 2 play T4", "play T1", HintReason.PROMISES),
    ],
)
def test_the_reason_for_a_card(after: str, action: str, expected: HintReason) -> None:
    assert reason(caller(after=after), action) is expected


@pytest.mark.parametrize(
    ("card", "expected"), [("HK", HintReason.SMEARS), ("HJ", HintReason.SMEARS), ("H4", HintReason.LEAVES)]
)
def test_points_for_a_partner(card: str, expected: HintReason) -> None:
    assert reason(caller(*SMEARING, after="0 play T22; 1 play T2"), f"play {card}") is expected


def test_a_partners_trick_is_made_safer() -> None:
    left, partner = LEFT.replace("T21", "T5"), PARTNER.replace("T5", "T21")
    assert reason(caller(left, partner, after="0 play T17; 1 play T2"), "play T21") is HintReason.SECURES


def test_the_reason_for_bringing_the_pagat_home() -> None:
    deal = caller(LEFT, PARTNER.replace("T5", "T1"), RIGHT.replace("T1 ", "T5 "), "0 play T22; 1 play T2")
    assert reason(deal, "play T1") is HintReason.PAGAT


def test_the_only_card_needs_no_reason() -> None:
    deal = caller(after="0 play C8; 1 play CJ")
    view = deal.view(2)
    one = replace(view, actions=view.actions[:1])
    assert reason_for(one, Appraisal(one.actions[0])).key is HintReason.ONLY


def test_an_action_that_a_player_would_not_choose_is_preferred_only_if_it_was_tried_out() -> None:
    deal = koenig()
    view = deal.view(deal.seats()[0])
    other = next(each for each in view.actions if each != for_game(view.game).choose(view))
    assert reason_for(view, Appraisal(other)).key is HintReason.CUSTOM
    assert reason_for(view, Appraisal(other, 1.0, 0.1, 100)).key is HintReason.PROMISES


def test_a_card_that_was_not_tried_out_is_weighed() -> None:
    view = caller().view(0)
    assert reason_for(view, Appraisal(Action.parse("play HC"))).key is HintReason.BALANCES


def test_a_lead_that_cannot_be_beaten() -> None:
    deal = solo_of(1, "T22 T3 SK S7 HK H4 DK D4 CK C7")
    assert reason(deal, "play T22") is HintReason.LEADS_WINNER


BETTEL = "T20 T19 S7 S8 HJ H4 D4 D3 C7 C8 H3 D2"
RUFFED = "0 play S8; 1 play S9; 2 play T2; 3 play T14"


@pytest.mark.parametrize(
    ("after", "action", "expected"),
    [
        ("", "play S7", HintReason.LEADS_LOW),
        ("", "play S8", HintReason.PROMISES),
        (f"{RUFFED}; 3 play T13", "play T20", HintReason.FORCED),
        (f"{RUFFED}; 3 play T13", "play T19", HintReason.PROMISES),
        ("0 play S7", "play S9", HintReason.PROMISES),
    ],
)
def test_reasons_in_contracts_that_avoid_tricks(after: str, action: str, expected: HintReason) -> None:
    """A defender has other reasons: the declarer is to be made to win a trick."""
    assert reason(quietly(koenig(BETTEL, after=bids("bettel")), after), action) is expected


def test_a_trick_that_goes_to_another_is_avoided() -> None:
    low = BETTEL.replace("T20 T19", "T3 T2")
    deal = quietly(
        koenig(low, after=bids("bettel")), "0 play S8; 1 play S9; 2 play T4; 3 play T16; 3 play T15"
    )
    assert reason(deal, "play T3") is HintReason.AVOIDS


@pytest.mark.parametrize("game", GAMES)
def test_every_hint_of_every_game_has_a_reason_in_words(game: str) -> None:
    found, talkative = set(), Talkative(Random(1))
    for number, dealt in enumerate(deals(GAMES[game], 12, 1)):
        deal = dealt
        while asked := deal.seats():
            view = deal.view(asked[0])
            action = for_game(game).choose(view)
            cause = reason_for(view, Appraisal(action))
            assert cause.key is not HintReason.CUSTOM, (view, action)
            assert all(reason_in_words(words(locale, game), *cause) for locale in LOCALES)
            found.add(cause.key)
            # In half of the deals others say more than a computer would, so that there is more to answer.
            odd = number % 2 and asked[0] % 2
            after = deal.act(asked[0], talkative.choose(view) if odd else action)
            assert isinstance(after, Deal)
            deal = after
    assert len(found) > 10


def test_every_cause_has_a_sentence() -> None:
    sources = [*Path("bot/computers").glob("*.py"), *Path("bot/games").rglob("computer.py")]
    calls = (node for path in sources for node in ast.walk(ast.parse(path.read_text())))
    keys = {
        str(ast.literal_eval(node.args[0]))
        for node in calls
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Cause"
        and isinstance(node.args[0], ast.Constant)
    }
    assert len(keys) > 30
    assert [key for key in sorted(keys) if not words("en").has(f"reason.{key}")] == []


def cause(deal: Deal, action: str) -> Cause:
    view = deal.view(deal.seats()[0])
    return reason_for(view, Appraisal(Action.parse(action)))


STRONG = "T22 T21 T20 T19 T18 T17 T16 T15 T1 SK HK DK CK SC HC DC"
WEAK = "T22 T3 SQ SJ S10 S9 HQ HJ H1 H2 DQ DJ D1 CC C10 C9"


@pytest.mark.parametrize(
    ("hand", "action", "key"), [(STRONG, "bid solo", "declares_solo"), (WEAK, "pass", "passes")]
)
def test_a_bid_is_judged_by_the_figures_that_decided_it(hand: str, action: str, key: str) -> None:
    found = cause(tapp(hand), action)
    points, needed = found.facts["points"], found.facts["needed"]
    assert found.key == key
    assert isinstance(points, float)
    assert isinstance(needed, float)
    assert (points >= needed) == (key == "declares_solo")
    told = reason_in_words(words("en", "tapp_tarock"), *found)
    assert "It takes 36 to win" in told
    assert "as declarer" in told


def test_figures_are_rounded_down_so_that_none_seems_to_reach_a_limit() -> None:
    assert (tenths(28.99), tenths(-0.01), percent(0.699)) == (28.9, -0.1, 69)
