"""Illustrated Tarokk in words: auction, announcements, refusals, accounts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.illustrated_tarokk import ILLUSTRATED_TAROKK
from bot.rules.cards import card
from bot.rules.deal import Deal
from bot.rules.facts import Invitation
from bot.rules.moves import Action, Move
from bot.rules.session import Session
from bot.rules.state import Item
from bot.text import words
from bot.text.announcements import item_lines
from bot.text.deals import (
    account,
    dealer_line,
    promised_lines,
    prompt_line,
    talon_lines,
    tricks_line,
    turn_line,
)
from bot.text.moves import action_label, move_sentence
from bot.text.scores import closing_lines, marked_names, session_lines, worn_lines
from bot.text.sides import called_line, own_side_line
from bot.text.words import MINUS
from tests.games.illustrated_tarokk.table import announcing, auction, dealt, to_call
from tests.notation import Sample, act, documents

EN, JA = words("en", "illustrated_tarokk"), words("ja", "illustrated_tarokk")
FOUR = ("Anna", "Béla", "Clara", "Dóra")


# What is said at the table


def label(deal: Deal, action: str) -> tuple[str, str]:
    """A label in English and in Japanese."""
    english, japanese = (action_label(w, Action.parse(action), deal.open, FOUR) for w in (EN, JA))
    return english, japanese


def last_move(deal: Deal) -> tuple[str, str]:
    """The sentence about the last move, in both languages."""
    english, japanese = (move_sentence(w, deal.log[-1], FOUR, deal.log[:-1]) for w in (EN, JA))
    return english, japanese


def test_a_tarokk_is_called_by_its_number() -> None:
    deal = to_call(auction("AS"))
    assert label(deal, "call T20") == ("Call the XX", "タロック20を指名")
    assert turn_line(EN, deal.open, FOUR) == "To call, announce or double: Anna"
    assert prompt_line(EN, deal.view(0)) == "**Call your partner's tarokk.**"
    after = act(deal, "0 call T20")
    assert last_move(after) == ("Anna calls the XX.", "Annaがタロック20を指名しました。")
    assert called_line(EN, after.open, FOUR) == "Called: the XX. The partner is not known yet."
    assert prompt_line(EN, after.view(0)) == "**It is your turn to announce.**"
    assert prompt_line(JA, after.view(0)) == "**宣言の番です。**"
    doubling = act(after, "0 done").view(1)
    assert prompt_line(EN, doubling) == "**It is your turn to double.**"
    assert prompt_line(JA, doubling) == "**コントラの番です。**"


def test_a_bonus_of_a_king_names_its_suit() -> None:
    deal = act(announcing(), "0 announce king_ultimo:S")
    assert last_move(deal) == (
        "Anna announces king ultimó of spades.",
        "Annaがスペードのキング・ウルティモーを宣言しました。",
    )
    assert label(deal, "announce king_uhu:C") == (
        "Announce king uhu of clubs",
        "クラブのキング・ウフを宣言",
    )
    deal = act(deal, "0 done; 1 kontra king_ultimo:S@0")
    assert last_move(deal)[0] == "Béla: kontra, Anna's king ultimó of spades."
    assert item_lines(EN, deal.open, deal.log, FOUR) == [
        "Announced by Anna: king ultimó of spades, kontra (×2) by Béla"
    ]


@pytest.mark.parametrize(
    ("doublings", "english", "japanese"),
    [
        (0, "Kontra: game", "ゲームにコントラ"),
        (2, "Szubkontra: game", "ゲームにスブコントラ"),
        (3, "Hirskontra: game", "ゲームにヒルシュコントラ"),
        (4, "Mordkontra: game", "ゲームにモルドコントラ"),
        (5, "Fedák Sári: game", "ゲームにフェダーク・シャーリ"),
    ],
)
def test_every_step_of_kontra_has_its_name(doublings: int, english: str, japanese: str) -> None:
    public = announcing().open._replace(items=(Item("game", None, doublings),))
    for w, said in ((EN, english), (JA, japanese)):
        assert action_label(w, Action("kontra", "game"), public) == said
    level = english.partition(":")[0]
    log = [Move(1 - each % 2, Action("kontra", "game")) for each in range(doublings + 1)]
    told = item_lines(EN, public._replace(items=(Item("game", None, doublings + 1),)), log, FOUR)
    assert told[0].startswith("Doubled: game, kontra ")
    assert told[0].casefold().endswith(f"{level} (×{2 << doublings}) by {FOUR[log[-1].seat]}".casefold())


def test_identical_announcements_are_told_apart_by_announcer() -> None:
    deal = act(announcing("A four_kings / B kontra four_kings@0, four_kings"), "2 kontra four_kings@1")
    assert label(deal, "kontra four_kings@0")[0] == "Rekontra: Anna's four kings"


@pytest.mark.parametrize(
    ("moves", "english", "japanese"),
    [
        ("", "Tarokks discarded: none", "捨てられたタロック：0枚"),
        ("2 lay T20; 2 lay T4", "Tarokks discarded: Clara\u00a02", "捨てられたタロック：Clara\u00a02"),
    ],
)
def test_discarded_tarokks_are_counted(moves: str, english: str, japanese: str) -> None:
    deal = to_call(act(auction("AS"), moves))
    assert talon_lines(EN, deal.open, FOUR) == [english]
    assert talon_lines(JA, deal.open, FOUR) == [japanese]


def test_an_invitation_is_shown_until_its_maker_is_the_declarer() -> None:
    public = auction("AS").open._replace(facts=(Invitation(0, card("T19")),), called="")
    assert public.declarer == 0
    assert promised_lines(EN, public, FOUR) == [], "only another declarer must call the card"
    other = public._replace(facts=(Invitation(1, card("T19")),))
    assert promised_lines(EN, other, FOUR)[0].startswith("Béla")
    bidding = public._replace(contract="", phase="auction")
    assert len(promised_lines(EN, bidding, FOUR)) == 1


def test_with_five_players_the_dealer_sits_out_and_tells_only_the_total() -> None:
    names = (*FOUR, "Emil")
    deal = to_call(act(dealt(seats=5), "0 bid solo; 1 lay T8; 1 lay C10; 2 lay T20; 2 lay T4"))
    public = deal.open
    assert dealer_line(EN, public, names) == "Dealer: Emil, sitting out"
    assert talon_lines(EN, public, names) == ["Tarokks discarded: Béla, Clara, and Dóra together\u00a03"]
    assert talon_lines(JA, public, names) == ["捨てられたタロック：Béla、Clara、Dóra 合わせて3"]
    assert tricks_line(EN, public, names) == "Tricks: Anna\u00a00, Béla\u00a00, Clara\u00a00, Dóra\u00a00"
    after = act(deal, "0 call T20")
    assert own_side_line(EN, after.view(4), names) == ""
    assert called_line(EN, after.open, names).endswith("The partner is not known yet.")


# What outlives a deal


@pytest.mark.parametrize(
    ("windows", "english", "japanese"),
    [
        ([4], "This deal counts ×2. Deals left in the doubling window, including this one: 4.", "2倍"),
        (
            [1, 3],
            "This deal counts ×4. Deals left in the 2 doubling windows, including this one: 1 and 3.",
            "4倍です（倍付けの残りディール数：1、3、",
        ),
    ],
)
def test_doubling_windows(windows: list[int], english: str, japanese: str) -> None:
    assert session_lines(EN, {"windows": windows, "hat": None}, FOUR) == [english]
    assert japanese in session_lines(JA, {"windows": windows, "hat": 2})[0]
    assert session_lines(EN, {"windows": [], "hat": None}, FOUR) == []


@pytest.mark.parametrize("seat", range(4))
def test_the_hat_is_shown_after_the_name(seat: int) -> None:
    session = {"windows": [], "hat": seat}
    named = [f"{name} 🎩" if at == seat else name for at, name in enumerate(FOUR)]
    assert marked_names(EN, session, FOUR) == marked_names(JA, session, FOUR) == named
    assert session_lines(EN, session, FOUR) == [f"{FOUR[seat]} wears the hat."]
    for before, told in ((session, []), ({"hat": None}, [f"{FOUR[seat]} wears the hat."])):
        assert worn_lines(EN, session, FOUR, before) == told, "only a new wearer is mentioned"
    assert session_lines(JA, session, FOUR) == [f"帽子をかぶっているのは{FOUR[seat]}です。"]
    assert session_lines(EN, session) == []


def test_names_are_unmarked_if_nobody_wears_the_hat() -> None:
    assert marked_names(EN, {"windows": [2], "hat": None}, FOUR) == list(FOUR)
    assert marked_names(words("en", "koenigrufen"), {"doubled": 2}, FOUR) == list(FOUR)


def test_the_last_circle() -> None:
    session = Session.first(ILLUSTRATED_TAROKK, {}, 4, 0)
    assert closing_lines(EN, session) == []
    assert closing_lines(EN, session.announcing_last_circle())[0].startswith(
        "“A skíz oszt, nem oszt”: the player dealt the Skíz in deal 2 will deal once more"
    )
    assert "第2ディールでスキーズを配られた人" in closing_lines(JA, session.announcing_last_circle())[0]
    later = replace(session.announcing_last_circle(), deals=3)
    assert "in deal 4" in closing_lines(EN, later)[0], "the deals in between were void"
    counted = [closing_lines(EN, replace(session.announcing_last_circle(), left=left)) for left in (5, 1, 0)]
    assert counted == [
        ["Deals left in the session, including this one: 5."],
        ["Last deal of the session."],
        [],
    ]
    between = replace(session.announcing_last_circle(), left=1)
    assert closing_lines(EN, between, over=True) == ["Deals left in the session: 1."]


ENGLISH = """\
Illustrated Tarokk
Dealer: Béla
This deal counts ×2. Deals left in the doubling window, including this one: 2.
Anna was dealt: XVII, XIV, V, I, ♠Q, ♠C, ♠J, ♥1, ♣C
Béla was dealt: XIX, XVIII, X, IX, VIII, VII, ♠K, ♠10, ♦Q
Clara was dealt: XXI, IV, III, ♥Q, ♥C, ♥J, ♦K, ♦J, ♣K
Dóra was dealt: Skíz, XX, XVI, XV, XIII, XII, II, ♥K, ♣Q
Talon as dealt: ♦1, ♣10, ♦C, XI, ♣J, VI
Auction: Clara: Three (három), Dóra: pass, Anna: pass, Béla: pass
Contract: Three (három) · 2 points, declarer Clara
Called: the III. Clara plays alone.
Discarded face up: IV, III
Tarokks discarded: Clara 2, Dóra 1, Anna 1, Béla 1
Anna discarded: XIV
Béla discarded: XVIII
Clara discarded: IV, III, ♦J
Dóra discarded: XI
Clara announces trull.
Trick 1: Clara XXI, Dóra Skíz, Anna I, Béla VI → Dóra
Trick 2: Dóra ♣Q, Anna ♣C, Béla XIX, Clara ♣10 → Béla
Trick 3: Béla ♠10, Clara ♦1, Dóra XX, Anna ♠J → Dóra
Trick 4: Dóra ♥K, Anna ♥1, Béla IX, Clara ♥J → Béla
Trick 5: Béla ♦Q, Clara ♦K, Dóra II, Anna V → Anna
Trick 6: Anna ♣J, Béla VII, Clara ♣K, Dóra XII → Dóra
Trick 7: Dóra XIII, Anna XVII, Béla X, Clara ♥C → Anna
Trick 8: Anna ♠C, Béla ♠K, Clara ♦C, Dóra XVI → Dóra
Trick 9: Dóra XV, Anna ♠Q, Béla VIII, Clara ♥Q → Dóra
1. Volát made (the defenders, not announced): 3 × 2 (doubling) = 6 points \
→ Anna +6, Béla +6, Clara -18, Dóra +6 (rule 12.3.3)
2. Trull missed (announced by the declarer's side): 2 × 2 (doubling) = 4 points \
→ Anna +4, Béla +4, Clara -12, Dóra +4 (rule 10.1.1)
3. XXI catch made (the defenders, not announced): 21 × 2 (doubling) = 42 points \
→ Anna +42, Béla +42, Clara -126, Dóra +42 (rule 10.3.3)
Clara wears the hat.
This deal: Anna +52, Béla +52, Clara -156, Dóra +52
"""


def golden(number: int) -> Deal:
    """A deal of the golden records at its end."""
    return Sample.of(documents("illustrated_tarokk.jsonl")[number]).end(ILLUSTRATED_TAROKK)


def test_a_deal_in_a_doubling_window_that_ends_with_the_hat() -> None:
    told = account(words("en"), golden(35), FOUR).replace(MINUS, "-") + "\n"
    assert told == ENGLISH
