"""Texts of Königrufen only: forehand's choice, the called king, open hands, doubled deals, score lines."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.koenigrufen import KOENIGRUFEN
from bot.games.koenigrufen.tables import NEGATIVE
from bot.rules.cards import NO_CARDS
from bot.rules.deal import Deal
from bot.rules.layout import Side
from bot.rules.moves import Action
from bot.rules.reasons import Refusal
from bot.rules.results import Figures, Outcome, factors
from bot.text import words
from bot.text.deals import (
    action_label,
    auction_line,
    auction_lines,
    contract_line,
    item_lines,
    move_sentence,
    net_line,
    open_hands_lines,
    refusal_sentence,
    score_line,
    score_lines,
    session_lines,
    standing_lines,
)
from bot.text.help import option_line
from bot.text.words import MINUS
from tests.notation import LINE, act, layout
from tests.text.players import NAMES

EN, JA = words("en", "koenigrufen"), words("ja", "koenigrufen")
FOUR = NAMES[:4]
CHOSEN = "1 pass; 2 pass; 3 pass; 0 bid rufer"


def dealt(*hands: str, talon: str = "", **options: object) -> Deal:
    """A deal with Anna as forehand."""
    cards = layout(KOENIGRUFEN, *hands, talon=talon, dealer=3, options=options)
    return Deal.start(KOENIGRUFEN, replace(cards, session=KOENIGRUFEN.session))


def label(deal: Deal, action: str) -> tuple[str, str]:
    """A label in English and in Japanese."""
    english, japanese = (action_label(w, Action.parse(action), deal.open) for w in (EN, JA))
    return english, japanese


def test_forehand_is_bound_to_play() -> None:
    deal = dealt("T22")
    assert auction_lines(EN, deal.open, FOUR) == ["Anna: mein Spiel"]
    assert auction_lines(JA, act(deal, "1 pass").open, FOUR) == ["Anna：私のゲーム", "Béla：パス"]
    assert label(deal, "bid piccolo") == ("Bid Piccolo", "ピッコロをビッド")


def test_forehand_chooses_when_nobody_bids() -> None:
    deal = act(dealt("T22"), "1 pass; 2 pass; 3 pass")
    assert label(deal, "bid rufer") == ("Play Rufer", "ルーファーを選ぶ")
    after = act(deal, "0 bid rufer")
    assert move_sentence(EN, after.log[-1], FOUR) == "Anna chooses Rufer."
    assert move_sentence(JA, after.log[-1], FOUR) == "Annaがルーファーを宣言しました。"


def test_a_king_is_called_by_its_suit_or_as_the_remaining_one() -> None:
    deal = act(dealt("SK HK DK", "T2", "T3", "T4"), CHOSEN)
    assert label(deal, "call HK") == ("Call the king of hearts", "ハートのキングを指名")
    assert label(deal, "call remaining") == ("Call the remaining king", "残りのキングを指名")
    after = act(deal, "0 call remaining")
    assert move_sentence(EN, after.log[-1], FOUR) == "Anna calls the remaining king."
    assert "Called: the remaining king." in "\n".join(standing_lines(EN, after.open, after.log, FOUR))
    assert "king of clubs" not in "\n".join(standing_lines(EN, after.open, after.log, FOUR))


def test_giving_up() -> None:
    deal = act(dealt("T22", talon="HK"), f"{CHOSEN}; 0 call HK; 0 surrender")
    assert move_sentence(EN, deal.log[-1], FOUR) == "Anna concedes."
    assert score_lines(EN, deal.open, FOUR)[0].startswith(
        "1. Game lost: the declarer conceded: 10 points → "
        f"Anna\u00a0{MINUS}30, Béla\u00a0+10, 大輔\u00a0+10, Clara\u00a0+10"
    )


def test_a_deal_that_is_dealt_again_has_no_contract() -> None:
    deal = act(dealt("S7 S8 S9 S10 SJ SQ H4 H3 H2 H1 HJ HQ", "T1", "T2", "T3"), "0 redeal")
    assert contract_line(EN, deal.open, FOUR) == "The cards are dealt again. There is no contract."
    assert auction_lines(EN, deal.open, FOUR) == []


def test_open_hands_are_listed_once_they_are_laid_open() -> None:
    deal = act(dealt("S*", "H*", "D*", "C*"), "1 bid piccolo_ouvert; 2 pass; 3 pass; 0 pass")
    while deal.phase.name == "announcing":
        deal = act(deal, f"{deal.seats()[0]} done")
    before = standing_lines(EN, deal.open, deal.log, FOUR)
    for _ in FOUR:
        seat = deal.seats()[0]
        deal = act(deal, f"{seat} {deal.actions(seat)[0]}")
    after = standing_lines(EN, deal.open, deal.log, FOUR)
    assert not any("Open hand" in line for line in before)
    hands = [line for line in after if line.startswith("Open hand of ")]
    assert [line.split(": ")[0].removeprefix("Open hand of ") for line in hands] == list(FOUR)
    assert all(line.count(",") == 10 for line in hands)
    assert deal.open.hands is not None
    played_out = deal.open._replace(hands=(NO_CARDS, *deal.open.hands[1:]))
    assert open_hands_lines(EN, played_out, FOUR) == hands[1:], "an empty hand has no line"


def test_a_kontra_of_one_opponent_alone_names_him() -> None:
    deal = dealt("T22", individual_kontra_in_negative=True)
    deal = act(deal, "1 bid bettel; 2 pass; 3 pass; 0 pass; 2 kontra game@2; 2 done; 3 kontra game@3; 3 done")
    deal = act(deal, "0 done")
    doublings = [action for action in deal.actions(1) if action.verb == "kontra"]
    assert [action_label(EN, each, deal.open, FOUR) for each in doublings] == [
        "Rekontra: game against 大輔",
        "Rekontra: game against Clara",
    ]
    assert action_label(JA, doublings[0], deal.open) == "席3に対するゲームにリコントラ"
    assert item_lines(EN, deal.open, deal.log, FOUR) == [
        "Doubled: game against 大輔, kontra (×2) by 大輔",
        "Doubled: game against Clara, kontra (×2) by Clara",
    ]


def test_a_doubled_announcement_names_its_announcer() -> None:
    deal = act(
        dealt("T22"), "1 bid solodreier; 2 pass; 3 pass; 0 pass; 2 announce trull; 2 done; 3 done; 0 done"
    )
    deal = act(deal, "1 kontra trull@2")
    assert move_sentence(EN, deal.log[-1], FOUR, deal.log[:-1]) == "Béla: kontra, 大輔's trull."
    assert (
        move_sentence(JA, deal.log[-1], FOUR, deal.log[:-1]) == "Bélaが大輔のトルルにコントラをかけました。"
    )


@pytest.mark.parametrize(
    ("left", "english", "japanese"),
    [
        (1, "This deal counts double; it is the last doubled one.", "あと1ディール"),
        (4, "This deal counts double; 4 doubled deals are left, this one included.", "あと4ディール"),
    ],
)
def test_a_doubled_deal_says_so(left: int, english: str, japanese: str) -> None:
    assert session_lines(EN, {"doubled": left}) == [english]
    assert japanese in session_lines(JA, {"doubled": left})[0]
    assert session_lines(EN, {"doubled": 0}) == []


@pytest.mark.parametrize(
    ("kind", "outcome", "side", "figures", "what"),
    [
        (
            "game",
            Outcome.WON,
            Side.DECLARER,
            {"points": 36},
            "Game won (the declarer's side has 36 card points, 36 needed)",
        ),
        (
            "game",
            Outcome.LOST,
            Side.DEFENDERS,
            {"points": 35},
            "Game lost (the declarer's side has 35 of the 36 card points needed)",
        ),
        (
            NEGATIVE,
            Outcome.WON,
            Side.DECLARER,
            {"tricks": 1},
            "Game won (tricks of the declarer: 1)",
        ),
        (
            "valat",
            Outcome.WON,
            Side.DECLARER,
            {},
            "Valat made (not announced, in place of the game)",
        ),
        ("valat", Outcome.MADE, Side.DECLARER, {}, "Valat made (announced, in place of the game)"),
        ("uhu", Outcome.WON, Side.DECLARER, {}, "Uhu made (the declarer's side, not announced)"),
        ("uhu", Outcome.LOST, Side.DECLARER, {}, "Uhu missed (the defenders, not announced)"),
        ("uhu", Outcome.MADE, Side.DEFENDERS, {}, "Uhu made (announced by the defenders)"),
        ("uhu", Outcome.MISSED, Side.DEFENDERS, {}, "Uhu missed (announced by the declarer's side)"),
        (
            "mond_captured",
            Outcome.LOST,
            Side.DEFENDERS,
            {},
            "XXI of the declarer's side captured by the Sküs",
        ),
        ("trischaken", Outcome.LOST, Side.EACH, {}, "Trischaken: most card points taken"),
        ("trischaken", Outcome.SHARED, Side.EACH, {}, "Trischaken: most card points, shared"),
        ("trischaken", Outcome.SWEPT, Side.EACH, {}, "Trischaken: all twelve tricks taken"),
        ("trischaken", Outcome.WON, Side.EACH, {}, "Trischaken: no trick taken"),
        ("trischaken", Outcome.EVEN, Side.EACH, {}, "Trischaken: all players have the same card points"),
    ],
)
def test_a_line_says_what_was_scored(
    kind: str, outcome: Outcome, side: Side, figures: Figures, what: str
) -> None:
    sentence = KOENIGRUFEN.sentences[kind, outcome, side]
    line = LINE._replace(item=kind, base=10, amounts=(0,) * 4, sentence=sentence, figures=figures)
    assert score_line(EN, line, FOUR).startswith(f"{what}: 10 points")


def test_gains_and_losses_that_balance_are_not_called_a_settlement() -> None:
    assert net_line(EN, (30, -10, -10, -10), FOUR) == (
        f"Won and lost: Anna\u00a0+30, Béla\u00a0{MINUS}10, 大輔\u00a0{MINUS}10, Clara\u00a0{MINUS}10"
    )


def test_the_auction_in_one_line_begins_with_forehand() -> None:
    deal = act(dealt("T22"), "1 bid dreier; 2 pass")
    assert auction_line(EN, deal.open, FOUR) == "Anna: mein Spiel, Béla: Dreier, 大輔: pass"
    assert auction_line(JA, deal.open, FOUR) == "Anna\u00a0私のゲーム、Béla\u00a0ドライアー、大輔\u00a0パス"


def test_every_factor_is_written_with_its_reason() -> None:
    line = LINE._replace(
        item="trull",
        outcome=Outcome.MADE,
        sentence="bonus.made.declarer",
        base=10,
        factors=factors(times=4, kontra=2, doubled=2),
        amounts=(480, -160, -160, -160),
        rule="koenigrufen 10.2",
    )
    assert score_line(EN, line, FOUR) == (
        "Trull made (announced by the declarer's side): "
        "10 × 2 (announced) × 2 (solo) × 2 (kontra) × 2 (doubled deal) = 160 points"
        f" → Anna\u00a0+480, Béla\u00a0{MINUS}160, 大輔\u00a0{MINUS}160, Clara\u00a0{MINUS}160 (rule 10.2)"
    )
    assert "10×2（予告）×2（ソロ）×2（コントラ）×2（2倍のディール）＝160点" in score_line(JA, line, FOUR)


def test_house_rules() -> None:
    assert option_line(EN, "trischaken_talon", "first_six") == (
        "The talon in Trischaken goes to: the winners of the first six tricks, one card each"
    )
    assert option_line(EN, "deals_per_session", 8) == "Deals in a session: 8"


@pytest.mark.parametrize(
    ("moves", "attempt", "english"),
    [
        ("1 bid dreier", "2 bid rufer", "Rufer would not be higher than Dreier"),
        ("", "1 bid rufer", "Rufer cannot be bid: only forehand may choose that"),
        ("", "1 hold", "No contract has been bid yet, and mein Spiel cannot be held"),
        ("1 bid dreier", "2 hold", "You cannot hold this bid."),
        (CHOSEN, "0 call SQ", "Only a king can be called"),
        (CHOSEN, "0 call remaining", "Only a player who was dealt exactly three kings"),
        (f"{CHOSEN}; 0 call HK", "0 take middle", "The talon has two halves"),
        (
            f"{CHOSEN}; 0 call HK; 0 take lower; 0 lay S7; 0 lay S8; 0 lay S9",
            "1 call HK",
            "That cannot be done",
        ),
    ],
)
def test_refusals_give_the_reason(moves: str, attempt: str, english: str) -> None:
    deal = act(dealt("T22", "T2", "T3", "T4"), moves)
    seat, _, action = attempt.partition(" ")
    refusal = deal.act(int(seat), Action.parse(action))
    assert isinstance(refusal, Refusal)
    assert refusal_sentence(EN, refusal).startswith(english)
    assert not any(kept in refusal_sentence(JA, refusal) for kept in ("{", "refusal."))
