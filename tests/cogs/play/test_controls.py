"""The controls of a panel: everything legal, each in its place, and accepted by Discord."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games import GAMES
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.moves import Action
from bot.tables import Table
from bot.text import LOCALES, Words, words
from bot.text.help import topics_of
from cogs.controls import MARK, SURE, read_actions, read_kept
from cogs.discord.page import Button, Page, Row, Select, controls_in
from cogs.hands.page import hints, prompt
from cogs.help.page import glossary_page, rules_page, topic_page
from cogs.play.controls import NO_CHOICE, TOGGLES, Choice, Controls, statements
from cogs.play.doubts import doubted
from cogs.table.page import (
    announcements_page,
    auction_page,
    last_trick_page,
    spectator_page,
    table_page,
    totals_page,
)
from tests.cogs.panels import (
    assert_discord_takes,
    at_a_table,
    buttons,
    choice_pages,
    controls_of,
    found,
    panel,
    pressed,
    what,
)
from tests.conformance.random_deals import position, positions, reshuffled
from tests.examples import examples
from tests.games.illustrated_tarokk.table import announcing, auction
from tests.games.romanian.table import four, three, to_talk, won_by
from tests.games.royal_tarokk.table import royal
from tests.games.tapp_tarock.table import tapp
from tests.notation import act


def marked(button: Button) -> tuple[Action, ...]:
    return tuple(read_actions(what(button).removeprefix(MARK)))


def walk(w: Words, table: Table, seat: int, rng: Random) -> Iterator[Page]:
    """The panel of a seat, and those it leads to by random marks and questions."""
    choice = Choice()
    for _ in range(6):
        page = panel(w, table, seat, choice)
        yield page
        marks = [each for each in buttons(page) if what(each).startswith(MARK) and each.enabled]
        if not marks:
            break
        choice = Choice(marked(rng.choice(marks)))
    view = table.view(seat)
    assert view is not None
    for each in doubted(view, rng.sample(view.actions, min(len(view.actions), 5))):
        yield panel(w, table, seat, Choice(asked=(each,)))


def about(w: Words, table: Table, seat: int) -> Iterator[Page]:
    """What the buttons of the panel and of the table message show."""
    yield from choice_pages(w, table, seat)
    yield from (page(w, table) for page in (auction_page, announcements_page, totals_page))
    yield spectator_page(w, table, 99)
    yield from filter(None, (last_trick_page(w, table), table_page(table)))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@examples(15)
@given(rng=st.randoms(use_true_random=True))
def test_discord_accepts_every_page(game: Game, rng: Random) -> None:
    deal = position(game, rng)
    table, seat = at_a_table(deal), rng.choice(deal.seats())
    w = words(rng.choice(LOCALES), game.name)
    for page in (*walk(w, table, seat, rng), *about(w, table, seat)):
        assert_discord_takes(page)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@examples(2)
@given(rng=st.randoms(use_true_random=True))
def test_discord_accepts_a_panel_with_as_many_marks_as_fit(game: Game, rng: Random) -> None:
    w = words("en", game.name)
    for deal in (each for each in positions(game, rng) if each.open.phase == "announcing"):
        table, seat = at_a_table(deal), deal.seats()[0]
        controls, marks = controls_of(deal)[1], Choice()
        for action in sorted(statements(deal.view(seat)), key=lambda each: len(str(each)), reverse=True):
            more = Choice((*marks.marked, action))
            marks = more if controls.offers(more) else marks
        assert_discord_takes(panel(w, table, seat, marks))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES)
def test_discord_accepts_the_pages_about_a_game(game: str, locale: str) -> None:
    w = words(locale, game)
    for page in (rules_page(w), *(topic_page(w, topic) for topic in topics_of(w)), glossary_page(w)):
        assert_discord_takes(page)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@examples(15)
@given(rng=st.randoms(use_true_random=True))
def test_everything_legal_is_offered_and_nothing_else(game: Game, rng: Random) -> None:
    deal = position(game, rng)
    table, seat = at_a_table(deal), rng.choice(deal.seats())
    view = table.view(seat)
    assert view is not None
    page = panel(words("en", game.name), table, seat)
    named = [what(button).removeprefix(MARK) for button in buttons(page) if button.enabled]
    offered = {each for actions in named for each in read_actions(actions)}
    listed = [option.value for row in page.rows if isinstance(row, Select) for option in row.options]
    steps = tuple(each.removeprefix("/") for each in listed if each.startswith("/"))
    offered |= {Action.parse(each) for each in listed if not each.startswith("/")}
    offered |= {each for each in view.actions if str(each).startswith(steps)} if steps else set()
    assert offered == {*view.actions}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@examples(15)
@given(rng=st.randoms(use_true_random=True))
def test_no_public_control_has_a_card_or_depends_on_one(game: Game, rng: Random) -> None:
    deal = position(game, rng)
    w, tables = words("en", game.name), [at_a_table(each) for each in (deal, reshuffled(deal, None, rng))]
    for shown in (table_page, partial(spectator_page, w, user_id=99)):
        public, other = map(shown, tables)
        assert public.rows == other.rows
        assert not any(each.card or not each.enabled for each in buttons(public))


def test_no_more_cards_can_be_marked_than_are_due() -> None:
    view, controls = controls_of(found("tapp_tarock", {"lay"}))
    lays = [each for each in view.actions if each.verb == "lay"]
    assert controls.offers(Choice(tuple(lays[:3])))
    assert not controls.offers(Choice(tuple(lays[:4])))
    assert not controls.offers(Choice((lays[0], lays[0])))
    assert not controls.offers(Choice((Action("lay", "T22"),)))
    rows = controls.rows(Choice(tuple(lays[:3])))
    flat = [each for row in rows if isinstance(row, tuple) for each in row]
    assert sum(each.enabled for each in flat) == 4
    assert read_actions(what(flat[-1])) == lays[:3]


def test_few_statements_have_buttons_and_many_have_an_explained_list() -> None:
    few, many = (
        found("tapp_tarock", {"announce"}, least=3),
        found("illustrated_tarokk", {"announce", "done"}, least=12),
    )
    _, controls = controls_of(few)
    assert not any(isinstance(row, Select) for row in controls.rows())
    assert any("last trick" in each for each in hints(controls))
    view, controls = controls_of(many)
    assert len(statements(view)) > TOGGLES
    (menu, _) = controls.rows()
    assert isinstance(menu, Select)
    assert all("points" in each.about for each in menu.options)
    assert menu.least == 0
    assert menu.most >= 5, "any number of announcements that people make"
    two = statements(view)[:2]
    ticked, last = controls.rows(Choice(two))
    assert isinstance(ticked, Select)
    assert isinstance(last, tuple)
    (end,) = last
    assert [*ticked.chosen] == [str(each) for each in two]
    assert read_actions(what(end)) == [*two, Action("done")]


def test_statements_end_the_turn_only_if_it_may_end_after_them() -> None:
    rich = ("SK S7 S8 S9 T1 T2 T3 T4 T5 T6 T7 T8", "HK HQ", "DK DQ", "CK CQ")
    view, controls = controls_of(to_talk(four(*rich), "solo", king="HK"))
    pagat, nine = Action("announce", "pagat_ult"), Action("announce", "taroace:8")
    assert {pagat, nine} < {*view.actions}
    assert view.opening == (pagat,), "it obliges to declare the hand"
    for said, ends in (((pagat,), False), ((nine,), True)):
        *_, last = controls.rows(Choice(said))
        assert isinstance(last, tuple)
        assert read_actions(what(last[0])) == [*said, *[Action("done")] * ends]


def test_a_kontra_is_one_press() -> None:
    game, trull = Action("kontra", "game"), Action("kontra", "trull@0")
    illustrated = pressed(announcing("A trull", bids="A3 B- C- D-"))
    assert illustrated["Kontra: game · 2"] == [game], "there is more to say in this turn"
    assert illustrated["Kontra: trull · 4"] == [trull]
    (only,) = (each for each in pressed(tapp_after_done()).values() if each[0].verb == "kontra")
    assert only == [game, Action("done")], "there is nothing else to say"


def tapp_after_done() -> Deal:
    """A defender of Tapp-Tarock may double the game, and nothing else."""
    deal = found("tapp_tarock", {"kontra"})
    assert {each.verb for each in deal.actions(deal.seats()[0])} == {"kontra", "done"}
    return deal


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@examples(10)
@given(rng=st.randoms(use_true_random=True))
def test_a_second_press_on_the_same_place_confirms_nothing(game: Game, rng: Random) -> None:
    deal = position(game, rng)
    table, seat = at_a_table(deal), rng.choice(deal.seats())
    view = table.view(seat)
    assert view is not None
    if not view.actions:
        return
    w = words("en", game.name)
    before = panel(w, table, seat)
    asked = panel(w, table, seat, Choice(asked=(rng.choice(view.actions),)))
    question, answers, *there = asked.rows
    assert len(there) <= len(before.rows)
    for old, new in zip(before.rows[::-1], there[::-1], strict=False):
        assert type(old) is type(new), "counted from the end of a chat they keep their places"
    assert not any(each.enabled for row in there[:-1] for each in controls_in(row))
    assert isinstance(question, str), "beside its answers, where it is seen"
    assert [each.enabled for each in controls_in(answers)] == [True, True]


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


def test_a_single_discard_takes_one_press() -> None:
    deal = auction("A3 B- C- D-")
    view = deal.view(1)
    assert view.to_discard == 1
    shown = Controls(words("en", "illustrated_tarokk"), at_a_table(deal), view).rows()
    laid = [read_actions(what(each)) for row in shown for each in in_row(row)]
    assert sorted(laid) == sorted([each] for each in view.actions), "no card has to be marked first"


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
