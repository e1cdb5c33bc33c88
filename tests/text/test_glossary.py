from __future__ import annotations

import pytest

from bot.rules.game import Game
from bot.text import LOCALES, words
from bot.text.announcements import meaning_of
from bot.text.facts import item_id
from bot.text.help import glossary_lines
from bot.text.words import catalogue
from tests.text.players import SPOKEN


def terms(kind: str) -> set[str]:
    """All terms of a kind that the catalogue has words for, whatever the game."""
    return {key.rpartition(".")[2] for key in catalogue("en").keys if key.startswith(f"{kind}.")}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", SPOKEN.values(), ids=lambda game: game.name)
def test_the_terms_of_a_game_are_explained_briefly(game: Game, locale: str) -> None:
    lines = glossary_lines(words(locale, game.name), game.announcements)
    assert len(lines) == len(set(lines)) >= 10
    assert all(line.startswith("**") and len(line) < 200 for line in lines)


def test_exactly_the_terms_in_use_are_explained() -> None:
    assert {term for game in SPOKEN.values() for term in game.glossary.split()} == terms("glossary")


@pytest.mark.parametrize("game", SPOKEN)
def test_a_games_own_terms_are_among_its_terms(game: str) -> None:
    assert terms(f"glossary.{game}") <= set(SPOKEN[game].glossary.split())


@pytest.mark.parametrize(
    "game", [game for game in SPOKEN.values() if game.groups], ids=lambda game: game.name
)
def test_each_of_many_announcements_is_explained(game: Game) -> None:
    items = dict.fromkeys(map(item_id, game.announcements))
    assert terms(f"meaning.{game.name}") == set(items)
    w = words("en", game.name)
    said = glossary_lines(w, game.announcements)[-len(items) :]
    assert [line.partition("**: ")[0].removeprefix("**") for line in said] == [
        w.term("item", item) for item in items
    ]


@pytest.mark.parametrize("game", SPOKEN.values(), ids=lambda game: game.name)
def test_only_announcements_with_a_meaning_of_their_own_follow_the_terms(game: Game) -> None:
    w = words("en", game.name)
    known = len(game.glossary.split())
    followed_by = glossary_lines(w, game.announcements)[known:]
    own = terms(f"meaning.{game.name}")
    assert len(followed_by) == len(own)
    assert all(any(line.startswith(f"**{w.term('item', item)}**") for line in followed_by) for item in own)


def test_a_king_ultimo_means_what_the_rules_of_the_game_say() -> None:
    """Königrufen 10.2.4 asks that the side wins the trick, Illustrated Tarokk 10.1.11 that the king does."""
    said = meaning_of(words("en", "koenigrufen"), "king_ultimo")
    assert said == "the called king falls in the last trick, and the declarer's side wins that trick"
    illustrated = words("en", "illustrated_tarokk")
    assert meaning_of(illustrated, "king_ultimo:S@1") == "to win the last trick with that king"


TRULLS = {
    "koenigrufen": ("trull", "スキュース", "パガット"),
    "illustrated_tarokk": ("trull", "スキーズ", "パガート"),
    "romanian_tarok": ("trula", "スキズ", "パガット"),
    "romanian_taper": ("trula", "スキズ", "パガット"),
}


@pytest.mark.parametrize("game", TRULLS)
def test_the_trull_names_its_cards_as_the_game_does(game: str) -> None:
    item, highest, pagat = TRULLS[game]
    w = words("ja", game)
    assert f"（{highest}、タロック21、{pagat}）" in meaning_of(w, item)
    assert w.term("card", "T22") == highest
    assert w.term("card", "T1").startswith(pagat)


def test_an_announcement_with_a_chosen_card_means_that_card() -> None:
    w = words("en", "royal_tarokk")
    assert meaning_of(w, "ultimo") == "the last trick with the king or matador (I to IIII) named"
    assert meaning_of(w, "ultimo:T3") == "the last trick with III"
    assert meaning_of(w, "ultimo:HK@2") == "the last trick with ♥K"
    assert meaning_of(words("ja", "royal_tarokk"), "djinn:S10").endswith("10で第10トリックに勝つ")
