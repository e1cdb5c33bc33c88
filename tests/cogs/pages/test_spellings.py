"""What a typed text means, in every game and language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games import GAMES
from bot.rules.cards import CODES
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.moves import Action
from bot.text import LOCALES, words
from bot.text.folding import folded
from cogs.bidding import COMMANDS
from cogs.pages.spellings import Vocabulary, card_names


def vocabulary(locale: str, *verbs: str, game: str = "tapp_tarock") -> Vocabulary:
    """What can be typed at the beginning of a deal."""
    played = GAMES[game]
    seats = max(played.seats)
    deal = Deal.start(played, played.lay_out(played.pack.sorted, played.dealers(seats)[0], seats))
    return Vocabulary(words(locale, game), deal.view(deal.seats()[0]), verbs)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("code", "typed"),
    [
        ("T22", "skiz skus skues Sküs SKÜS skíz Ｓｋｕｓ スキュース スキーズ スキズ ｽｷｭｰｽ T22 22"),
        ("T21", "mond MOND XXI xxi 21 ＸＸＩ モンド"),
        ("T1", "pagat pagát PAGAT I 1 １ パガット パガート ﾊﾟｶﾞｯﾄ"),
        ("T16", "16 １６ XVI tarock_16 tarokk_XVI タロック16 Ｔ１６"),
        ("T4", "IV iiii 4"),
        ("HK", "♥K hk king_of_hearts ハートのキング ハートのｷﾝｸﾞ ハートキング ハートK"),
        ("D4", "♦4 ダイヤの4 ダイヤ4 ダイヤ４ ﾀﾞｲﾔ4"),
        ("C10", "クラブ10 クラブ１０"),
    ],
)
def test_a_card_is_found_by_any_of_its_names(code: str, typed: str, locale: str) -> None:
    played = vocabulary(locale, "play")
    for name in typed.split():
        assert played.meant(name.replace("_", " ")) == Action("play", code), name


@pytest.mark.parametrize("typed", ["1", "１", "i", "T1"])
def test_the_card_so_named_is_offered_first(typed: str) -> None:
    some, plays = vocabulary("en", "play"), tuple(Action("play", code) for code in sorted(CODES)[::-1])
    offered = replace(some, view=replace(some.view, actions=plays)).complete(typed)
    assert offered[0].value == "T1"
    assert len(offered) > 1


@pytest.mark.parametrize("game", GAMES)
def test_the_highest_tarock_has_its_names_in_every_game(game: str) -> None:
    assert {*map(folded, ("スキュース", "スキーズ", "スキズ"))} <= card_names(game, "T22")


@pytest.mark.parametrize("game", GAMES)
def test_no_name_means_two_cards(game: str) -> None:
    names = [name for code in CODES for name in card_names(game, code)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("locale", LOCALES)
def test_bids_are_found_in_every_language(locale: str) -> None:
    bids = vocabulary(locale, "bid", "pass")
    for each in LOCALES:
        for bid in ("dreier", "solo"):
            assert bids.meant(words(each, "tapp_tarock").term("contract", bid)) == Action("bid", bid)
    assert bids.meant("ＤＲＥＩＥＲ") == Action("bid", "dreier")
    assert bids.meant(words("ja")("action.pass")) == bids.meant("Páss") == Action("pass")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_text_without_a_meaning(game: Game, locale: str) -> None:
    """Every command serves all games, also those without words for one of its verbs."""
    seats = max(game.seats)
    deal = Deal.start(game, game.lay_out(game.pack.sorted, game.dealers(seats)[0], seats))
    view = deal.view(deal.seats()[0])
    for command in COMMANDS:
        meant = Vocabulary(words(locale, game.name), view, command.verbs).parse("nonsense")
        assert meant == [Action(command.verbs[0], "nonsense")]
