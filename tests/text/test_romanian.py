"""Romanian Tarok in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games import GAMES
from bot.games.romanian import ROMANIAN_TAPER, ROMANIAN_TAROK
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.moves import Action, Move
from bot.rules.results import ScoreLine
from bot.rules.state import Item
from bot.text import words
from bot.text.announcements import announced_lines
from bot.text.deals import (
    account,
    contract_line,
    look_lines,
    talon_lines,
)
from bot.text.facts import item_name
from bot.text.moves import action_label, move_sentence
from bot.text.scores import score_line, session_lines, totals_line
from bot.text.words import MINUS
from tests.games.romanian.table import four, to_talk
from tests.notation import LINE, act, layout
from tests.text.players import NAMES

EN, JA = words("en", "romanian_tarok"), words("ja", "romanian_tarok")
TAPER_EN, TAPER_JA = words("en", "romanian_taper"), words("ja", "romanian_taper")
FOUR, THREE = NAMES[:4], NAMES[:3]
DOI = "0 bid doi1; 1 pass; 2 pass; 3 pass; 0 call HK"
CONTRACT = "Contract: First doi (pairs) · {}, level {}, declarer Anna"


def dealt(*hands: str, talon: str = "", game: Game = ROMANIAN_TAROK, **options: object) -> Deal:
    """A deal with Anna as forehand."""
    cards = layout(game, *hands, talon=talon, dealer=min(game.seats) - 1, options=options)
    return Deal.start(game, replace(cards, session=game.session))


def test_two_games_share_their_words() -> None:
    assert TAPER_EN.games == ("romanian_taper", "romanian_tarok")
    assert EN.games == ("romanian_tarok",)
    assert TAPER_EN.term("contract", "doi2") == EN.term("contract", "doi2") == "Second doi (pairs)"
    assert item_name(EN, "taroace:8") == "8 taroace"
    assert item_name(TAPER_JA, "taroace:12") == "タロック12枚"
    for locale in ("en", "ja"):
        shared = words(locale, "romanian_taper")("family.romanian_taper")
        assert shared in GAMES


def test_the_level_is_named_while_groups_are_refused_and_when_one_is_taken() -> None:
    deal = act(dealt("T22", talon="SK SQ SC SJ HK DK"), DOI)
    worth = "First doi (pairs) · 2 if won, 2 × level if lost"
    assert contract_line(EN, deal.open, FOUR) == CONTRACT.format("2 points", 1)
    deal = act(deal, "0 refuse; 0 refuse")
    now = "+2\N{NO-BREAK SPACE}/\N{NO-BREAK SPACE}−6"
    assert contract_line(EN, deal.open, FOUR) == CONTRACT.format(f"{now} points", 3)
    japanese = f"コントラクト：最初のドイ（{now}点）、レベル3、デクレアラー：Anna"
    assert contract_line(JA, deal.open, FOUR) == japanese
    open_ = act(deal, "0 refuse")
    assert contract_line(EN, open_.open, FOUR) == f"Contract: {worth}, declarer Anna", (
        "each group has its level"
    )
    assert action_label(EN, Action.parse("take 2"), open_.open) == "Take packet ② (level 5)"
    assert "packet ① ♠K, ♠Q (level 4); packet ② ♠C, ♠J (level 5); packet ③ ♥K, ♦K" in (
        "".join(talon_lines(EN, open_.open, FOUR))
    )
    taken = act(open_, "0 take 2")
    assert "level 5" in contract_line(EN, taken.open, FOUR)
    assert move_sentence(EN, taken.log[-1], FOUR) == "Anna takes packet ② of the talon."
    assert "Talon: packet ① ♠K, ♠Q; packet ② ♠C, ♠J, taken by Anna; packet ③ ♥K, ♦K" in talon_lines(
        EN, taken.open, FOUR
    )
    solo = act(dealt("T22"), "0 bid solo; 1 pass; 2 pass; 3 pass")
    assert contract_line(EN, solo.open, FOUR) == "Contract: Solo · 8 points, declarer Anna"


def test_only_the_declarer_sees_the_group_looked_at() -> None:
    deal = act(dealt("T22", talon="SK SQ SC SJ HK DK"), f"{DOI}; 0 refuse")
    assert look_lines(
        EN,
        deal.view(0),
    ) == ["Only you see packet ②: ♠C, ♠J"]
    assert look_lines(JA, deal.view(0)) == ["あなただけが見ている②番：♠C、♠J"]
    for seat in (1, 2, 3, None):
        assert look_lines(EN, deal.view(seat)) == []
    taken = act(deal, "0 take")
    assert look_lines(EN, taken.view(0)) == []
    assert move_sentence(EN, taken.log[-1], FOUR) == "Anna takes the cards looked at."
    assert talon_lines(EN, taken.open, FOUR) == ["Talon: packet ① ♠K, ♠Q; packet ②, taken by Anna"]


def test_a_doubled_game_is_worth_its_level_to_its_winner() -> None:
    third = act(to_talk(four(), "unu3"), "0 done; 1 kontra game")
    (told,) = announced_lines(EN, third.open, third.log, FOUR, priced=True)
    assert told == "Doubled: game, contra (×2) by Béla, now 18 points"


def test_deals_thrown_in_or_annulled_are_described() -> None:
    thrown = act(dealt(game=ROMANIAN_TAPER), "0 pass; 1 pass; 2 pass")
    assert contract_line(TAPER_EN, thrown.open, THREE).startswith("Everyone passed: the cards are thrown in")
    poor = dealt("T22", "S7 S8 S9 S10 SJ SC H4 H3 H2 H1 HJ HC")
    annulled = act(poor, "0 bid doi1; 1 annul")
    assert contract_line(EN, annulled.open, FOUR) == "The deal is annulled. There is no contract."
    assert "Béla has neither a tarock nor a king and annuls the deal." in account(EN, annulled, FOUR)


def test_a_declaration_states_the_number_of_tarocks() -> None:
    line = LINE._replace(
        item="taroace", sentence="taroace.declared.defenders", amounts=(0,) * 4, about="taroace:9"
    )
    assert score_line(EN, line, FOUR).startswith("9 taroace (hand declaration of the defenders)")


@pytest.mark.parametrize(
    ("item", "english", "japanese"),
    [
        ("trula", "Anna announces Trula.", "Annaがトルラを予告しました。"),
        ("taroace:8", "Anna declares 8 taroace.", "Annaがタロック8枚を発表しました。"),
    ],
)
def test_a_hand_is_declared_and_a_bonus_announced(item: str, english: str, japanese: str) -> None:
    action = Action("announce", item)
    assert move_sentence(EN, Move(0, action), ["Anna"]) == english
    assert move_sentence(JA, Move(0, action), ["Anna"]) == japanese
    assert action_label(EN, action).split()[0] == english.split()[1].rstrip("s").capitalize()
    assert japanese.removeprefix("Annaが").startswith(action_label(JA, action))


def test_a_declared_hand_has_a_line_of_its_own() -> None:
    deal = act(dealt("T22"), "0 bid solo; 1 pass; 2 pass; 3 pass")
    items = (Item("taroace:8", 0), Item("trula", 0), Item("pagat_ult", 0))
    public = deal.open._replace(items=items, session={**deal.open.session, "pool": 4})
    said = [announced_lines(w, public, (), FOUR, priced=True) for w in (EN, JA)]
    assert said[0][0].startswith("Declared by Anna: ")
    assert said[1][0].startswith("Annaの発表：")
    assert said[0][1].startswith("Announced by Anna: Trula")
    assert said[1][1].startswith("Annaの予告：トルラ")
    assert len(said[0]) == len(said[1]) == 2


def test_the_chips_of_an_announced_pagat_are_named_in_the_play_too() -> None:
    deal = act(dealt("T22"), DOI)
    public = deal.open._replace(
        items=(Item("pagat_ult", 0), Item("trula", 0)), session={**deal.open.session, "pool": 4}
    )
    (said,) = announced_lines(EN, public, (), FOUR, priced=True)
    pagat, trula = said.split("; ")
    assert pagat.endswith(" (pool +4\u00a0/\u00a0−4)")
    assert "pool" not in trula


def test_radlers_and_the_pool() -> None:
    assert session_lines(EN, {"radlers": 1, "pool": 1}) == [
        "This deal is a radler and counts double. It is the last one.",
        "In the pool, including the antes of this deal: 1 chip.",
    ]
    assert session_lines(JA, {"radlers": 3, "pool": 17}) == [
        "このディールはラドレルで、ゲーム点が2倍です（このディールを含め、あと3ディール）。",
        "プール（このディールのアンティを含む）：17チップ",
    ]
    assert session_lines(EN, {"radlers": 0, "pool": 0}) == []
    assert session_lines(EN, {"radlers": 2, "pool": 5}, over=True) == [
        "This deal is a radler and counts double. Radlers left, including this one: 2.",
        "In the pool at the start of this deal, including its antes: 5 chips.",
    ]
    assert (
        totals_line(TAPER_EN, (4, -8, 4), THREE)
        == "Balance, antes paid (the pool is shared out at the end): "
        f"Anna\u00a0+4, Béla\u00a0{MINUS}8, 大輔\u00a0+4"
    )


def pool_line(sentence: str, amounts: tuple[int, ...], rule: str, chips: int, left: int) -> ScoreLine:
    """A line of the sheet with chips of the pool."""
    return LINE._replace(
        item="pool",
        sentence=sentence,
        base=sum(amounts),
        amounts=amounts,
        rule=f"romanian_tarok {rule}",
        figures={"chips": chips, "pool": left},
        with_pool=True,
    )


def test_the_chips_of_the_pool_are_listed_by_player() -> None:
    line = pool_line("pool_doubled.made", (5, -9, 4, -9), "14.3", 9, 18)
    gains = f"Anna\u00a0+5, Béla\u00a0{MINUS}9, 大輔\u00a0+4, Clara\u00a0{MINUS}9 (rule 14.3)"
    assert score_line(EN, line, FOUR).endswith(f" → {gains}")
