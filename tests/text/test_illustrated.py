"""Illustrated Tarokk in words: auction, announcements, refusals, accounts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from bot.games.illustrated_tarokk import ILLUSTRATED_TAROKK
from bot.rules.cards import card
from bot.rules.deal import Deal
from bot.rules.facts import Invitation
from bot.rules.moves import Action, Move
from bot.rules.reasons import Refusal
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
from bot.text.help import option_line, rules_summary
from bot.text.moves import action_label, move_sentence, refusal_sentence
from bot.text.scores import closing_lines, marked_names, score_lines, session_lines, worn_lines
from bot.text.sides import called_line, own_side_line
from bot.text.words import MINUS
from tests.games.illustrated_tarokk.table import announcing, auction, dealt, keep, position, to_call
from tests.notation import Sample, act, documents, move, until
from tests.text.players import EIGHT

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
    assert prompt_line(EN, deal.view(0), 0) == "**Call your partner's tarokk.**"
    after = act(deal, "0 call T20")
    assert last_move(after) == ("Anna calls the XX.", "Annaがタロック20を指名しました。")
    assert called_line(EN, after.open, FOUR) == "Called: the XX. The partner is not known yet."
    assert prompt_line(EN, after.view(0), 0) == "**It is your turn to announce.**"
    assert prompt_line(JA, after.view(0), 0) == "**宣言の番です。**"
    doubling = act(after, "0 done").view(1)
    assert prompt_line(EN, doubling, 0) == "**It is your turn to double.**"
    assert prompt_line(JA, doubling, 0) == "**コントラの番です。**"


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
    public = replace(announcing().open, items=(Item("game", None, doublings),))
    for w, said in ((EN, english), (JA, japanese)):
        assert action_label(w, Action("kontra", "game"), public) == said
    level = english.partition(":")[0]
    log = [Move(1 - each % 2, Action("kontra", "game")) for each in range(doublings + 1)]
    told = item_lines(EN, replace(public, items=(Item("game", None, doublings + 1),)), log, FOUR)
    assert told[0].startswith("Doubled: game, kontra ")
    assert told[0].casefold().endswith(f"{level} (×{2 << doublings}) by {FOUR[log[-1].seat]}".casefold())


def test_identical_announcements_are_told_apart_by_announcer() -> None:
    deal = act(announcing("A four_kings / B kontra four_kings@0, four_kings"), "2 kontra four_kings@1")
    assert label(deal, "kontra four_kings@0")[0] == "Rekontra: Anna's four kings"


@pytest.mark.parametrize(
    ("moves", "english", "japanese"),
    [
        ("", "Tarokks discarded: none", "捨てられたタロックの枚数：なし"),
        ("2 lay T20; 2 lay T4", "Tarokks discarded: Clara\u00a02", "捨てられたタロックの枚数：Clara\u00a02"),
    ],
)
def test_discarded_tarokks_are_counted(moves: str, english: str, japanese: str) -> None:
    deal = to_call(act(auction("AS"), moves))
    assert talon_lines(EN, deal.open, FOUR) == [english]
    assert talon_lines(JA, deal.open, FOUR) == [japanese]


def test_an_invitation_is_told_until_its_maker_is_the_declarer() -> None:
    public = replace(auction("AS").open, facts=(Invitation(0, card("T19")),), called="")
    assert public.declarer == 0
    assert promised_lines(EN, public, FOUR) == [], "only another declarer must call the card"
    other = replace(public, facts=(Invitation(1, card("T19")),))
    assert promised_lines(EN, other, FOUR)[0].startswith("Béla")
    bidding = replace(public, contract="", phase="auction")
    assert len(promised_lines(EN, bidding, FOUR)) == 1


def test_with_five_players_the_dealer_sits_out_and_tells_only_the_total() -> None:
    names = (*FOUR, "Emil")
    deal = to_call(act(dealt(seats=5), "0 bid solo; 1 lay T8; 1 lay C10; 2 lay T20; 2 lay T4"))
    public = deal.open
    assert dealer_line(EN, public, names) == "Dealer: Emil, sitting out"
    assert talon_lines(EN, public, names) == ["Tarokks discarded: Béla, Clara, and Dóra together\u00a03"]
    assert talon_lines(JA, public, names) == ["捨てられたタロックの枚数：Béla、Clara、Dóra 合わせて3"]
    assert (
        tricks_line(EN, public, names) == "Tricks taken: Anna\u00a00, Béla\u00a00, Clara\u00a00, Dóra\u00a00"
    )
    after = act(deal, "0 call T20")
    assert own_side_line(EN, after.view(4), names) == ""
    assert called_line(EN, after.open, names).endswith("The partner is not known yet.")


def test_annulling() -> None:
    deal = until(auction("AS", "T22 T21 T20 T19 SK HK DK CK S10", talon="C10 H1 D1 SJ CJ SQ"), "offer", keep)
    assert turn_line(EN, deal.open, FOUR) == EN("turn.offer", players="")
    assert prompt_line(EN, deal.view(0), 0) == "**With this hand you may annul the deal or play on.**"
    assert label(deal, "annul") == ("Annul the deal", "ディールを無効にする")
    assert label(deal, "decline") == ("Play these cards", "このまま始める")
    over = act(deal, "0 annul")
    assert last_move(over) == ("Anna annuls the deal.", "Annaがディールの無効を宣言しました。")
    assert score_lines(EN, over.open, FOUR) == [
        "The deal is void: nobody scores, and the same dealer deals again."
    ]


def test_claiming() -> None:
    deal = until(announcing("A - / B - / C - / D -", *EIGHT), "offer", keep)
    assert turn_line(EN, deal.open, FOUR) == EN("turn.offer_at_end", players="")
    assert prompt_line(EN, deal.view(0), 0).startswith("**You held eight or nine tarokks and did not say so")
    assert label(deal, "claim") == ("Claim my tarokks", "タロックの点を請求する")
    assert label(deal, "decline") == ("Claim nothing", "請求しない")
    over = act(deal, "0 claim")
    assert last_move(over)[0] == "Anna claims undeclared tarokks."
    told = account(EN, over, FOUR).partition("\nTrick 9")
    assert ["Anna claims" in each for each in told] == [False, False, True], "after the last trick"
    sheet = "\n".join(score_lines(EN, over.open, FOUR))
    assert f"Eight tarokks, claimed after the play: 1 point → Anna\u00a0+1, Clara\u00a0{MINUS}1" in sheet


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
def test_the_hat_is_carried_beside_the_name(seat: int) -> None:
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
        ["Deals left in the session, this one included: 5."],
        ["Last deal of the session."],
        [],
    ]
    between = replace(session.announcing_last_circle(), left=1)
    assert closing_lines(EN, between, over=True) == ["Deals left in the session: 1."]


def test_the_meaning_of_jumps_is_explained_after_the_rules() -> None:
    rules, customs = rules_summary(EN, "illustrated_tarokk").split("\n\n")
    assert rules.startswith("**Illustrated Tarokk**")
    assert customs.startswith("**What a jump says.**")
    assert "タロック18" in rules_summary(JA, "illustrated_tarokk").split("\n\n")[1]
    assert "\n\n" not in rules_summary(words("en", "koenigrufen"), "koenigrufen")


def test_every_house_rule_reads_as_a_sentence_of_its_own() -> None:
    for w in (EN, JA):
        lines = [
            option_line(w, name, value)
            for name, values in ILLUSTRATED_TAROKK.options.items()
            for value in values
        ]
        assert len(lines) == len(set(lines)) > 60
        assert not [line for line in lines if "_" in line or "{" in line]
    assert option_line(EN, "tie_47_with_kontra", "defenders_need_48") == (
        "A doubled game that ends 47 to 47: the declarer's side wins it"
    )


EN, JA = words("en", "illustrated_tarokk"), words("ja", "illustrated_tarokk")
UP_TO_MORD = " / ".join(
    ["A -", *["B kontra game / C - / D - / A kontra game"] * 2, "B kontra game / C - / D -"]
)
XX_LAID_AWAY = "1 lay S10; 1 lay C10; 2 lay T20; 2 lay H1; 3 lay SJ; 3 lay CJ; 0 call T20; 0 done; 1 done"

REFUSED: Mapping[str, tuple[Deal, str, str, str]] = {
    "needs_honour": (
        auction("A3 B-"),
        "2 bid two",
        "Without an honour (Skíz, XXI or Pagát) you must pass.",
        "オナー",
    ),
    "bid_too_low": (
        auction("A3"),
        "1 bid three",
        "Three (három) would not be higher than Three (három)",
        "競り上げる",
    ),
    "no_such_bid": (dealt(), "0 bid four", "There is no such bid", "そのようなビッド"),
    "nothing_to_hold": (dealt(), "0 hold", "There is no bid to hold yet", "ホールドできません"),
    "no_hold_here": (
        auction("A3"),
        "1 hold",
        "You may hold only after a bid of your own",
        "すでにビッドした人",
    ),
    "no_jump": (
        dealt(options={"opening_solo": "invitation_levels_only"}),
        "0 bid solo",
        "Solo (szóló) would be too high a jump. Make the lowest call open to you, Three (három), as a bid",
        "ソロは高すぎます（飛び越しになります）。あなたの最も低いビッドはスリーです。",
    ),
    "invitation_needs": (
        auction("A3"),
        "1 bid one",
        "One (egy) would be an invitation that shows the XIX: for that you must hold the XIX and Skíz or XXI",
        "タロック19とハイ・オナー（スキーズかタロック21）が必要です",
    ),
    "must_not_pass": (
        auction("A3 B2 C- D-"),
        "0 pass",
        "Passing here would show the XX (yielded game). You lack the XX",
        "ツーをホールドしてください",
    ),
    "not_in_hand": (auction("A3 B- C- D-"), "0 lay DK", "♦K is not in your hand.", "♦Kは手札にありません"),
    "card_protected": (auction("A3 B- C- D-"), "0 lay SK", "♠K must stay in the hand", "♠Kは捨てられません"),
    "call_first": (to_call(auction("AS")), "0 announce trull", "Call your partner's tarokk first", "先に"),
    "statement_owed": (
        to_call(auction("AS")),
        "0 done",
        "You must call your partner's tarokk before your first turn ends.",
        "指名",
    ),
    "call_not_open": (
        to_call(auction("AS")),
        "0 call T5",
        "V cannot be called here.",
        "タロック5は今は指名できません",
    ),
    "called_already": (announcing(), "0 call T20", "The partner has already been called", "もう指名"),
    "no_such_announcement": (
        announcing(),
        "0 announce fun",
        "There is no such announcement",
        "そのような予告",
    ),
    "not_so_many_tarokks": (
        announcing(),
        "0 announce nine_tarokks",
        "You may declare nine tarokks only with exactly that many",
        "ナインタロックを宣言できるのは",
    ),
    "already_announced": (
        act(announcing("", *EIGHT), "0 announce eight_tarokks"),
        "0 announce eight_tarokks",
        "You have already declared your tarokks: eight tarokks.",
        "エイトタロックはもう宣言しました",
    ),
    "declare_tarokks_first": (
        announcing("", *EIGHT),
        "0 announce king_uhu:S",
        "You hold eight or nine tarokks and have not declared them",
        "スペードのキング・ウフの宣言",
    ),
    "side_not_understood": (
        announcing("A -"),
        "1 announce king_ultimo:H",
        "Your announcement would be taken for the other side's. Kontra something first, then announce",
        "ハートのキング・ウルティモーを宣言してください",
    ),
    "side_has_announced": (
        act(announcing(), "0 announce xxi_capture"),
        "0 announce xxi_capture",
        "Your side has already announced that: XXI catch.",
        "タロック21の捕獲をもう宣言しています",
    ),
    "not_in_one_turn": (
        act(announcing(), "0 announce double_game"),
        "0 announce volat",
        "One player may not announce double game and volát in the same turn",
        "同じ番に",
    ),
    "volat_announced": (
        act(announcing(), "0 announce volat"),
        "0 announce double_game",
        "Your side has announced the volát",
        "ダブルゲームは宣言できません",
    ),
    "one_ultimo_one_uhu": (
        act(announcing(), "0 announce king_ultimo:S"),
        "0 announce king_ultimo:H",
        "A side may announce one ultimó and one uhu, and yours already has: king ultimó of hearts",
        "1つのチームに1つずつ",
    ),
    "uhu_announced": (
        act(announcing(), "0 announce king_uhu:S"),
        "0 announce king_ultimo:S",
        "Your side has announced the uhu with this card",
        "同じカードのウルティモー",
    ),
    "ultimo_stands": (
        act(announcing(), "0 announce king_ultimo:S"),
        "0 announce king_uhu:S",
        "The ultimó with this card stands.",
        "同じチームのほかのプレイヤーだけ",
    ),
    "after_volat": (
        act(announcing(options={"trull_kings_after_volat": "forbidden"}), "0 announce volat"),
        "0 announce trull",
        "At this table trull and four kings may not be announced after your own volát",
        "トルルとフォーキングは宣言できません",
    ),
    "trull_promises": (
        announcing("A - / B -", options={"trull_meaning_rules": True}),
        "2 announce trull",
        "At this table the trull needs Skíz or XXI in hand",
        "トルルを宣言できるのは",
    ),
    "kontra_owed": (
        act(auction("AS", options={"office_kontra": True}), XX_LAID_AWAY),
        "2 done",
        "You have discarded the called card. At this table you must kontra the game",
        "指名されたカードを捨てたのはあなたです",
    ),
    "nothing_to_double": (announcing("A -"), "1 kontra trull@0", "Nothing of that kind", "かけられません"),
    "fully_doubled": (
        announcing(UP_TO_MORD),
        "0 kontra game",
        "There is no higher level of kontra: game.",
        "ゲームにはこれ以上",
    ),
    "cannot_be_doubled": (
        announcing("A eight_tarokks", *EIGHT),
        "1 kontra eight_tarokks@0",
        "Declared tarokks cannot be doubled: eight tarokks.",
        "エイトタロック",
    ),
    "own_item": (
        announcing(),
        "0 kontra game",
        "Your own side cannot double this; only the other side may: game.",
        "ゲームは自分の側のもの",
    ),
    "other_side_next": (
        announcing("A - / B kontra game / C -"),
        "3 kontra game",
        "Your side has doubled this; only the side that plays or announced it may double it again: game.",
        "ゲームには味方がすでに",
    ),
    "must_follow": (
        act(announcing("A - / B - / C - / D -"), "0 play HQ"),
        "1 play T21",
        "You must follow suit: hearts were led",
        "ハートがリードされました",
    ),
    "must_play_tarock": (
        act(announcing("A - / B - / C - / D -"), "0 play SK"),
        "1 play HK",
        "♥K would not follow suit, and you hold tarokks. Play a tarokk.",
        "タロックを出してください",
    ),
    "kept_back": (
        announcing("A king_ultimo:S / B - / C - / D -"),
        "0 play SK",
        "An announcement needs ♠K in a later trick",
        "取っておいてください",
    ),
    "owed_now": (
        position(announcing("A king_uhu:S / B - / C - / D -"), 0, "SK T15", won="AAAAAAA"),
        "0 play T15",
        "A card is announced for this trick and you can play it. Play that one, not XV.",
        "タロック15ではなく",
    ),
    "deal_over": (auction("A- B- C- D-"), "0 pass", "This deal is over.", "終わっています"),
    "not_your_turn": (dealt(), "1 pass", "It is not your turn yet.", "あなたの番ではありません"),
    "not_now": (dealt(), "0 play SK", "That cannot be done at this point", "できません"),
}


def test_every_refusal_of_the_game_is_covered() -> None:
    assert set(REFUSED) == set(ILLUSTRATED_TAROKK.rules)


@pytest.mark.parametrize("code", REFUSED)
def test_a_refusal_gives_the_reason_and_the_remedy(code: str) -> None:
    deal, attempt, english, japanese = REFUSED[code]
    refusal = deal.act(*move(attempt))
    assert isinstance(refusal, Refusal)
    assert refusal.code == code
    assert refusal_sentence(EN, refusal).startswith(english)
    assert japanese in refusal_sentence(JA, refusal)


ENGLISH = """\
Illustrated Tarokk
Dealer: Béla
This deal counts ×2. Deals left in the doubling window, including this one: 2.
Anna was dealt: XVII, XIV, V, I, ♠Q, ♠C, ♠J, ♥1, ♣C
Béla was dealt: XIX, XVIII, X, IX, VIII, VII, ♠K, ♠10, ♦Q
Clara was dealt: XXI, IIII, III, ♥Q, ♥C, ♥J, ♦K, ♦J, ♣K
Dóra was dealt: Skíz, XX, XVI, XV, XIII, XII, II, ♥K, ♣Q
Talon as dealt: ♦1, ♣10, ♦C, XI, ♣J, VI
Auction: Clara: Three (három), Dóra: pass, Anna: pass, Béla: pass
Contract: Three (három) · 2 points, declarer Clara
Called: the III. Clara plays alone.
Discarded face up: IIII, III
Tarokks discarded: Clara 2, Dóra 1, Anna 1, Béla 1
Anna discarded: XIV
Béla discarded: XVIII
Clara discarded: IIII, III, ♦J
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

JAPANESE = """\
イルストラールト・タロック
ディーラー：Béla
このディールの得点は2倍です（倍付けの残りディール数：2、このディールを含む）。
Annaに配られた手札：タロック17、14、5、1、♠Q、♠C、♠J、♥1、♣C
Bélaに配られた手札：タロック19、18、10、9、8、7、♠K、♠10、♦Q
Claraに配られた手札：タロック21、4、3、♥Q、♥C、♥J、♦K、♦J、♣K
Dóraに配られた手札：スキーズ、タロック20、16、15、13、12、2、♥K、♣Q
配られたタロン：♦1、♣10、♦C、タロック11、♣J、タロック6
ビッド：Clara スリー、Dóra パス、Anna パス、Béla パス
コントラクト：スリー（2点）、デクレアラー：Clara
指名：タロック3。Claraは1人で戦います。
表向きに捨てられたカード：タロック4、3
捨てられたタロックの枚数：Clara 2、Dóra 1、Anna 1、Béla 1
Annaが捨てたカード：タロック14
Bélaが捨てたカード：タロック18
Claraが捨てたカード：タロック4、3、♦J
Dóraが捨てたカード：タロック11
Claraがトルルを宣言しました。
第1トリック：Clara タロック21、Dóra スキーズ、Anna タロック1、Béla タロック6 → Dóra
第2トリック：Dóra ♣Q、Anna ♣C、Béla タロック19、Clara ♣10 → Béla
第3トリック：Béla ♠10、Clara ♦1、Dóra タロック20、Anna ♠J → Dóra
第4トリック：Dóra ♥K、Anna ♥1、Béla タロック9、Clara ♥J → Béla
第5トリック：Béla ♦Q、Clara ♦K、Dóra タロック2、Anna タロック5 → Anna
第6トリック：Anna ♣J、Béla タロック7、Clara ♣K、Dóra タロック12 → Dóra
第7トリック：Dóra タロック13、Anna タロック17、Béla タロック10、Clara ♥C → Anna
第8トリック：Anna ♠C、Béla ♠K、Clara ♦C、Dóra タロック16 → Dóra
第9トリック：Dóra タロック15、Anna ♠Q、Béla タロック8、Clara ♥Q → Dóra
1. ボラート成功（ディフェンダー側、宣言なし）：3×2（倍付け）＝6点 \
→ Anna +6、Béla +6、Clara -18、Dóra +6（ルール12.3.3）
2. トルル失敗（デクレアラー側の宣言）：2×2（倍付け）＝4点 \
→ Anna +4、Béla +4、Clara -12、Dóra +4（ルール10.1.1）
3. タロック21の捕獲成功（ディフェンダー側、宣言なし）：21×2（倍付け）＝42点 \
→ Anna +42、Béla +42、Clara -126、Dóra +42（ルール10.3.3）
帽子をかぶっているのはClaraです。
このディール：Anna +52、Béla +52、Clara -156、Dóra +52
"""

SAID = """\
Dóra announces little bird.
Anna: kontra, game.
Anna plays against the declarer.
Anna announces king ultimó of clubs.
Clara: rekontra, game.
Clara is the partner.
Clara: kontra, Anna's king ultimó of clubs.
Clara announces trull.
1. Double game made, not announced (the declarer's side has 84 card points, 71 needed): 8 × 8 (doubling) = \
64 points → Anna -64, Béla -64, Clara +64, Dóra +64 (rule 12.3.2)
2. Game won (the declarer's side has 84 of the 94 card points, 48 needed): 4 × 4 (rekontra) × 8 (doubling) \
= 128 points → Anna -128, Béla -128, Clara +128, Dóra +128 (rule 12.3.8)
3. Little bird missed (announced by the declarer's side): 10 × 8 (doubling) = 80 points \
→ Anna +80, Béla +80, Clara -80, Dóra -80 (rule 10.1.8)
4. Trull made (announced by the declarer's side): 2 × 8 (doubling) = 16 points \
→ Anna -16, Béla -16, Clara +16, Dóra +16 (rule 10.1.1)
5. Four kings made (the declarer's side, not announced): 1 × 8 (doubling) = 8 points \
→ Anna -8, Béla -8, Clara +8, Dóra +8 (rule 10.1.2)
6. King ultimó of clubs missed (announced by the defenders): 15 × 2 (kontra) × 8 (doubling) = 240 points \
→ Anna -240, Béla -240, Clara +240, Dóra +240 (rule 10.1.11)
This deal: Anna -376, Béla -376, Clara +376, Dóra +376
"""


def golden(number: int) -> Deal:
    """A deal of the golden records at its end."""
    return Sample.of(documents("illustrated_tarokk.jsonl")[number]).end(ILLUSTRATED_TAROKK)


def told(locale: str, deal: Deal) -> str:
    """The account of a deal, with the hyphen for the sign of a loss."""
    return account(words(locale), deal, FOUR).replace(MINUS, "-") + "\n"


@pytest.mark.parametrize(("locale", "text"), [("en", ENGLISH), ("ja", JAPANESE)])
def test_a_deal_in_a_doubling_window_that_ends_with_the_hat(locale: str, text: str) -> None:
    assert told(locale, golden(35)) == text


def test_statements_and_their_scores_are_in_the_account() -> None:
    lines = told("en", golden(28)).splitlines()
    assert [line for line in lines if line in SAID.splitlines()] == SAID.splitlines()
    assert any(line.startswith("This deal counts ×8.") and line.endswith(": 2, 2, and 2.") for line in lines)
