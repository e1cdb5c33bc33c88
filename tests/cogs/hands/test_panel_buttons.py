"""The rest of a panel besides its player's choices: notices, buttons that only show, and the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.rules.moves import Action
from bot.tables import Hints, Settings, Table, TableState
from bot.tables.table import Occupant
from bot.text import words
from cogs.discord.page import Look
from cogs.discord.pictures import TalonPicture
from cogs.hands.page import player_page
from cogs.play.controls import Choice
from tests.cogs.panels import at_a_table, buttons, over, panel, wishing
from tests.games.illustrated_tarokk.table import dealt
from tests.games.koenigrufen.table import besserrufer
from tests.games.romanian.table import three, won_by
from tests.games.royal_tarokk.table import royal
from tests.games.tapp_tarock.table import solo, tapp
from tests.notation import act, with_open
from tests.text.players import SEEDS, positions

W = words("en", "tapp_tarock")


def verbs(table: Table, seat: int) -> list[str]:
    """The verbs of the buttons of a panel that do not act in the deal."""
    ids = (each.id for each in buttons(panel(words("en", table.game.name), table, seat)))
    return [each.rpartition(":")[2] for each in ids if each.startswith("p1:")]


def offered(table: Table, seat: int) -> list[str]:
    """The labels of the buttons of a panel."""
    return [each.label for each in buttons(panel(W, table, seat))]


REVIEW = "What could I have done?"


def test_a_refusal_is_shown_in_the_panel() -> None:
    table = at_a_table(tapp())
    for each, state in ((table, "asked"), (over(), "over")):
        page, plain = player_page(W, each, 0, notice="Too late."), player_page(W, each, 0)
        assert page is not None
        assert plain is not None
        assert W("panel.notice", notice="Too late.") in page.text, state
        assert len(plain.text) < len(page.text), state


def test_only_useful_information_buttons_are_offered() -> None:
    table = at_a_table(tapp())
    assert verbs(table, 0) == ["now", "auction"]
    assert verbs(table, 1) == ["now", "auction", "again"]
    table = replace(table, settings=Settings(hints=Hints.ALWAYS))
    assert verbs(table, 0) == ["now", "auction", "hint"]
    assert verbs(table, 1) == ["now", "auction", "again"], "there is nothing to advise"
    assert verbs(at_a_table(royal()), 1) == ["now"], "a game without an auction"


def test_folded_announcements_have_a_button() -> None:
    said = "1 game; tarokk_18; honour; spadille; tarokk_19; tarokk_20"
    six, seven = at_a_table(royal(said)), at_a_table(royal(f"{said}; city"))
    assert "items" not in verbs(six, 0)
    assert "items" in verbs(seven, 0)
    texts = [panel(words("en", "royal_tarokk"), each, 0).text for each in (six, seven)]
    assert ["before these" in each for each in texts] == [False, True]
    assert "1 announcement before these" in texts[1]


def test_a_requested_pause_can_be_joined_or_withdrawn() -> None:
    assert not {"pause", "no_pause"} & {*verbs(at_a_table(tapp()), 0)}
    assert verbs(wishing(0), 0)[0] == "no_pause"
    assert verbs(wishing(0), 1)[0] == "pause"


def test_the_button_of_the_only_playable_card_says_so() -> None:
    deal = solo("HK H3", "HQ T22", after="0 play H3")
    (only,) = (each for each in buttons(panel(W, at_a_table(deal), 1)) if each.id.startswith("t1:"))
    assert (only.label, only.look) == (f"{W('choice.only', label='♥Q')}", Look.PRIMARY)
    before = solo("HK H3", "HQ T22")
    assert not any("only" in each for each in offered(at_a_table(before), 0))


def test_only_the_host_has_an_end_button() -> None:
    assert offered(over(), 0) == ["Last trick", "Score", "Next deal", "End", REVIEW]
    assert offered(over(), 1) == ["Last trick", "Score", "Next deal", REVIEW]


def test_the_review_button_is_offered_only_to_players_of_the_deal() -> None:
    table = over()
    other = Occupant("Dóra", 7)
    taken = over(played_by=(other, *table.occupants[1:]))
    assert [REVIEW in offered(taken, seat) for seat in (0, 1)] == [False, True]
    assert REVIEW not in offered(over(given="k3m9xp/4"), 0), "given cards have no review here"
    deal = positions("tapp_tarock", SEEDS[0])[-1]
    assert deal.result is not None
    phase: Any = deal.phase
    void = replace(phase, board=with_open(phase.board, result=replace(deal.result, void=True)))
    assert REVIEW not in offered(at_a_table(deal._replace(phase=void), state=TableState.BETWEEN), 0)


def test_an_ended_table_offers_a_rematch_unless_its_cards_were_given() -> None:
    assert offered(over(TableState.ENDED), 0) == ["Rematch", REVIEW]
    assert offered(over(TableState.ENDED, given="k3m9xp/4"), 0) == []
    assert offered(at_a_table(tapp(), state=TableState.ENDED), 0) == ["Rematch"], "the deal was broken off"
    anna, *others = over().occupants
    left = over(TableState.ENDED, occupants=(anna and replace(anna, user_id=None, away_id=0), *others))
    assert offered(left, 0) == ["Rematch"], "a computer has played the deal to its end"


def test_the_talon_group_being_viewed_is_lifted() -> None:
    deal = won_by(three(), "unu2")
    w = words("en", "romanian_taper")
    for lifted in (1, 2):
        (talon,) = (each for each in panel(w, at_a_table(deal), 0).pictures if isinstance(each, TalonPicture))
        assert talon.lifted == lifted
        assert not any(isinstance(each, TalonPicture) for each in panel(w, at_a_table(deal), 1).pictures), (
            "only the player who may take it sees it"
        )
        deal = act(deal, "0 refuse")


def test_a_player_who_must_announce_is_asked_for_at_least_one() -> None:
    w = words("en", "koenigrufen")
    owing = panel(w, at_a_table(besserrufer("T2 T3 T5", "2 - / 3 - / 0 -")), 1).text
    assert "Mark one or more." in owing
    assert "*Done* ends your turn" not in owing


def test_the_confirm_button_is_not_mentioned_while_a_choice_is_questioned() -> None:
    w, deal = words("en", "royal_tarokk"), royal()
    chosen = (Action("announce", "honour"),)
    confirm = w("panel.confirm", button=w("button.confirm"))
    assert confirm in panel(w, at_a_table(deal), 1, Choice(chosen)).text
    assert confirm not in panel(w, at_a_table(deal), 1, Choice(chosen, asked=chosen)).text


def test_a_panel_has_no_empty_lines_of_small_print() -> None:
    for deal in positions("koenigrufen", SEEDS[0])[::25]:
        for seat in range(4):
            page = player_page(words("en", "koenigrufen"), at_a_table(deal), seat)
            assert page is not None
            assert not any(line.strip() == "-#" for line in page.text.splitlines())


def test_a_player_who_sits_out_is_told_how_to_wake_a_sleeping_table() -> None:
    deal, w = dealt(seats=5), words("en", "illustrated_tarokk")
    table = at_a_table(deal)
    table = replace(table, asleep=True)
    assert w("panel.rests", button=w("button.wake")) in panel(w, table, deal.layout.dealer).text


@pytest.mark.parametrize("seat", [0, 1])
def test_only_the_player_to_act_sees_the_time_of_the_reminder(seat: int) -> None:
    text = panel(W, at_a_table(tapp()), seat).text
    assert ("A reminder follows <t:" in text) is (seat == 0)
