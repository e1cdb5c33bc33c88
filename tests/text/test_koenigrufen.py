"""Texts of Königrufen only: forehand's choice, the called king, open hands, doubled deals, score lines."""

from __future__ import annotations

from dataclasses import replace

from bot.games.koenigrufen import KOENIGRUFEN
from bot.rules.cards import NO_CARDS
from bot.rules.deal import Deal
from bot.rules.moves import Action
from bot.rules.results import Outcome, factors
from bot.text import words
from bot.text.announcements import item_lines
from bot.text.deals import auction_line, auction_lines, contract_line, open_hands_lines, standing_lines
from bot.text.moves import action_label, move_sentence
from bot.text.scores import score_line
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
    assert label(deal, "bid piccolo") == ("Bid Piccolo (one trick)", "ピッコロをビッド")


def test_forehand_chooses_when_nobody_bids() -> None:
    deal = act(dealt("T22"), "1 pass; 2 pass; 3 pass")
    assert label(deal, "bid rufer") == ("Play Rufer (caller)", "ルーファーを選ぶ")
    after = act(deal, "0 bid rufer")
    assert move_sentence(EN, after.log[-1], FOUR) == "Anna chooses Rufer (caller)."
    assert move_sentence(JA, after.log[-1], FOUR) == "Annaがルーファーを選びました。"


def test_a_king_is_called_by_its_suit_or_as_the_remaining_one() -> None:
    deal = act(dealt("SK HK DK", "T2", "T3", "T4"), CHOSEN)
    assert label(deal, "call HK") == ("Call the king of hearts", "ハートのキングを指名")
    assert label(deal, "call remaining") == ("Call the remaining king", "残りのキングを指名")
    after = act(deal, "0 call remaining")
    assert move_sentence(EN, after.log[-1], FOUR) == "Anna calls the remaining king."
    assert "Called: the remaining king." in "\n".join(standing_lines(EN, after.open, after.log, FOUR))
    assert "king of clubs" not in "\n".join(standing_lines(EN, after.open, after.log, FOUR))


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
    assert action_label(JA, doublings[0], deal.open) == "席3に対するゲームにレコントラ"
    assert item_lines(EN, deal.open, deal.log, FOUR) == [
        "Doubled: game against 大輔, kontra (×2) by 大輔",
        "Doubled: game against Clara, kontra (×2) by Clara",
    ]


def test_the_auction_in_one_line_begins_with_forehand() -> None:
    deal = act(dealt("T22"), "1 bid dreier; 2 pass")
    assert auction_line(EN, deal.open, FOUR) == "Anna: mein Spiel, Béla: Dreier (three), 大輔: pass"
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
