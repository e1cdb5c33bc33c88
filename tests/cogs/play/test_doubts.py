"""Actions to confirm: costly ones unfit for the hand, calls of one's own card, those that cannot succeed."""

from __future__ import annotations

import pytest

from bot.games import GAMES
from bot.rules.cards import card
from bot.rules.moves import Action
from bot.text import words
from cogs.play.controls import Choice, yes_label
from cogs.play.doubts import doubted
from cogs.play.labels import worth_offering
from tests.cogs.panels import at_a_table, buttons, panel
from tests.games.illustrated_tarokk.table import announcing
from tests.games.koenigrufen.table import koenig
from tests.games.romanian.table import four, three, to_talk
from tests.games.royal_tarokk.table import royal


@pytest.mark.parametrize(
    ("hand", "asked"),
    [
        ("T2 T3 SJ S10 S9 HJ H1 H2 DJ D1 D2 CJ", True),
        ("T22 T21 T20 T19 T18 T17 T16 T15 T14 SK HK DK", False),
    ],
)
def test_holding_a_costly_contract_with_a_weak_hand_needs_confirmation(hand: str, asked: bool) -> None:
    deal = koenig(hand, after="1 pass; 2 bid dreier; 3 pass")
    hold = Action("hold")
    assert deal.seats() == (0,)
    assert hold in deal.actions(0)
    assert bool(doubted(deal.view(0), [hold])) is asked


def test_the_question_about_a_costly_kontra_names_its_stake() -> None:
    bids = "A3 B- C- D-"
    plain, volat = announcing("A -", bids=bids), announcing("A volat", bids=bids)
    assert doubted(plain.view(1), [Action("kontra", "game")]) == (), "the usual stake"
    kontra = Action("kontra", "volat@0")
    assert doubted(volat.view(1), [kontra]) == (kontra,)
    rekontra, doubled = Action("kontra", "game"), announcing("A - / B kontra game", bids=bids)
    seat = doubled.seats()[0]
    assert doubted(doubled.view(seat), [rekontra]) == (rekontra,)
    page = panel(words("en", "illustrated_tarokk"), at_a_table(doubled), seat, Choice(asked=(rekontra,)))
    assert "**Rekontra: game**: your hand looks too weak for this." in page.text
    assert "If they win it, you pay each opponent 4 points." in page.text
    assert "It means" not in page.text


def test_announcing_the_capture_of_ones_own_card_needs_confirmation() -> None:
    capture = Action("announce", "xxi_capture")
    holder, other = royal("", "", "T21 T20"), royal("", "T21", "T20")
    assert doubted(holder.view(1), [capture]) == (capture,)
    for deal, said in ((holder, True), (other, False)):
        page = panel(words("en", "royal_tarokk"), at_a_table(deal), 1, Choice(asked=(capture,)))
        assert ("you hold the XXI yourself" in page.text) == said


def test_an_announcement_a_lone_declarer_cannot_make_needs_confirmation() -> None:
    ultimo, catch = Action("announce", "pagat_ult"), Action("announce", "moon_caught")
    without, with_both = to_talk(three("", "T1 T22")), to_talk(three("T1 T22"))
    assert doubted(without.view(0), [ultimo, catch]) == (ultimo, catch)
    assert doubted(with_both.view(0), [ultimo, catch]) == ()
    assert {ultimo, catch} <= {*worth_offering(with_both.view(0))}
    assert {ultimo, catch}.isdisjoint(worth_offering(without.view(0))), "it is not offered, but may be typed"
    page = panel(words("en", "romanian_taper"), at_a_table(without), 0, Choice(asked=(ultimo,)))
    assert "you play alone and don't hold the I" in page.text
    assert "You pay each opponent 9 points. Are you sure?" in page.text
    assert "Your side then also pays 4 chips into the pool." in page.text
    for hands, alone in ((("SK",), True), (("HK", "SK"), False)):
        calling = to_talk(four(*hands), "unu1", king="SK")
        page = panel(words("en", "romanian_tarok"), at_a_table(calling), 0, Choice(asked=(ultimo,)))
        assert ("you play alone" in page.text) == alone, "else a partner may hold the I"


def test_an_announcement_is_costly_beside_other_kinds_and_not_beside_its_own_forms() -> None:
    view = royal("", "", "T20 SK").view(1)
    costly, usual = Action("announce", "vulture:SK,HK,DK"), Action("announce", "phoenix")
    forms = [each for each in view.actions if each.argument.startswith("vulture:")]
    assert len(forms) > 100, "most forms that can be announced are as costly"
    assert doubted(view, [costly, usual]) == (costly,)


@pytest.mark.parametrize(
    ("hand", "asked"),
    [
        ("T22 T7 T6 T5 T4 T3 SQ S10 S9 HQ H1 DQ", {"trull", "four_kings"}),
        ("T22 T21 T7 T6 T5 T4 T3 SK HK S9 HQ H1", set()),
        ("T22 T1 T7 T6 SK HK DK SQ S10 S9 HQ H1", {"pagat"}),
        ("T1 T22 T7 T6 T5 T4 T3 SK HK S9 HQ H1", set()),
        ("T1 T22 T7 T6 T5 T4 SK HK S9 HQ H1 DQ", set()),
        ("T1 T22 T7 T6 T5 SK HK S9 S10 HQ H1 DQ", {"pagat"}),
    ],
)
def test_twice_the_usual_stake_needs_confirmation_without_the_cards_for_it(
    hand: str, asked: set[str]
) -> None:
    deal = koenig(hand, after="1 pass; 2 pass; 3 pass; 0 bid solorufer; 0 call CK; 1 done; 2 done; 3 done")
    view, prices = deal.view(0), GAMES["koenigrufen"].prices
    said = [each for each in view.actions if each.argument in ("trull", "four_kings", "pagat")]
    twice = 2 * prices.contracts["solorufer"].lost
    assert {stake.lost for each in said if (stake := prices.of(view, each))} == {twice}
    assert {each.argument for each in doubted(view, said)} == asked


def test_calling_ones_own_king_asks_to_confirm_playing_alone() -> None:
    deal = koenig("HK", after="1 pass; 2 pass; 3 pass; 0 bid rufer")
    call = Action("call", "HK")
    other = next(each for each in deal.actions(0) if card(each.argument) not in deal.view(0).hand)
    page = panel(words("en", "koenigrufen"), at_a_table(deal), 0, Choice(asked=(call,)))
    assert [each.label for each in buttons(page)][1] == "Yes: call ♥K and play alone"
    assert doubted(deal.view(0), [call, other]) == (call,)


DONE = Action("done")


def label(*items: str) -> str:
    """What the button says that confirms some announcements."""
    asked = [Action("announce", each) for each in items]
    return yes_label(words("en", "royal_tarokk"), royal().view(1), asked, ())


def test_announcements_are_only_counted_if_not_even_the_first_one_fits() -> None:
    pheasant = "transylvanian_pheasant:T4,T3"
    view = royal(f"1 {pheasant}; game").view(2)
    asked = [Action("kontra", f"{each}@1") for each in (pheasant, *["game"] * 99)]
    assert yes_label(words("en", "royal_tarokk"), view, asked, ()) == "Yes: … (100 in all)"


def test_the_end_of_the_turn_is_named_only_if_nothing_else_is_confirmed() -> None:
    w, view = words("en", "royal_tarokk"), royal().view(1)
    city = Action("announce", "city")
    assert yes_label(w, view, [city, DONE], ()) == yes_label(w, view, [city], ())
    assert yes_label(w, view, [DONE], ()) == "Yes: Done"
