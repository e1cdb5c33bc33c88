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
from cogs.discord.page import OPTIONS
from cogs.play.commands import COMMANDS
from cogs.play.spellings import Vocabulary, card_names
from tests.games.illustrated_tarokk.table import auction
from tests.games.royal_tarokk.table import royal
from tests.games.tapp_tarock.table import DREIER, tapp
from tests.notation import act


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
        ("T22", "skiz skus skues SKÜS skíz Ｓｋｕｓ スキュース スキーズ スキズ ｽｷｭｰｽ すきーず T22 22"),
        ("T21", "mond MOND XXI xxi 21 ＸＸＩ モンド もんど たろっく21"),
        ("T1", "pagat pagát PAGAT I 1 １ パガット パガート ﾊﾟｶﾞｯﾄ ぱがっと"),
        ("T16", "16 １６ XVI tarock_16 tarokk_XVI タロック16 Ｔ１６"),
        ("T4", "IV iiii 4"),
        ("HK", "♥K hk king_of_hearts ハートのキング ハートのｷﾝｸﾞ ハートキング ハートK はーとのきんぐ はーとk"),
        ("D4", "♦4 ダイヤの4 ダイヤ4 ダイヤ４ ﾀﾞｲﾔ4 だいや4"),
        ("C10", "クラブ10 クラブ１０"),
    ],
)
def test_a_card_is_found_by_any_of_its_names(code: str, typed: str, locale: str) -> None:
    played = vocabulary(locale, "play")
    for name in typed.split():
        assert played.meant(name.replace("_", " ")) == Action("play", code), name


@pytest.mark.parametrize("typed", ["1", "１", "i", "T1"])
def test_a_card_named_exactly_is_offered_first(typed: str) -> None:
    some, plays = vocabulary("en", "play"), tuple(Action("play", code) for code in sorted(CODES)[::-1])
    offered = replace(some, view=replace(some.view, actions=plays)).complete(typed)
    assert offered[0].value == "T1"
    assert len(offered) > 1
    assert len(replace(some, view=replace(some.view, actions=plays)).complete("")) == OPTIONS


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
def test_a_text_without_a_meaning_is_kept_as_it_was_typed(game: Game, locale: str) -> None:
    """Every command serves all games, also those without words for one of its verbs."""
    seats = max(game.seats)
    deal = Deal.start(game, game.lay_out(game.pack.sorted, game.dealers(seats)[0], seats))
    view = deal.view(deal.seats()[0])
    for command in COMMANDS:
        meant = Vocabulary(words(locale, game.name), view, command.verbs).parse("nonsense")
        assert meant == [Action(command.verbs[0], "nonsense")]


def test_an_unambiguous_part_of_a_name_is_enough() -> None:
    bids = vocabulary("en", "bid", "pass")
    assert [bids.meant(typed) for typed in ("drei", " SOL ")] == [
        Action("bid", "dreier"),
        Action("bid", "solo"),
    ]
    assert bids.meant("s") == Action("bid", "s"), "that is ambiguous"
    assert bids.meant(" ") == Action("bid", "")
    assert bids.matching("solo nonsense") == []
    assert [each.value for each in bids.complete("")] == ["pass", "dreier", "solo"]
    assert [each.value for each in vocabulary("en", "pass").complete("")] == ["pass"]


def discarding() -> Vocabulary:
    """What a declarer of Tapp-Tarock with kings in hand can type to discard three cards."""
    deal = act(tapp(after=DREIER), "0 take upper")
    return Vocabulary(words("en", "tapp_tarock"), deal.view(0), ("lay",))


def test_several_discards_are_separated_by_commas_or_spaces() -> None:
    some = discarding()
    queen, jack = Action("lay", "HQ"), Action("lay", "HJ")
    for typed in ("HQ HJ", "HQ,HJ", "queen of hearts, jack of hearts", " HQ , , HJ ,"):
        assert some.parse(typed) == [queen, jack], typed
    assert some.parse("") == [Action("lay", "")]


def test_the_last_discard_is_completed_and_surplus_ones_are_dropped() -> None:
    some = discarding()
    one, two, three, four = (each.argument for each in some.legal[:4])

    def values(typed: str) -> list[str]:
        return [each.value for each in some.complete(typed)]

    assert values("") == [each.argument for each in some.legal]
    assert values(f"{one} {two} {three} {four}")[0] == f"{one} {two} {four}"
    assert values(f"{one},{two}")[0] == f"{one} {two}"
    assert values(f"{one} nonsense {two}")[0] == f"{one} {two}", "a word without a meaning is dropped"
    assert values(f"{one} {one} ")[0] == f"{one} {two}", "no card is discarded twice"
    single = Vocabulary(words("en", "illustrated_tarokk"), auction("A3 B- C- D-").view(1), ("lay",))
    first, second = (each.argument for each in single.legal[:2])
    assert single.complete(f"{first} {second}")[0].value == second, "only one card is to be discarded"
    assert values(f"{one}, ") == [f"{one} {each.argument}" for each in some.legal[1:]]


def test_a_statement_can_be_begun_with_or_without_a_colon() -> None:
    view = royal().view(1)
    some = Vocabulary(words("en", "royal_tarokk"), view, ("announce",))
    assert some.begun_by("ultimo:") == some.begun_by("ultimo") == "announce ultimo:"
    assert some.begun_by("game") == "", "that is a whole statement"
    assert some.begun_by("nonsense:") == ""
    begun = [each.value for each in some.complete("ultimo:")]
    assert begun
    assert all(each.startswith("ultimo:") for each in begun)


def test_autocomplete_finds_kana_before_their_conversion() -> None:
    bids = vocabulary("ja", "bid", "pass")
    assert [each.value for each in bids.complete("そろ")] == ["solo"]
    assert [each.value for each in bids.complete("ぱす")] == ["pass"]
