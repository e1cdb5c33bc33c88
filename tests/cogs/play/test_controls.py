"""The controls of a panel: everything legal, each in its place, and accepted by Discord."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games import GAMES
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.moves import Action
from bot.rules.reasons import Refusal
from bot.tables import Table
from bot.text import LOCALES, Words, words
from bot.text.topics import rules_pages
from cogs.controls import MARK, read_actions
from cogs.discord.page import Button, Page, Row, Select, controls_in
from cogs.hands.page import prompt
from cogs.help.page import glossary_page, short_page, topic_page, with_rule
from cogs.play.controls import NO_CHOICE, TILED_ROWS, ActionControls, Choice, statements
from cogs.play.doubts import doubted
from cogs.play.labels import worth_offering
from cogs.play.statements import ALL, STEP
from cogs.table.page import (
    auction_page,
    hands_page,
    last_trick_page,
    proof_page,
    score_page,
    spectator_page,
    table_page,
)
from tests.cogs.panels import (
    assert_discord_takes,
    at_a_table,
    buttons,
    choice_pages,
    controls_of,
    found,
    panel,
    panel_of,
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
    yield from (page(w, table) for page in (auction_page, score_page, hands_page, proof_page))
    yield spectator_page(w, table, 99)
    yield from filter(None, (last_trick_page(w, table), table_page(table)))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@examples(15)
@given(rng=st.randoms(use_true_random=True))
def test_discord_accepts_every_page(game: Game, rng: Random) -> None:
    deal = position(game, rng)
    table, seat = at_a_table(deal), rng.choice(deal.seats())
    w = words(rng.choice(LOCALES), game.name)
    refused = Refusal("not_now", next(iter(game.rules.values())))
    for page in walk(w, table, seat, rng):
        assert_discord_takes(with_rule(w, page, refused))
    for page in about(w, table, seat):
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
        refused = Refusal("not_now", next(iter(game.rules.values())))
        assert_discord_takes(with_rule(w, panel(w, table, seat, marks), refused))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES)
def test_discord_accepts_the_pages_about_a_game(game: str, locale: str) -> None:
    w = words(locale, game)
    for page in (
        short_page(w),
        *(topic_page(w, number) for number, _ in enumerate(rules_pages(w))),
        glossary_page(w),
    ):
        assert_discord_takes(page)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@examples(15)
@given(rng=st.randoms(use_true_random=True))
def test_everything_possible_is_offered_and_nothing_else(game: Game, rng: Random) -> None:
    deal = position(game, rng)
    table, seat = at_a_table(deal), rng.choice(deal.seats())
    view = table.view(seat)
    assert view is not None
    page = panel(words("en", game.name), table, seat)
    named = [what(button).removeprefix(MARK) for button in buttons(page) if button.enabled]
    offered = {each for actions in named if actions != STEP + ALL for each in read_actions(actions)}
    if STEP + ALL in named:
        page = panel(words("en", game.name), table, seat, Choice(begun=ALL))
    listed = [option.value for row in page.rows if isinstance(row, Select) for option in row.options]
    steps = tuple(each.removeprefix("/") for each in listed if each.startswith("/"))
    offered |= {Action.parse(each) for each in listed if not each.startswith("/")}
    offered |= {each for each in view.actions if str(each).startswith(steps)} if steps else set()
    assert offered == {*worth_offering(view)}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@examples(15)
@given(rng=st.randoms(use_true_random=True))
def test_no_public_control_has_a_card_or_depends_on_one(game: Game, rng: Random) -> None:
    deal = position(game, rng)
    w, tables = words("en", game.name), [at_a_table(each) for each in (deal, reshuffled(deal, None, rng))]
    for shown in (table_page, partial(spectator_page, w, user_id=99)):
        public, other = map(shown, tables)
        assert public.rows == other.rows
        assert not any(each.card for each in buttons(public))


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


def test_statements_are_marked_in_an_explained_list_and_made_together() -> None:
    for game, verbs, least in (
        ("tapp_tarock", {"announce"}, 3),
        ("illustrated_tarokk", {"announce", "done"}, 12),
    ):
        view, controls = controls_of(found(game, verbs, least=least))
        menu, _ = controls.rows()
        assert isinstance(menu, Select)
        assert [each.value for each in menu.options] == [str(each) for each in statements(view)]
        assert all(each.about for each in menu.options)
        assert menu.least == 0
        assert menu.most >= min(5, len(menu.options)), "any number of announcements that people make"
        two = statements(view)[:2]
        ticked, last = controls.rows(Choice(two))
        assert isinstance(ticked, Select)
        assert [*ticked.chosen] == [str(each) for each in two]
        assert read_actions(what(in_row(last)[0])) == [*two, Action("done")]


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


def test_a_kontra_is_in_the_list_of_statements() -> None:
    game = Action("kontra", "game")
    for deal in (announcing("A trull", bids="A3 B- C- D-"), found("tapp_tarock", {"kontra"}), opposed()):
        menu, last = rows(deal)[-2:]
        assert isinstance(menu, Select)
        assert str(game) in [each.value for each in menu.options]
        assert [each.label for each in in_row(last)] == ["Done"]


def test_bids_are_in_a_list_with_their_meaning() -> None:
    view, controls = controls_of(tapp())
    menu, last = controls.rows()
    assert isinstance(menu, Select)
    assert [each.value for each in menu.options] == [str(each) for each in view.actions if each.verb == "bid"]
    assert all(each.about for each in menu.options)
    assert [each.label for each in in_row(last)] == ["Pass"]


def test_few_card_buttons_have_pictures_of_the_cards() -> None:
    for cards in (1, 6, 7, 12):
        deal = found("tapp_tarock", {"play"})
        while len(deal.actions(deal.seats()[0])) != cards:
            deal = found_next(deal)
        offered = [row for row in rows(deal) if isinstance(row, tuple)]
        tiled = {bool(each.card) for row in offered for each in row}
        assert tiled == {cards <= 6}
        assert len(offered) <= TILED_ROWS or cards > 6


def found_next(deal: Deal) -> Deal:
    """The next position in which a card is played, of this deal or of another one."""
    seat = deal.seats()[0]
    after = deal.act(seat, deal.actions(seat)[0])
    return after if isinstance(after, Deal) and not after.result else found("tapp_tarock", {"play"})


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
    question, *below = asked.rows
    back, sure, *others = (each for row in below for each in controls_in(row))
    assert isinstance(question, str), "beside its answers, where it is seen"
    assert back.enabled
    assert sure.enabled
    assert not any(each.enabled for each in others if what(each))
    there = below[len(below) - len(before.rows) :]
    for old, new in zip(before.rows[::-1], there[::-1], strict=False):
        named = {what(each) for each in controls_in(old)} - {""}
        assert not any(each.enabled and what(each) in named for each in controls_in(new))


TRULA, VALAT, GAME = Action("announce", "trula"), Action("announce", "valat"), Action("kontra", "game")


def rows(deal: Deal, choice: Choice = NO_CHOICE) -> tuple[Row, ...]:
    return controls_of(deal)[1].rows(choice)


def in_row(row: Row) -> tuple[Button, ...]:
    """The buttons of a row that has nothing else."""
    assert isinstance(row, tuple)
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


def test_a_single_discard_is_marked_like_several() -> None:
    deal = auction("A3 B- C- D-")
    view = deal.view(1)
    assert view.to_discard == 1
    *_, last = ActionControls(words("en", "illustrated_tarokk"), at_a_table(deal), view).rows()
    (button,) = in_row(last)
    assert not button.enabled, "nothing is marked yet"


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
    assert "Trula" in told


def test_marks_survive_a_confirmation_question() -> None:
    _, controls = controls_of(opposed())
    assert controls.marks_in([TRULA, VALAT, Action("done")]) == (TRULA, VALAT)
    assert controls.marks_in([Action("announce", "nonsense")]) == (), "forged statements are dropped"
    _, bidding = controls_of(tapp())
    assert bidding.marks_in([Action("bid", "solo")]) == ()


def test_royal_offers_a_few_statements_and_all_others_behind_a_button() -> None:
    deal = royal("", "", "T22 T21 T18 T17 T16 T15 T14 SK HK")
    first = panel_of(deal)
    (few,) = (row for row in first.rows if isinstance(row, Select))
    assert 0 < len(few.options) <= 5
    assert STEP + ALL in map(what, buttons(first))
    everything = panel_of(deal, choice=Choice(begun=ALL))
    assert sum(isinstance(row, Select) for row in everything.rows) > 1
    assert STEP in map(what, buttons(everything)), "the way back"
    assert "done" in map(what, buttons(everything))
    offered = {each.value for row in everything.rows if isinstance(row, Select) for each in row.options}
    assert not {"announce two_honours", "announce xxi_capture"} & offered, "this hand makes them impossible"
    further = panel_of(deal, choice=Choice(begun="announce ultimo:"))
    assert STEP + ALL in map(what, buttons(further)), "one step back leads to all statements"


def test_a_list_of_kontras_alone_is_headed_so() -> None:
    deal = royal("1 troll:SK", "", "", "T9 T8 T7 SK SJ HC DC DJ CC C10")
    (few,) = (row for row in panel_of(deal).rows if isinstance(row, Select))
    assert [each.value for each in few.options] == ["kontra troll:SK@1"]
    assert few.prompt == words("en", "royal_tarokk")("choose.kontra")


def test_the_offer_says_that_a_hand_makes_nothing_likely() -> None:
    deal = royal("1 -", "", "", "T9 T8 T7 SQ SJ HC DC DJ CC C10")
    page = panel_of(deal)
    assert not [row for row in page.rows if isinstance(row, Select)]
    assert any(isinstance(row, str) and "More" in row for row in page.rows)


def test_forged_choices_are_not_offered() -> None:
    _, steps = controls_of(royal())
    begun = ("announce ultimo:", "announce ultimo", "announce nonsense:", "", ALL)
    assert [steps.offers(Choice(begun=each)) for each in begun] == [True, False, False, True, True]
    view, bidding = controls_of(tapp())
    assert not bidding.offers(Choice(view.actions[:1])), "a bid is never marked"
    _, saying = controls_of(opposed())
    assert saying.offers(Choice((TRULA, VALAT)))
    assert not saying.offers(Choice((TRULA, TRULA)))
    assert not saying.offers(Choice(begun=ALL))
    assert not saying.offers(Choice((TRULA, Action("done"))))
