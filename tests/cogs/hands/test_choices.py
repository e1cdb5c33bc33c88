"""What a player can do now, in words: the panel's prompt and the page behind its button."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.games.romanian import ROMANIAN_TAROK
from bot.rules.cards import CARDS
from bot.rules.moves import Action
from bot.rules.session import Session
from bot.text import LOCALES, words
from cogs.discord.page import Select
from cogs.hands.choices import closed_lines
from cogs.hands.page import player_page
from cogs.play.controls import Choice
from cogs.table.page import announcements_page, table_page
from tests.cogs.panels import INVITER, OTHERS, TALON, at_a_table, buttons, explained, invited, panel
from tests.games.illustrated_tarokk.table import announcing, auction, position, to_call
from tests.games.koenigrufen.table import koenig
from tests.games.romanian.table import four, three, to_talk, won_by
from tests.games.royal_tarokk.table import royal
from tests.games.tapp_tarock.table import tapp
from tests.notation import act

if TYPE_CHECKING:
    from bot.rules.deal import Deal


def labels(deal: Deal) -> list[str]:
    """The labels of the buttons in the panel of the seat to act."""
    page = player_page(words("en", deal.game.name), at_a_table(deal), deal.seats()[0])
    assert page is not None
    return [each.label for row in page.rows if isinstance(row, tuple) for each in row]


def prompt(deal: Deal) -> str:
    """The panel of the seat to act."""
    page = player_page(words("en", deal.game.name), at_a_table(deal), deal.seats()[0])
    assert page is not None
    return page.text


def test_an_inviting_call_names_the_card_of_its_invitation() -> None:
    assert labels(invited(""))[:5] == [
        "Three (három) · 1",
        "Two (kettő) · 2 · invites: XIX",
        "One (egy) · 3 · invites: XVIII",
        "Solo (szóló) · 4",
        "Pass",
    ]
    assert "Pass · invites: XX" in labels(invited("A3 B2 C- D-"))
    told = explained(invited("A3 B2 C- D-"))
    assert "Here this invites with the XX" in told
    assert "This invites with the XIX.** You promise" in told
    assert "Any other declarer must call the XVIII" in told


def test_a_pass_that_would_promise_a_missing_card_is_explained() -> None:
    deal = auction("A3 B2 C- D-", INVITER.replace("T20", "T7"), *OTHERS, talon=TALON.replace("T7", "T20"))
    assert "- **Pass**: Passing here would show the XX" in explained(deal)


def test_the_prompt_to_call_explains_the_invitation() -> None:
    accepted = to_call(invited("A3 B1 C- D- AH", inviter=1))
    assert "You have accepted Béla's invitation, so you must call the XIX." in prompt(accepted)
    assert "Nobody took up your own invitation" in prompt(to_call(invited("A2 B- C- D-")))
    free = to_call(invited("A3 B- C- D-"))
    assert "It is the XX; if you hold that yourself" in prompt(free)
    assert "It is the XX; if you hold that yourself" in explained(free)


def test_the_explanation_of_a_call_does_not_contradict_the_invitation() -> None:
    told = explained(to_call(invited("A3 B1 C- D- AH", inviter=1)))
    assert "everybody knows it" in told
    assert "only that player knows it" not in told
    assert "**Call**: you call the card that you choose." in told
    assert "選んだカードを指名します。" in explained(to_call(invited("A3 B- C- D-")), "ja")


def test_a_contract_chosen_by_forehand_is_played_and_not_offered() -> None:
    last = explained(koenig(after="1 pass; 2 pass; 3 pass"))
    assert "- **Contract**: you play this contract. The points are what" in last
    assert "you offer to be the declarer" in explained(koenig(after="1 bid dreier"))
    assert "このコントラクトをプレイします。" in explained(koenig(after="1 pass; 2 pass; 3 pass"), "ja")


def test_calling_a_king_is_explained() -> None:
    deal = koenig(after="1 pass; 2 pass; 3 pass; 0 bid rufer")
    assert "The player who holds the king you call is your partner" in prompt(deal)


def test_closed_calls_are_only_of_the_kind_of_card_that_is_called() -> None:
    free = to_call(invited("A3 B- C- D-"))
    assert "king of" not in explained(free)
    assert "the highest tarokk below it that you lack" in explained(free)
    calling = explained(koenig(after="1 pass; 2 pass; 3 pass; 0 bid rufer"))
    assert "Not open to you now" not in calling


def test_the_remaining_king_can_be_called_without_naming_its_suit() -> None:
    calling = explained(koenig("SK HK CK", after="1 pass; 2 pass; 3 pass; 0 bid rufer"))
    assert "remaining" in calling
    assert "Not open to you now" not in calling


def test_only_the_first_eight_of_many_closed_choices_are_named() -> None:
    closed = next(line for line in explained(to_call(invited("A3 B- C- D-"))).splitlines() if "…" in line)
    named = closed.removeprefix("- **").partition(":")[0].strip("*").split(", ")
    assert len(named) == 9
    assert (named[0], named[-2:]) == ("trull", ["little bird", "…"])


def test_eight_closed_choices_are_all_named() -> None:
    deal = position(announcing("A -"), 1, "HQ T22 T21 T7 T6 T5 T4 T3 T2", "HK")
    (closed,) = (line for line in explained(deal).splitlines() if "follow suit" in line)
    assert "…" not in closed
    assert "**Skíz, XXI, VII, VI, V, IIII, III, II**" in closed


def royal_after_a_trophy() -> Deal:
    """The second turn of a player of Royal Tarokk who has announced a trophy in the first."""
    return royal("1 spadille; matador / 2 honour; game / 3 - / 0 -")


def test_standing_announcements_show_their_worth_and_meaning() -> None:
    told = prompt(royal_after_a_trophy())
    assert "Announced by Béla: spadille · 30 points: some trick with a red queen, cavalier or jack" in told
    assert "Announced by Clara: game (játék) · 2 points: five tricks or more" in told
    w, table = words("en", "royal_tarokk"), at_a_table(royal_after_a_trophy())
    assert "spadille · 30 points: some trick" in announcements_page(w, table).text


def test_marked_announcements_show_their_worth_before_they_are_said() -> None:
    deal = royal()
    w, table = words("en", "royal_tarokk"), at_a_table(deal)
    chosen = Choice((Action("announce", "phoenix"), Action("announce", "ultimo:SK")))
    page = player_page(w, table, deal.seats()[0], choice=chosen)
    assert page is not None
    assert "- Announce phoenix (főnix) · 30 points: the last two tricks with kings" in page.text
    assert "with ♠K · 10 points: the last trick with ♠K" in page.text


def test_closed_numbered_announcements_are_listed_and_explained_by_reason() -> None:
    deal = royal_after_a_trophy()
    assert "-# Not in the lists, because closed to you now: 2–3, 5, 35–66." in prompt(deal)
    told = explained(deal)
    assert "it replaces" not in told
    assert (
        "**36–41, 43–47, 49–52, 57, 59–60, 63–64, 66** would not be superior to yours. (rule 5.4.1)" in told
    )
    assert "This raises what you announced yourself: **48, 53–56, 58, 61–62, 65**." in told
    assert "This already stands: **3. matador, 42. spadille**." in told
    assert "**2. number of tarokks (tarokkszám), 5. four of a rank (négyes)**" in told


def test_eight_numbered_announcements_closed_together_are_named_and_more_have_only_their_numbers() -> None:
    eight = "honour; game; piccolo; city; centrum; fleet; tarokk_18; tarokk_19"
    named = "6. XVIII (tizennyolcas), 7. XIX (tizenkilences), 9. honour (honőr), 12. game (játék), "
    named += "18. piccolo, 19. city, 20. centrum, 31. fleet (flotta)"
    for said, shown in ((eight, named), (f"{eight}; ordeal", "6–7, 9, 12, 18–20, 31, 50")):
        deal = royal(f"1 {said} / 2 - / 3 -")
        closed = closed_lines(words("en", "royal_tarokk"), at_a_table(deal), 0, deal.view(0))
        assert any(f"This already stands: **{shown}**." in each for each in closed)


def test_the_heading_of_a_list_names_what_is_in_it() -> None:
    page = player_page(words("en", "royal_tarokk"), at_a_table(royal_after_a_trophy()), 1)
    assert page is not None
    assert [row.prompt for row in page.rows if isinstance(row, Select)][:2] == [
        "1–22: hand … streaks",
        "23–34: end … suits",
    ]


def test_a_kontra_is_offered_without_the_meaning_of_what_it_doubles() -> None:
    kontras = [line for line in explained(royal("1 volat")).splitlines() if "ontra" in line]
    assert any("volát" in line for line in kontras)
    assert not any("all ten tricks" in line for line in kontras)


def test_each_closed_kontra_is_named_with_its_reason() -> None:
    told = explained(royal("1 game; matador / 2 honour / 3 two_honours"))
    assert "only the other team may: **Béla's game (játék), Béla's matador**" in told
    assert "A superior announcement has made this void: **Clara's honour (honőr)**" in told
    told = explained(royal("1 game; matador / 2 contra game@1"))
    assert "so nobody can kontra it: **Béla's matador**" in told
    assert "it has been said: **Béla's game (játék)**" in told


def test_choices_closed_for_the_same_reason_are_named_together() -> None:
    deal = to_call(invited("A2 B- C- D-"))
    assert "**Three (három), Two (kettő)** would not be higher" in explained(invited("A3 B2 C- D-"))
    assert "Call your partner's tarokk first." in explained(deal)


def test_forehand_of_koenigrufen_is_named_before_anybody_bids() -> None:
    deal = koenig()
    assert "Auction: Anna: mein Spiel" in prompt(deal)
    assert "No bids yet" not in prompt(deal)
    assert "if all others pass, Anna chooses any of the contracts" in prompt(deal)
    assert "Auction: Anna: mein Spiel, Béla: pass" in prompt(koenig(after="1 pass; 2 pass; 3 pass"))
    assert "has the last word" not in prompt(koenig(after="1 bid dreier"))


@pytest.mark.parametrize("locale", LOCALES)
def test_talon_groups_are_named_by_the_numbers_in_the_picture(locale: str) -> None:
    w = words(locale, "romanian_tarok")
    for number, sign in enumerate("①②③④⑤⑥", 1):
        assert sign in w.term("half", str(number))
        assert w.term("half", str(number)) in w.term("action", "take", half=str(number))
    assert "①" in words(locale, "koenigrufen").term("half", "lower")
    assert "②" in words(locale, "tapp_tarock").term("half", "upper")


def test_no_hand_is_described_before_the_cards_are_dealt() -> None:
    uncut = Session.first(ROMANIAN_TAROK, {"knock_styles": True}, 4, 0).deal(CARDS)
    assert "No cards in hand" not in prompt(uncut)
    assert "12 cards:" in prompt(act(uncut, "2 deal cut"))


def test_each_half_of_the_talon_is_offered_with_its_own_cards() -> None:
    deal = koenig(talon="T4 SK HK T6 T7 T8", after="1 pass; 2 pass; 3 pass; 0 bid dreier")
    assert labels(deal)[:2] == [
        "Take the left half ①: IIII, ♠K, ♥K",
        "Take the right half ②: VIII, VII, VI",
    ]


def test_the_group_that_can_be_taken_is_not_listed_as_closed() -> None:
    told = explained(won_by(three(), "unu2"))
    assert "Take this group (level 2): XVIII" in told, "of the second group"
    assert (
        "**Take group ①, Take group ③, Take group ④, Take group ⑤, Take group ⑥**: That group cannot" in told
    )


def test_an_announced_pagat_names_the_pool() -> None:
    deal = to_talk(four("T1 T22", pool=5), "unu1", king="HK")
    told = explained(deal)
    assert "Pagat ultimo · 7 points: to win the last trick" in told
    assert "with the I; chips from or into the pool: +5\u00a0/\u00a0−5" in told
    assert "The points are what each opponent pays you, or gets from you." in told
    doubled = act(deal, "0 announce pagat_ult; 0 done; 1 done")
    assert "chips from or into the pool: +5\u00a0/\u00a0−10" in explained(doubled), (
        "as the contra would have it"
    )


def test_a_standing_invitation_is_in_the_panel_while_the_auction_goes_on() -> None:
    deal = invited("A3 B1", inviter=1)
    assert "Béla invites with the XIX: any other declarer must call it." in prompt(deal)
    assert "Béla invites with the XIX: any other declarer must call it." in table_page(at_a_table(deal)).text
    assert "invites" not in prompt(invited("A3"))
    accepted = to_call(invited("A3 B1 C- D- AH", inviter=1))
    assert "Béla invites with the XIX" in prompt(accepted), "until the card is called"
    assert "Béla invites" not in prompt(act(accepted, "0 call T19"))


def test_a_player_who_can_only_end_the_turn_is_told_why() -> None:
    deal = koenig(after="1 pass; 2 pass; 3 pass; 0 bid piccolo")
    while str(deal.actions(deal.seats()[0])[-1]) != "done" or deal.seats() != (0,):
        deal = act(deal, f"{deal.seats()[0]} {deal.actions(deal.seats()[0])[-1]}")
    assert deal.actions(0) == (Action("done"),)
    told = prompt(deal)
    assert "There is nothing that you may say now: *Done* ends your turn." in told
    assert "announce or double" not in told
    assert "This cannot be announced in this contract: **Pagat, Uhu" in told


def test_a_player_with_all_kings_is_told_that_they_play_alone() -> None:
    own = won_by(four("SK HK DK CK"), "doi1")
    assert "All that you can call is your own" in prompt(own)
    one_king = won_by(four("SK"), "doi1")
    calls = [line for line in explained(one_king).splitlines() if "Call the king" in line]
    assert [line for line in calls if "you play alone" in line] == [
        "  - Call the king of spades: you play alone"
    ]
    assert len(calls) == 4
    other = prompt(one_king)
    assert other.count("is your partner") == 1
    assert "or one that lies in the talon, and you play alone" in other


@pytest.mark.parametrize(
    ("locale", "label"),
    [("en", "Hold Unterer · 4"), ("ja", "ローアー（ウンテラー）をホールド・4")],
)
def test_hold_names_the_held_bid_and_its_worth(locale: str, label: str) -> None:
    deal = tapp(after="0 pass; 1 bid dreier; 2 bid unterer")
    page = panel(words(locale, "tapp_tarock"), at_a_table(deal), 1)
    assert label in [each.label for each in buttons(page)]


def test_la_mine_names_the_contract_taken_over_with_one_bracket() -> None:
    deal = act(four("T22"), "0 bid doi1; 1 bid solo; 2 pass; 3 pass")
    page = panel(words("ja", "romanian_tarok"), at_a_table(deal), 0)
    assert "ソロにラ・ミネ（8）" in [each.label for each in buttons(page)]
