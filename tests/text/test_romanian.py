"""Texts of Romanian Tarok and the taper only: levels, looks, la mine, five contras, the pool, radlers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games import GAMES
from bot.games.romanian import ROMANIAN_TAPER, ROMANIAN_TAROK
from bot.games.romanian.tables import GAME_AT_LEVEL
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.layout import Side
from bot.rules.moves import Action, Move
from bot.rules.reasons import Refusal
from bot.rules.results import Figures, Outcome, factors
from bot.rules.session import Session
from bot.rules.state import Item
from bot.text import words
from bot.text.account import account
from bot.text.announced import announced_lines
from bot.text.deals import (
    action_label,
    auction_line,
    call_in_words,
    contract_line,
    item_lines,
    look_lines,
    move_sentence,
    refusal_sentence,
    score_line,
    standing_lines,
    talon_lines,
    turn_line,
)
from bot.text.facts import item_name
from bot.text.help import option_line
from tests.games.romanian.table import four, to_talk
from tests.notation import LINE, act, layout, legal, until
from tests.text.players import NAMES

EN, JA = words("en", "romanian_tarok"), words("ja", "romanian_tarok")
TAPER_EN, TAPER_JA = words("en", "romanian_taper"), words("ja", "romanian_taper")
FOUR, THREE = NAMES[:4], NAMES[:3]
PASSED = "; ".join(f"{seat} pass" for seat in range(4))
DOI = "0 bid doi1; 1 pass; 2 pass; 3 pass; 0 call HK"


def dealt(*hands: str, talon: str = "", game: Game = ROMANIAN_TAROK, **options: object) -> Deal:
    """A deal with Anna as forehand."""
    cards = layout(game, *hands, talon=talon, dealer=min(game.seats) - 1, options=options)
    return Deal.start(game, replace(cards, session=game.session))


def test_two_games_share_their_words() -> None:
    assert TAPER_EN.games == ("romanian_taper", "romanian_tarok")
    assert EN.games == ("romanian_tarok",)
    assert TAPER_EN.term("contract", "doi2") == EN.term("contract", "doi2") == "Second doi"
    assert item_name(EN, "taroace:8") == "8 taroace"
    assert item_name(TAPER_JA, "taroace:12") == "12枚切札"
    for locale in ("en", "ja"):
        shared = words(locale, "romanian_taper")("family.romanian_taper")
        assert shared in GAMES


def test_cutting_and_knocking() -> None:
    session = Session.first(ROMANIAN_TAROK, {"knock_styles": True}, 4, 3)
    deal = session.deal(ROMANIAN_TAROK.pack.sorted)
    assert action_label(EN, Action.parse("deal cut"), deal.open) == "Cut the pack"
    assert contract_line(EN, deal.open, FOUR) == "There is no contract yet."
    assert standing_lines(EN, deal.open, deal.log, FOUR)[-1] == "To cut or knock: Béla"
    deal = act(deal, "1 deal knock")
    assert move_sentence(EN, deal.log[-1], FOUR) == "Before the deal Béla chose: Knock."
    assert action_label(JA, Action.parse("deal piles"), deal.open) == "12枚ずつの山から選ぶ"
    deal = act(deal, "0 deal abeles")
    assert move_sentence(EN, deal.log[-1], FOUR).startswith("Before the deal Anna chose: Deal by Abeles")


def test_la_mine() -> None:
    deal = act(dealt("T22"), "0 bid doi1; 1 bid doi2; 2 pass; 3 pass; 0 hold")
    assert auction_line(EN, deal.open, FOUR).endswith("Clara: pass, Anna: la mine")
    assert call_in_words(JA, Action("hold")) == "ラ・ミネ"
    assert action_label(EN, Action("hold"), deal.open) == "La mine (hold)"
    assert move_sentence(EN, deal.log[-1], FOUR) == "Anna says la mine."


def test_the_level_is_named_while_groups_are_refused_and_when_one_is_taken() -> None:
    deal = act(dealt("T22", talon="SK SQ SC SJ HK DK"), DOI)
    worth = "First doi · 2 if won, 2 × level if lost"
    assert contract_line(EN, deal.open, FOUR) == "Contract: First doi · 2 points, level 1, declarer Anna"
    deal = act(deal, "0 refuse; 0 refuse")
    now = "+2\N{NO-BREAK SPACE}/\N{NO-BREAK SPACE}−6"
    assert contract_line(EN, deal.open, FOUR) == f"Contract: First doi · {now} points, level 3, declarer Anna"
    japanese = f"コントラクト：最初のドイ（{now}点）、レベル3、デクレアラー：Anna"
    assert contract_line(JA, deal.open, FOUR) == japanese
    open_ = act(deal, "0 refuse")
    assert contract_line(EN, open_.open, FOUR) == f"Contract: {worth}, declarer Anna", (
        "each group has its level"
    )
    assert action_label(EN, Action.parse("take 2"), open_.open) == "Take group ② (level 5)"
    assert "group ① ♠K, ♠Q (level 4); group ② ♠C, ♠J (level 5); group ③ ♥K, ♦K" in (
        "".join(talon_lines(EN, open_.open, FOUR))
    )
    taken = act(open_, "0 take 2")
    assert "level 5" in contract_line(EN, taken.open, FOUR)
    assert move_sentence(EN, taken.log[-1], FOUR) == "Anna takes group ② of the talon."
    assert "Talon: group ① ♠K, ♠Q; group ② ♠C, ♠J, taken by Anna; group ③ ♥K, ♦K" in talon_lines(
        EN, taken.open, FOUR
    )
    solo = act(dealt("T22"), "0 bid solo; 1 pass; 2 pass; 3 pass")
    assert contract_line(EN, solo.open, FOUR) == "Contract: Solo · 8 points, declarer Anna"


def test_only_the_declarer_sees_the_group_looked_at() -> None:
    deal = act(dealt("T22", talon="SK SQ SC SJ HK DK"), f"{DOI}; 0 refuse")
    assert look_lines(
        EN,
        deal.view(0),
    ) == ["Only you see group ②: ♠C, ♠J"]
    assert look_lines(JA, deal.view(0)) == ["あなただけが見ている組②：♠C、♠J"]
    for seat in (1, 2, 3, None):
        assert look_lines(EN, deal.view(seat)) == []
    taken = act(deal, "0 take")
    assert look_lines(EN, taken.view(0)) == []
    assert move_sentence(EN, taken.log[-1], FOUR) == "Anna takes the cards looked at."
    assert talon_lines(EN, taken.open, FOUR) == ["Talon: group ① ♠K, ♠Q; group ②, taken by Anna"]


@pytest.mark.parametrize(
    ("action", "english", "japanese"),
    [
        ("take", "Take this group (level 1)", "このカードを取る（レベル1）"),
        ("refuse", "Show it and go on", "公開して次へ進む"),
        ("surrender", "Concede", "降伏する"),
    ],
)
def test_the_choices_after_a_look_have_their_labels(action: str, english: str, japanese: str) -> None:
    deal = act(dealt("T22", talon="HK"), DOI)
    assert action in legal(deal)
    public = deal.open
    labels = [action_label(w, Action(action), public) for w in (EN, JA)]
    assert labels == [english, japanese]


def test_turn_lines_and_prompts_are_worded_for_this_talon() -> None:
    deal = act(dealt("T22"), DOI)
    assert standing_lines(EN, deal.open, deal.log, FOUR)[-1] == "To take or refuse talon cards: Anna"
    last = act(deal, "0 refuse; 0 refuse; 0 refuse").open
    assert turn_line(EN, last, FOUR) == "To take one of the groups shown: Anna"
    assert turn_line(JA, last, FOUR) == "公開された組を取る番：Anna"
    assert EN.term("prompt", "talon.refuse", count=0).startswith("**Take this group")
    assert EN.term("prompt", "talon", count=0).startswith("**All groups are shown")


def test_all_five_levels_of_contra_have_names() -> None:
    deal = dealt("T22", "T21 HK", "T20", "T19")
    deal = act(deal, "0 bid solo; 1 pass; 2 pass; 3 pass; 0 call HK; 0 announce trula; 0 done; 1 done")
    names = []
    for seat, turn in (
        (2, "2 done; 3 done; 0 done"),
        (1, "1 done"),
        (2, "2 done; 3 done; 0 done"),
        (1, "1 done"),
    ):
        names.append(action_label(EN, Action.parse("kontra trula@0"), deal.open, FOUR))
        deal = act(deal, f"{seat} kontra trula@0")
        told = move_sentence(EN, deal.log[-1], FOUR, deal.log[:-1])
        deal = act(deal, turn)
    assert names == ["Contra: Trula", "Recontra: Trula", "Supra: Trula", "Hirş: Trula"]
    assert told == "Béla: hirş, Anna's Trula."
    (told,), (told_ja,) = (item_lines(w, deal.open, deal.log, FOUR) for w in (EN, JA))
    assert (
        told
        == "Announced by Anna: Trula, contra by 大輔, recontra by Béla, supra by 大輔, hirş (×16) by Béla"
    )
    assert (
        told_ja == "Annaの予告：トルラ（コントラ：大輔、レコントラ：Béla、スプラ：大輔、ヒルス・×16：Béla）"
    )
    last = act(deal, "2 kontra trula@0")
    assert "mord (×32)" in item_lines(EN, last.open, last.log, FOUR)[0]


def test_a_doubled_game_is_worth_its_level_to_whoever_wins_it() -> None:
    third = act(to_talk(four(), "unu3"), "0 done; 1 kontra game")
    (told,) = announced_lines(EN, third.open, third.log, FOUR, priced=True)
    assert told == "Doubled: game, contra (×2) by Béla, now 18 points"


def test_michi_michi_is_mentioned_while_it_is_played() -> None:
    deal = act(dealt("T22"), PASSED)
    assert (
        "Michi-michi: everyone passed, so every player for themselves; every trick costs."
        in standing_lines(EN, deal.open, deal.log, FOUR)
    )
    over = until(deal, "over")
    assert "chip into the pool for every trick; 17 in it now" in account(EN, over, FOUR)


def test_deals_thrown_in_or_annulled_are_described() -> None:
    thrown = act(dealt(game=ROMANIAN_TAPER), "0 pass; 1 pass; 2 pass")
    assert contract_line(TAPER_EN, thrown.open, THREE).startswith("Everyone passed: the cards are thrown in")
    poor = dealt("T22", "S7 S8 S9 S10 SJ SC H4 H3 H2 H1 HJ HC")
    annulled = act(poor, "0 bid doi1; 1 annul")
    assert contract_line(EN, annulled.open, FOUR) == "The deal is annulled. There is no contract."
    assert "Béla has neither a tarock nor a king and annuls the deal." in account(EN, annulled, FOUR)


WON, LOST, MADE, MISSED = Outcome.WON, Outcome.LOST, Outcome.MADE, Outcome.MISSED
US, THEM = Side.DECLARER, Side.DEFENDERS
KEPT = {"points": 41, "needed": 36}
SHORT = {"points": 35, "needed": 36}


@pytest.mark.parametrize(
    ("kind", "outcome", "side", "figures", "what"),
    [
        (GAME_AT_LEVEL, WON, US, {"level": 3, **KEPT}, "Game won (level 3; the declarer's side has 41"),
        (GAME_AT_LEVEL, LOST, THEM, {"level": 3, **SHORT}, "Game lost (level 3; the declarer's side has 35"),
        ("game", WON, US, KEPT, "Game won (the declarer's side has 41"),
        ("game", LOST, THEM, SHORT, "Game lost (the declarer's side has 35"),
        (
            "game",
            Outcome.FORFEITED,
            THEM,
            {"level": 3},
            "The declarer concedes: the price of a game lost at level 3",
        ),
        ("trula", Outcome.FORFEITED, THEM, {}, "The conceding declarer has no card of the trula"),
        ("kings", MADE, US, {}, "All kings made (announced by the declarer's side)"),
        ("kings", MISSED, US, {}, "All kings missed (announced by the defenders)"),
        ("valat", WON, THEM, {}, "Valat made (the defenders, not announced)"),
        ("pagat_ult", LOST, THEM, {}, "Pagat ultimo missed (the declarer's side, not announced)"),
        ("pagat_ult", WON, THEM, {}, "Pagat ultimo made (the defenders, not announced)"),
        ("king_caught", Outcome.FORFEITED, THEM, {}, "Called king looked at and left in the talon"),
        ("king_caught", WON, THEM, {}, "King catch made (the defenders, not announced)"),
    ],
)
def test_a_line_says_what_was_scored(
    kind: str, outcome: Outcome, side: Side, figures: Figures, what: str
) -> None:
    sentence = ROMANIAN_TAROK.sentences[kind, outcome, side]
    line = LINE._replace(item=kind, amounts=(2, -2, 2, -2), sentence=sentence, figures=figures)
    assert score_line(EN, line, FOUR).startswith(what)
    assert "{" not in score_line(JA, line, FOUR)


def test_a_declaration_states_the_number_of_tarocks() -> None:
    line = LINE._replace(
        item="taroace", sentence="taroace.declared.defenders", amounts=(0,) * 4, about="taroace:9"
    )
    assert score_line(EN, line, FOUR).startswith("9 taroace (hand declaration of the defenders)")


def test_every_factor_is_written_with_its_reason() -> None:
    line = LINE._replace(
        item="trula",
        sentence="bonus.made.declarer",
        base=2,
        factors=factors(kontra=4, doubled=2),
        amounts=(16, -16, 16, -16),
    )
    assert score_line(EN, line, FOUR).startswith(
        "Trula made (announced by the declarer's side): 2 × 4 (recontra) × 2 (doubled deal) = 16 points → "
    )


@pytest.mark.parametrize(
    ("hands", "moves", "attempt", "english"),
    [
        ("T22", "", "0 annul", "Only a player with neither tarock nor king may annul the deal"),
        ("T22", "0 bid doi1", "1 bid doi3", "Third doi may be bid only over the one before it"),
        (
            "T22",
            "0 bid doi1; 1 bid doi2",
            "2 hold",
            "La mine is only for a player who speaks before the bidder",
        ),
        ("T22", DOI, "0 take 9", "That group cannot be taken now."),
        ("T22", f"{DOI}; 0 refuse; 0 refuse; 0 refuse", "0 refuse", "All groups have been refused"),
        (
            "T22",
            f"{DOI}; 0 refuse; 0 refuse; 0 refuse",
            "0 take 3",
            "What was refused last cannot be had back: gr",
        ),
        ("T22", f"{DOI}", "0 surrender", "You may concede only once you have seen the called king"),
    ],
)
def test_refusals_say_what_to_do(hands: str, moves: str, attempt: str, english: str) -> None:
    deal = act(dealt(hands, "HK"), moves)
    seat, _, action = attempt.partition(" ")
    refusal = deal.act(int(seat), Action.parse(action))
    assert isinstance(refusal, Refusal)
    assert refusal_sentence(EN, refusal).startswith(english)
    assert not any(kept in refusal_sentence(JA, refusal) for kept in ("{", "refusal."))


def test_a_refusal_of_the_taper_uses_the_words_of_the_taper() -> None:
    deal = until(act(dealt("T22", game=ROMANIAN_TAPER), "0 bid solo; 1 pass; 2 pass"), "announcing")
    refusal = deal.act(0, Action.parse("announce taroace:12"))
    assert isinstance(refusal, Refusal)
    assert "12 taroace" in refusal_sentence(TAPER_EN, refusal)
    assert "12枚切札" in refusal_sentence(TAPER_JA, refusal)


def test_house_rules() -> None:
    assert option_line(EN, "untaken_talon_to", "opponents") == (
        "The untaken cards of the talon count for: the opponents"
    )
    assert option_line(TAPER_EN, "untaken_talon_to", "declarer").endswith(": the declarer")
    assert option_line(JA, "all_pass_4p", "michi") == "4人ともパスしたら：ミキミキをプレイする"


@pytest.mark.parametrize(
    ("item", "english", "japanese"),
    [
        ("trula", "Anna announces Trula.", "Annaがトルラを予告しました。"),
        ("taroace:8", "Anna declares 8 taroace.", "Annaが8枚切札を発表しました。"),
    ],
)
def test_a_hand_is_declared_and_a_bonus_announced(item: str, english: str, japanese: str) -> None:
    action = Action("announce", item)
    assert move_sentence(EN, Move(0, action), ["Anna"]) == english
    assert move_sentence(JA, Move(0, action), ["Anna"]) == japanese
    assert action_label(EN, action).split()[0] == english.split()[1].rstrip("s").capitalize()
    assert japanese.removeprefix("Annaが").startswith(action_label(JA, action))


def test_a_declared_hand_stands_in_a_line_of_its_own() -> None:
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
