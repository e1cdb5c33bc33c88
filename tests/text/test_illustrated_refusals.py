"""Every refusal of Illustrated Tarokk in words: the reason, and what to do instead."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from bot.games.illustrated_tarokk import ILLUSTRATED_TAROKK
from bot.rules.deal import Deal
from bot.rules.reasons import Refusal
from bot.text import words
from bot.text.moves import refusal_sentence
from tests.games.illustrated_tarokk.table import announcing, auction, dealt, position, to_call
from tests.notation import act, move
from tests.text.players import EIGHT

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
