"""Texts of Royal Tarokk only: announcements that name cards, raising, teams by seat, house values."""

from __future__ import annotations

import pytest

from bot.games.royal_tarokk.announcements import ITEMS
from bot.rules.moves import Action
from bot.rules.reasons import Refusal
from bot.text import LOCALES, words
from bot.text.announcements import item_lines
from bot.text.deals import account, contract_line, standing_lines
from bot.text.facts import item_in_full, item_name
from bot.text.help import option_line
from bot.text.moves import action_label, move_sentence, refusal_sentence
from bot.text.scores import score_lines
from tests.games.royal_tarokk.table import over, royal
from tests.notation import act
from tests.text.players import NAMES

EN, JA = words("en", "royal_tarokk"), words("ja", "royal_tarokk")
FOUR = NAMES[:4]


@pytest.mark.parametrize(
    ("item", "english", "japanese"),
    [
        ("suit_count:S,3", "3 spades (színhossz)", "スペード3枚"),
        ("tarokk_count:8", "8 tarokks (tarokkszám)", "タロック8枚"),
        ("pheasant:T3", "pheasant (fácán) with III", "タロック3の雉"),
        (
            "temesvar_pheasant:SK,T3",
            "Temesvár pheasant (temesvári fácán): ♠K, then III",
            "テメスバールの雉（1トリック目♠K、2トリック目タロック3）",
        ),
        (
            "red_and_black:H,S",
            "red and black (vörös és fekete): hearts and spades",
            "赤と黒（ハートとスペード）",
        ),
        ("djinn:S10", "djinn (dzsinn) with ♠10", "♠10のジン"),
        ("game", "game (játék)", "ゲーム"),
        ("vulture", "vulture (keselyű)", "はげたか"),
        ("vulture:T1,SK", "vulture (keselyű): I, ♠K", "はげたか：タロック1、♠K"),
    ],
)
def test_announcements_name_their_suits_cards_and_counts(item: str, english: str, japanese: str) -> None:
    assert (item_name(EN, item), item_name(JA, item)) == (english, japanese)


@pytest.mark.parametrize("locale", LOCALES)
def test_every_announcement_has_a_label_of_its_own(locale: str) -> None:
    w = words(locale, "royal_tarokk")
    labels = {action_label(w, Action("announce", item)) for item in ITEMS}
    assert len(labels) == len(ITEMS)
    assert max(map(len, labels)) <= 80, "a button has 80 characters"


def test_game_is_an_announcement_named_with_its_announcer() -> None:
    deal = act(royal("1 game"), "2 kontra game@1")
    assert item_in_full(EN, "game@1", FOUR) == "Béla's game (játék)"
    assert move_sentence(EN, deal.log[-1], FOUR) == "大輔: kontra, Béla's game (játék)."
    assert item_lines(EN, deal.open, deal.log, FOUR) == ["Announced by Béla: game (játék), kontra by 大輔"]
    assert item_lines(JA, deal.open, deal.log, FOUR)[0].endswith("ゲーム、コントラ（大輔）")


def test_a_superseded_announcement_names_the_one_that_raised_it() -> None:
    deal = royal("1 ultimo:T3 / 2 - / 3 - / 0 sneaker")
    assert item_lines(EN, deal.open, deal.log, FOUR) == [
        "Announced by Béla: ultimo (ultimó) with III: replaced by sneaker",
        "Announced by Anna: sneaker",
    ]
    assert "Announced by Béla: ultimo (ultimó) with III: replaced by" in account(EN, deal, FOUR)
    told, _ = item_lines(EN, deal.open, deal.log, FOUR, explained=True)
    assert told == "Announced by Béla: ultimo (ultimó) with III: replaced by sneaker", "worth nothing"


def test_the_seats_make_the_teams() -> None:
    public = royal(dealer=2).open
    sides = "Attackers: 大輔 and Clara. Defenders: Anna and Béla."
    assert contract_line(EN, public, FOUR) == sides
    assert sides in standing_lines(EN, public, (), FOUR)
    assert sides in account(EN, royal(dealer=2), FOUR)
    assert "Auction" not in account(EN, royal(), FOUR)


OVER = over(
    "1 ultimo:T1; gang:D; matador / 2 contra ultimo:T1@1 / 3 - / 0 amazon",
    "0022222222; 1 DQ DK DC DJ",
    "",
    "T1 T20",
)


@pytest.mark.rule("royal_tarokk 17.13")
def test_house_values_are_marked_as_such() -> None:
    assert "are this bot's own" in score_lines(EN, OVER, FOUR)[-2]
    assert "このボットが独自に決めた値" in score_lines(JA, OVER, FOUR)[-2]
    other = over("1 game", "2" * 10, points={"game": 3})
    assert "set by the bot's owner" in score_lines(EN, other, FOUR)[-2]
    assert option_line(EN, "points", {"game": 3}) == "Points of the announcements: 1 changed"


@pytest.mark.rule("royal_tarokk 5.3.3")
def test_a_refusal_says_what_to_do() -> None:
    deal = royal("1 ultimo:T3 / 2 - / 3 - / 0 honour / 1 - / 2 city / 3 - / 0 -")
    refusal = deal.act(1, Action("announce", "uhu:T3"))
    assert isinstance(refusal, Refusal)
    sentence = refusal_sentence(EN, refusal)
    assert sentence.startswith("You can't raise your own announcement: uhu with III. Only your partner")
