"""No control of a panel lies where another one was just pressed, and marks stay until they are said."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from bot.games.royal_tarokk import ROYAL_TAROKK
from bot.rules.moves import Action
from bot.text import LOCALES, words
from cogs.controls import MARK, SURE, read_actions, read_kept
from cogs.discord.page import LABEL_LIMIT, Button, Select
from cogs.hands.page import hints, prompt
from cogs.play.controls import NO_CHOICE, TOGGLES, Choice, Controls
from tests.cogs.panels import at_a_table, controls_of, found, panel, what
from tests.games.illustrated_tarokk.table import announcing, auction
from tests.games.koenigrufen.table import besserrufer, solo
from tests.games.romanian.table import four, three, to_talk, won_by
from tests.games.royal_tarokk.table import royal
from tests.games.tapp_tarock.table import tapp
from tests.notation import act

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.deal import Deal
    from cogs.discord.page import Row

TRULA, VALAT, GAME = Action("announce", "trula"), Action("announce", "valat"), Action("kontra", "game")


def rows(deal: Deal, choice: Choice = NO_CHOICE) -> tuple[Row, ...]:
    return controls_of(deal)[1].rows(choice)


def in_row(row: Row) -> tuple[Button, ...]:
    """The buttons of a row that has nothing else."""
    assert isinstance(row, tuple)
    return row


def row_of(some: Sequence[Row], label: str) -> tuple[Button, ...]:
    """The row with a button that begins with a label."""
    found = [row for row in some if isinstance(row, tuple) and any(b.label.startswith(label) for b in row)]
    (row,) = found
    return row


def opposed() -> Deal:
    """An opponent's turn in Romanian Tarok, after an announced pagat."""
    return act(to_talk(four("T1 T22"), "unu1", king="HK"), "0 announce pagat_ult; 0 done; 1 done")


@pytest.mark.parametrize("bid", ["trei1", "doi2", "unu2"])
def test_no_take_button_appears_where_the_button_to_go_on_was(bid: str) -> None:
    deal = won_by(three(), bid)
    while "refuse" in {each.verb for each in deal.actions(0)}:
        *takes, on = map(in_row, rows(deal))
        assert [each.label.partition(" · ")[0] for each in on] == ["Show it and go on"]
        assert {read_actions(what(each))[0].verb for row in takes for each in row} == {"take"}
        deal = act(deal, "0 refuse")
    *offered, end = rows(deal)
    assert [each.enabled for each in in_row(end)] == [False], "it keeps its place"
    assert {read_actions(what(each))[0].verb for row in offered for each in in_row(row)} == {"take"}


def test_immediate_actions_are_separated_from_marks() -> None:
    (text, first, between, *others) = rows(opposed())
    kontras, marking, ending = map(in_row, (first, *others))
    assert (text, between) == (
        "-# Pressing one of these says it at once:",
        "-# These are marked first, then said together:",
    )
    assert [each.label for each in kontras] == ["Contra: game · 6", "Contra: Pagat ultimo · 14"]
    assert all(what(each).startswith(MARK) for each in marking)
    assert [each.label for each in ending] == ["Done"]
    steps = rows(royal("1 honour; game"))
    assert isinstance(steps[0], str)
    assert {read_actions(what(each))[0].verb for each in in_row(steps[1])} == {"kontra"}
    assert steps[2] == "-# These are chosen from lists, then confirmed:"
    assert isinstance(steps[3], Select)
    text, first, last = rows(found("tapp_tarock", {"kontra"}))
    assert text == "-# This is said at once, and ends your turn:"
    assert read_actions(what(in_row(first)[0])) == [GAME, Action("done")]
    assert [each.label for each in in_row(last)] == ["Done"]


def test_the_only_announcement_left_says_that_it_ends_the_turn() -> None:
    deal = act(tapp(), "0 bid solo")
    assert {str(each) for each in deal.actions(0)} == {"announce valat", "done"}
    text, first, _ = rows(deal)
    assert text == "-# This is said at once, and ends your turn:"
    assert read_actions(what(in_row(first)[0])) == [VALAT, Action("done")]
    assert "marked" not in prompt(controls_of(deal)[1], NO_CHOICE)


def test_a_single_discard_takes_one_press() -> None:
    deal = auction("A3 B- C- D-")
    view = deal.view(1)
    assert view.to_discard == 1
    shown = Controls(words("en", "illustrated_tarokk"), at_a_table(deal), view).rows()
    laid = [read_actions(what(each)) for row in shown for each in in_row(row)]
    assert sorted(laid) == sorted([each] for each in view.actions), "no card has to be marked first"


def test_a_confirmed_action_is_not_kept_as_a_mark() -> None:
    rich = ("SK S7 S8 S9 T1 T2 T3 T4 T5 T6 T7 T8", "HK HQ", "DK DQ", "CK CQ")
    said = (Action("announce", "pagat_ult"),)
    _, controls = controls_of(to_talk(four(*rich), "solo", king="HK"))
    _, answers, *_ = controls.rows(Choice(said, asked=said))
    assert read_kept(what(in_row(answers)[1])) == []


def test_the_row_of_kontras_is_disabled_once_all_are_said() -> None:
    before = opposed()
    kontras = [action for action in before.actions(2) if action.verb == "kontra"]
    after = act(before, "; ".join(f"2 {action}" for action in kontras))
    assert rows(after)[0] == "-# Said in this turn:"
    assert not any(each.enabled for each in in_row(rows(after)[1]))


def test_no_kontra_is_left_once_the_turn_is_over() -> None:
    said = act(opposed(), "2 kontra game")
    assert any("Contra: game" in each.label for row in rows(said)[1:2] for each in in_row(row)), "its place"
    over = act(said, "2 done")
    shown = Controls(words("en", "romanian_tarok"), at_a_table(over), over.view(2)).rows()
    assert shown == ()


def test_a_kontra_keeps_the_marks() -> None:
    marked = Choice((TRULA,))
    kontra, _ = row_of(rows(opposed(), marked), "Contra: game")
    assert (read_actions(what(kontra)), read_kept(what(kontra))) == ([GAME], [TRULA])
    plain, _ = row_of(rows(opposed()), "Contra: game")
    assert read_kept(what(plain)) == []
    asked = Choice((TRULA,), asked=(GAME,))
    _, answers, *_ = panel(words("en", "romanian_tarok"), at_a_table(opposed()), 2, asked).rows
    change, sure = in_row(answers)
    assert what(change) == f"{MARK}{TRULA}"
    assert (read_actions(what(sure).removeprefix(SURE)), read_kept(what(sure))) == ([GAME], [TRULA])


@pytest.mark.parametrize("kept", [[TRULA], [TRULA, VALAT], [GAME, TRULA], [Action("kontra", "trull@1")]])
def test_kept_marks_round_trip(kept: list[Action]) -> None:
    _, controls = controls_of(opposed())
    written = controls._act_id([GAME], kept)
    assert read_kept(written) == kept
    assert read_actions(written.rpartition(":")[2])[0] == GAME


def test_a_said_kontra_keeps_its_place_until_the_turn_ends() -> None:
    said = ("honour", "game", "piccolo", "city", "centrum", "fleet", "tarokk_18")
    before = royal(f"1 {'; '.join(said)}")
    seat = before.seats()[0]
    for item in ("fleet@1", "centrum@1"):
        after = act(before, f"{seat} kontra {item}")
        old, new = row_of(rows(before), "Kontra"), row_of(rows(after), "Kontra")
        assert [each.label for each in old] == [each.label for each in new]
        changed = [b for a, b in zip(old, new, strict=True) if a.enabled != b.enabled]
        assert [read_actions(what(each)) for each in changed] == [[Action("kontra", item)]]
        assert not changed[0].enabled
        before = after


@pytest.mark.parametrize("locale", LOCALES)
def test_a_kontra_that_opens_a_list_does_not_move_the_button_ending_the_turn(locale: str) -> None:
    before = announcing("A -", bids="A3 B- C- D-")
    seat = before.seats()[0]
    assert {str(each) for each in before.actions(seat)} == {"kontra game", "done"}
    after = act(before, f"{seat} kontra game")
    assert len(after.actions(seat)) > TOGGLES

    def shown(deal: Deal) -> tuple[Row, ...]:
        return Controls(words(locale, deal.game.name), at_a_table(deal), deal.view(seat)).rows()

    (_, kontra, caption, later, ending), opened = shown(before), shown(after)
    assert isinstance(later, Select)
    assert (later.enabled, isinstance(opened[3], Select)) == (False, True)
    assert [each.label for each in in_row(opened[1])] == [each.label for each in in_row(kontra)]
    assert opened[2] == caption
    assert [each.label for each in in_row(opened[4])] == [each.label for each in in_row(ending)]
    assert len(opened) == 5


def test_a_kontra_voided_by_a_valat_keeps_its_place() -> None:
    doubled = solo("2 kontra game / 3 - / 0 -")
    (before,) = row_of(rows(doubled), "Rekontra: game")
    after = act(doubled, "1 kontra game; 1 announce valat")
    (voided,) = row_of(rows(after), "Rekontra: game")
    assert (voided.label, voided.enabled) == (before.label, False)


def test_a_rekontra_is_enabled_in_a_later_turn() -> None:
    deal = announcing("A - / B kontra game", bids="A3 B- C- D-")
    (button,) = [each for each in row_of(rows(deal), "Rekontra") if each.label.startswith("Rekontra")]
    assert button.enabled


def test_a_question_leaves_the_marks_where_they_are() -> None:
    marked = (TRULA, VALAT)
    asked = rows(opposed(), Choice(marked, asked=(*marked, Action("done"))))
    *_, before = rows(opposed(), Choice(marked))
    _, answers, after = asked
    assert [each.label for each in in_row(before)] == [each.label for each in in_row(after)]
    assert not any(each.enabled for each in in_row(after)), "the pressed button lies below the answers"
    change, sure = in_row(answers)
    assert sure.label == "Yes: Trula, Valat"
    _, controls = controls_of(opposed())
    back = tuple(read_actions(what(change).removeprefix(MARK)))
    assert back == marked
    assert controls.offers(Choice(back)), "so that the turn does not end with nothing said"
    told = prompt(controls, Choice(marked, asked=marked))
    assert "Marked: " in told
    assert "Press a marked one again" not in told, "the marks cannot be pressed before the answer"
    assert "ends your turn" not in told


def test_a_statement_that_is_begun_is_shown_with_what_it_is_worth_and_means() -> None:
    _, controls = controls_of(royal())
    about = "-# 6 points: to take all cards of the suit named"
    assert about in prompt(controls, Choice(begun="announce gang:"))


@pytest.mark.parametrize(("left", "named"), [("announce volat", True), ("kontra game@1", False)])
def test_closed_numbers_are_named_only_while_something_can_be_announced(left: str, *, named: bool) -> None:
    stand = SimpleNamespace(
        in_steps=True,
        listed=(Action.parse(left),),
        words=words("en", "royal_tarokk"),
        table=SimpleNamespace(game=ROYAL_TAROKK),
    )
    (told,) = hints(cast("Controls", stand))
    assert ("Not in the lists" in told) is named


def test_the_confirm_button_names_as_many_announcements_as_fit() -> None:
    deal = announcing("", bids="A3 B- C- D-")
    view, _ = controls_of(deal)
    controls = Controls(words("en", "illustrated_tarokk"), at_a_table(deal), view)
    _, sure = in_row(controls.rows(Choice(asked=view.actions[:-1]))[1])
    assert len(sure.label) <= LABEL_LIMIT
    assert sure.label.startswith("Yes: ")
    assert sure.label.endswith(f"… ({len(view.actions) - 1} in all)")


def test_the_text_names_the_button_that_ends_the_turn() -> None:
    _, controls = controls_of(opposed())
    nothing, one = prompt(controls, NO_CHOICE), prompt(controls, Choice((TRULA,)))
    assert "Mark as many as you like, or none." in nothing
    assert "*Done* ends your turn." in nothing
    assert "*Say this and finish* says it, and ends your turn." in one
    assert "*Done*" not in one
    two = prompt(controls, Choice((TRULA, VALAT)))
    assert "*Say these and finish (2)* says them, and ends your turn." in two
    rich = ("SK S7 S8 S9 T1 T2 T3 T4 T5 T6 T7 T8", "HK HQ", "DK DQ", "CK CQ")
    _, opening = controls_of(to_talk(four(*rich), "solo", king="HK"))
    pagat = Choice((Action("announce", "pagat_ult"),))
    assert "*Say this* says it; your turn goes on." in prompt(opening, pagat)


def test_a_list_says_how_many_marks_fit() -> None:
    deal = announcing("", bids="A3 B- C- D-")
    _, controls = controls_of(deal)
    most = controls.fitting(controls.listed)
    assert controls.in_list
    assert most < len(controls.listed)
    assert f"Mark up to {most}, or none" in prompt(controls, NO_CHOICE)
    longest = sorted(controls.listed, key=lambda each: len(str(each)), reverse=True)
    assert controls.offers(Choice(tuple(longest[:most]))), "even the longest ones fit"
    assert not controls.offers(Choice(tuple(longest[: most + 1])))


def test_marking_does_not_change_the_length_of_labels() -> None:
    plain, marked = rows(opposed()), rows(opposed(), Choice((TRULA,)))
    before, after = row_of(plain, "○ Announce Trula"), row_of(marked, "● Announce Trula")
    assert [each.label[1:] for each in before] == [each.label[1:] for each in after]


def test_a_question_stands_directly_above_the_pressed_row() -> None:
    bids = [row for row in rows(tapp()) if isinstance(row, tuple)]
    assert [each.label for each in bids[0]][-1] == "Solo · 8"
    solo = Action("bid", "solo")
    _, answers, *below = rows(tapp(), Choice(asked=(solo,)))
    assert [each.label for each in in_row(answers)][1] == "Yes: Solo · 8"
    assert [[each.label for each in in_row(row)] for row in below] == [
        [each.label for each in row] for row in bids
    ]
    opened = rows(opposed())
    _, _, *below = rows(opposed(), Choice(asked=(GAME,)))
    assert [type(row) for row in below] == [type(row) for row in opened[1:]], "from the row of the kontra on"
    _, _, *typed = rows(opposed(), Choice(asked=(TRULA, VALAT)))
    assert typed == [], "no button does that"


def test_marking_moves_no_control_if_an_announcement_is_owed() -> None:
    owing, first = besserrufer("T2 T3 T5", "2 - / 3 - / 0 -"), Action("announce", "uhu")
    (*_, place) = rows(owing)
    assert [(each.label, each.enabled) for each in in_row(place)] == [("Say this", False)]
    (*_, taking) = rows(owing, Choice((first,)))
    assert len(rows(owing)) == len(rows(owing, Choice((first,))))
    assert [each.enabled for each in in_row(taking)] == [True]
    view, controls = controls_of(owing)
    assert controls.offers(Choice(view.actions)), "everything that can be said fits"


def test_marks_survive_a_confirmation_question() -> None:
    _, controls = controls_of(opposed())
    assert controls.marks_in([GAME], [TRULA]) == (TRULA,)
    assert controls.marks_in([TRULA, VALAT, Action("done")], []) == (TRULA, VALAT), (
        "marks about to be said are kept"
    )
    assert controls.marks_in([GAME], []) == ()
    assert controls.marks_in([GAME], [Action("announce", "nonsense")]) == (), "forged statements are dropped"
    _, bidding = controls_of(tapp())
    assert bidding.marks_in([Action("bid", "solo")], []) == ()


def test_forged_choices_are_not_offered() -> None:
    _, steps = controls_of(royal())
    begun = ("announce ultimo:", "announce ultimo", "announce nonsense:", "")
    assert [steps.offers(Choice(begun=each)) for each in begun] == [True, False, False, True]
    view, bidding = controls_of(tapp())
    assert not bidding.offers(Choice(view.actions[:1])), "a bid is never marked"
    _, saying = controls_of(opposed())
    assert saying.offers(Choice((TRULA, VALAT)))
    assert not saying.offers(Choice((TRULA, TRULA)))
    assert not saying.offers(Choice((TRULA, Action("done"))))


def test_two_statements_are_enough_for_marking() -> None:
    deal = found("tapp_tarock", {"announce", "done"}, least=3)
    while len(controls_of(deal)[1].listed) != 2:
        deal = act(deal, f"{deal.seats()[0]} {controls_of(deal)[1].listed[0]}")
    _, controls = controls_of(deal)
    assert controls.is_marked
    assert controls.fitting(controls.listed) == 2
    assert "**Nothing is marked yet.**" in prompt(controls, NO_CHOICE)
