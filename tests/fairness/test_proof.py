"""Proofs: valid for every game, and every change of one is detected."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from bot.fairness import Fault, Proof, ProofError, Seal
from bot.games import GAMES
from tests.fairness.proofs import SECRET, dealt, proof_of


def through_json(proof: Proof) -> Proof:
    return Proof.parse(json.dumps(proof.document()), GAMES)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("number", [1, 2, 5])
def test_a_deal_of_every_game_is_proved(name: str, number: int) -> None:
    proof = through_json(proof_of(name, number, None if number == 5 else 10**18 + number))
    assert proof.fault() is None


def test_misdeals_are_part_of_the_proof() -> None:
    number = next(
        number
        for number in range(2, 400)
        if dealt("royal_tarokk", Seal("k3m9xp", number, SECRET).opened(7))[1]
    )
    proof = proof_of("royal_tarokk", number, 7)
    assert len(proof.decks) > 1
    assert through_json(proof).fault() is None


def test_cards_that_a_house_rule_has_dealt_again_are_misdeals() -> None:
    proof = proof_of("koenigrufen", 4894, redeal_right="auto")
    assert len(proof.decks) == 2
    assert through_json(proof).fault() is None
    assert len(proof_of("koenigrufen", 4894).decks) == 1


def test_choices_about_the_dealing_are_part_of_the_proof() -> None:
    proof = proof_of("romanian_tarok", knock_styles=True)
    assert proof.dealing
    assert through_json(proof).fault() is None
    assert proof._replace(dealing=proof.dealing[:-1]).fault() is Fault.HANDS
    assert proof._replace(dealing=proof.dealing * 2).fault() is Fault.HANDS


def test_an_unfinished_deal_can_be_proved() -> None:
    opened = Seal("k3m9xp", 3, SECRET).opened(9)
    deal, misdeals = dealt("tapp_tarock", opened)
    assert through_json(Proof.of(opened, deal, misdeals)).fault() is None


def a_card_moved(document: dict[str, Any]) -> None:
    hands = document["record"]["hands"]
    first, second = (hand.split() for hand in hands[:2])
    first[0], second[0] = second[0], first[0]
    hands[:2] = [" ".join(first), " ".join(second)]
    document["record"]["actions"] = []
    del document["record"]["result"]


def a_deck_turned(document: dict[str, Any]) -> None:
    document["decks"] = [" ".join(reversed(document["decks"][0].split()))]


def another_dealer(document: dict[str, Any]) -> None:
    document["record"]["dealer"] = (document["record"]["dealer"] + 1) % 3


def an_action_too_many(document: dict[str, Any]) -> None:
    document["record"]["actions"].append("0 pass")


def another_score(document: dict[str, Any]) -> None:
    document["record"]["result"]["scores"][0] += 1


def a_result_of_an_unfinished_deal(document: dict[str, Any]) -> None:
    document["record"]["actions"] = document["record"]["actions"][:3]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda document: document.update(secret="0" * 64), Fault.COMMITMENT),
        (lambda document: document.update(commitment="0" * 64), Fault.COMMITMENT),
        (lambda document: document.update(table="another"), Fault.COMMITMENT),
        (lambda document: document.update(number=2), Fault.COMMITMENT),
        (lambda document: document.update(press="124"), Fault.PRESS),
        (lambda document: document.update(press=None), Fault.PRESS),
        (lambda document: document.update(seed="0" * 64), Fault.PRESS),
        (a_deck_turned, Fault.DECK),
        (another_dealer, Fault.DEALER),
        (a_card_moved, Fault.HANDS),
        (lambda document: document["decks"].insert(0, "T1"), Fault.DECK),
        (lambda document: document.update(dealing=["0 deal cut"]), Fault.HANDS),
        (an_action_too_many, Fault.RECORD),
        (another_score, Fault.RECORD),
        (a_result_of_an_unfinished_deal, Fault.RECORD),
    ],
)
def test_every_change_is_found(change: Callable[[dict[str, Any]], object], fault: Fault) -> None:
    document = proof_of("tapp_tarock", 1).document()
    change(document)
    assert Proof.parse(json.dumps(document), GAMES).fault() is fault


def test_the_order_of_keys_in_a_result_does_not_matter() -> None:
    document = proof_of("koenigrufen").document()
    result = document["record"]["result"]
    result["items"] = [dict(reversed(item.items())) for item in result["items"]]
    result["next"] = dict(reversed(result["next"].items()))
    document["record"]["result"] = dict(reversed(result.items()))
    assert Proof.parse(json.dumps(document), GAMES).fault() is None


def test_a_deck_listed_wrongly_as_a_misdeal_is_found() -> None:
    proof = proof_of("royal_tarokk", 2, 7)
    *_, last = proof.decks
    shuffle = Seal("k3m9xp", 2, SECRET).opened(7).shuffle
    decks = [
        " ".join(map(str, shuffle.deck(GAMES["royal_tarokk"].pack))) for _ in range(len(proof.decks) + 1)
    ]
    assert decks[len(proof.decks) - 1] == last
    assert proof._replace(decks=tuple(decks)).fault() is Fault.HANDS


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "skiz-proof/2"}, 'its format is "skiz-proof/2", and this version of the bot reads '),
        ({"secret": "A" * 64}, '"secret" is missing or wrong'),
        ({"secret": 7}, '"secret" is missing or wrong'),
        ({"press": "-1"}, '"press" is missing or wrong'),
        ({"table": "a b"}, '"table" is missing or wrong'),
        ({"number": 0}, '"number" is not a positive number'),
        ({"number": True}, '"number" is not a positive number'),
        ({"decks": []}, '"decks" has 0 entries'),
        ({"decks": "T1"}, '"decks" is not a list of texts'),
        ({"dealing": ["x"]}, '"dealing" holds something that is no action'),
        ({"record": None}, '"record": '),
    ],
)
def test_an_invalid_proof_is_refused(change: dict[str, object], message: str) -> None:
    document = {**proof_of("tapp_tarock").document(), **change}
    with pytest.raises(ProofError) as raised:
        Proof.parse(json.dumps(document), GAMES)
    assert str(raised.value).startswith(message)


def test_a_proof_holds_at_most_a_thousand_decks() -> None:
    document = proof_of("tapp_tarock").document()
    assert len(Proof.parse(json.dumps({**document, "decks": ["T1"] * 1000}), GAMES).decks) == 1000
    with pytest.raises(ProofError, match='"decks" has 1001 entries'):
        Proof.parse(json.dumps({**document, "decks": ["T1"] * 1001}), GAMES)


@pytest.mark.parametrize("text", ["", "{", "[]", "[" * 10**5, "7"])
def test_text_that_is_not_a_json_object_is_refused(text: str) -> None:
    with pytest.raises(ProofError):
        Proof.parse(text, GAMES)
