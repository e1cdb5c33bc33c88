"""Moves and refusals in words."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.games import GAMES
from bot.rules.deal import Deal
from bot.rules.moves import Action, Move, Secrecy
from bot.rules.reasons import Refusal
from bot.rules.state import Item
from bot.text import LOCALES, words
from bot.text.moves import action_label, move_sentence, refusal_sentence
from tests.text.players import NAMES, SEEDS, attempts, moves_told, names, positions, speakers


@pytest.mark.parametrize(
    ("move", "english", "japanese"),
    [
        ("0 pass", "Anna passes.", "Annaがパスしました。"),
        ("1 bid oberer", "Béla bids Oberer (upper).", "Bélaがアッパー（オーベラー）をビッドしました。"),
        ("0 take upper", "Anna takes the right half ② of the talon.", "Annaがタロンの右の3枚②を取りました。"),
        ("0 lay T12", "Anna discards XII, face up.", "Annaがタロック12を表向きに捨てました。"),
        (
            "0 announce pagat_ultimo",
            "Anna announces Pagat ultimo.",
            "Annaがパガット・ウルティモを予告しました。",
        ),
        ("0 play T22", "Anna plays Sküs.", "Annaがスキュースを出しました。"),
    ],
)
def test_sentences(move: str, english: str, japanese: str) -> None:
    seat, _, action = move.partition(" ")
    made = Move(int(seat), Action.parse(action))
    assert move_sentence(words("en", "tapp_tarock"), made, NAMES) == english
    assert move_sentence(words("ja", "tapp_tarock"), made, NAMES) == japanese


def test_a_hidden_discard_is_never_named() -> None:
    move = Move(0, Action("lay", "HQ"), Secrecy.FACE_DOWN)
    seen = move.seen_by(None)
    assert seen is not None
    for locale in LOCALES:
        w = words(locale, "tapp_tarock")
        assert move_sentence(w, move, NAMES) == move_sentence(w, seen, NAMES)
        assert "Q" not in move_sentence(w, move, NAMES)
    assert move_sentence(words("en", "tapp_tarock"), move, NAMES) == "Anna discards a card, face down."


def test_an_unseen_move_has_no_sentence() -> None:
    move = Move(0, Action("lay", "HQ"), Secrecy.UNSEEN)
    assert move_sentence(words("en"), move, NAMES) == ""


def test_each_step_of_a_doubling_has_its_name() -> None:
    log = [Move(seat, Action("kontra", "game")) for seat in (1, 0, 1)]
    assert moves_told(words("en", "tapp_tarock"), log, NAMES) == [
        "Béla: kontra, game.",
        "Anna: rekontra, game.",
        "Béla: subkontra, game.",
    ]


def test_the_sentence_of_a_kontra_names_an_announced_valat_instead_of_the_game() -> None:
    log = [Move(0, Action("announce", "valat")), Move(1, Action("kontra", "game"))]
    assert moves_told(words("en", "tapp_tarock"), log, NAMES)[1] == "Béla: kontra, valat."


def test_unrelated_earlier_moves_do_not_change_a_name() -> None:
    """Numbers of talon groups and of parameters look alike, and 8 taroace have a sentence of their own."""
    w, move = words("en", "romanian_tarok"), Move(1, Action.parse("kontra taroace:8@0"))
    before = [Move(0, Action.parse("take 1")), Move(0, Action.parse("announce taroace:8"))]
    assert move_sentence(w, move, NAMES, before) == "Béla: contra, Anna's 8 taroace."


def test_a_kontra_on_the_game_names_an_announced_valat_instead() -> None:
    w, kontra = words("en", "tapp_tarock"), Action("kontra", "game")
    for items, label in (((), "Kontra: game"), ((Item("valat", 0),), "Kontra: valat")):
        public = positions("tapp_tarock", 0)[0].open._replace(items=(Item("game"), *items))
        assert action_label(w, kontra, public) == label


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_every_action_has_a_label_of_its_own_that_fits_a_button(game: str, seed: int) -> None:
    for w in speakers(game):
        for deal in positions(game, seed):
            for seat in deal.seats():
                labels = [action_label(w, action, deal.open) for action in deal.actions(seat)]
                assert all(0 < len(label) <= 80 for label in labels)
                assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("game", GAMES)
def test_a_label_can_be_made_without_the_position(game: str) -> None:
    for w in speakers(game):
        for deal in positions(game, 0):
            for seat in deal.seats():
                assert all(action_label(w, action) for action in deal.actions(seat))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_every_move_has_a_sentence(game: str, seed: int) -> None:
    deal = positions(game, seed)[-1]
    for w in speakers(game):
        sentences = moves_told(w, deal.log, names(deal))
        seen = [move for move in deal.log if move.secrecy is not Secrecy.UNSEEN]
        assert all(names(deal)[move.seat] in each for move, each in zip(seen, sentences, strict=True))
        assert not any("{" in each for each in sentences)


TABLES = Path(__file__).parents[2] / "bot" / "tables"
FOLLOW = Refusal("must_follow", "tapp_tarock 8.2", {"suit": "H", "card": "T5"})


def test_a_refusal_says_why_and_cites_its_rule() -> None:
    assert refusal_sentence(words("en"), FOLLOW) == (
        "You must follow suit: hearts were led and you hold some, so you can't play V. "
        "(rule 8.2: Playing tricks)"
    )
    assert refusal_sentence(words("ja"), FOLLOW).endswith("（ルール8.2：プレイ）")


def test_a_refusal_without_a_rule_cites_none() -> None:
    assert refusal_sentence(words("en"), Refusal("not_your_turn", "")) == "It is not your turn yet."


def test_a_refusal_uses_the_terms_of_the_game_of_its_rule() -> None:
    refusal = Refusal("no_jump", "tapp_tarock 5.1.5", {"bid": "oberer", "lowest": "unterer"})
    assert "Unterer" in refusal_sentence(words("en"), refusal)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES)
def test_every_code_of_every_game_has_a_sentence(game: str, locale: str) -> None:
    w = words(locale, game)
    assert [code for code in GAMES[game].rules if not w.has_term("refusal", code)] == []


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_is_explained_in_full(game: str, seed: int) -> None:
    seen, told = set(), positions(game, seed)
    for deal in told[:: max(1 + seed % 3, len(told) // 25)]:
        for seat in range(deal.layout.seats):
            for action in attempts(GAMES[game]):
                refusal = deal.act(seat, action)
                if isinstance(refusal, Deal):
                    continue
                key = (refusal.code, tuple(refusal.facts.items()))
                if key not in seen:
                    seen.add(key)
                    sentences = [refusal_sentence(w, refusal) for w in speakers(game)]
                    assert not any("{" in each or "refusal." in each for each in sentences)
    assert len({code for code, _ in seen}) > 2


def refusals_in(path: Path) -> Iterator[tuple[str, set[str]]]:
    """The codes that a module refuses with, and the facts it gives."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("refuse", "Refusal")
        ):
            code = node.args[0]
            if isinstance(code, ast.Constant) and isinstance(code.value, str):
                yield code.value, {str(keyword.arg) for keyword in node.keywords}


@pytest.mark.parametrize("locale", LOCALES)
def test_every_refusal_of_a_table_gives_the_facts_that_its_sentence_needs(locale: str) -> None:
    found = [each for path in TABLES.rglob("*.py") for each in refusals_in(path)]
    assert len(found) > 5
    for code, facts in found:
        sentence = refusal_sentence(words(locale), Refusal(code, "", dict.fromkeys(facts, 2)))
        assert "{" not in sentence
