"""The controls of a panel: everything legal is offered, and Discord accepts every page."""

from __future__ import annotations

from functools import partial
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any, cast

import pytest
from discord import PartialEmoji
from hypothesis import given
from hypothesis import strategies as st

from bot.games import GAMES
from bot.playground.validation import check_message
from bot.rules.cards import CARDS
from bot.rules.deal import Deal
from bot.rules.moves import Action
from bot.text import LOCALES, words
from bot.text.cards import short_name
from bot.text.facts import item_name
from bot.text.help import topics_of
from bot.text.moves import action_label
from cogs.controls import MARK, SURE, read_actions
from cogs.discord.page import LABEL_LIMIT, OPTION_LIMIT, TEXT_LIMIT, Button, Page, Select, controls_in
from cogs.discord.render import layout
from cogs.hands.page import hints, prompt
from cogs.help.page import glossary_page, rules_page, topic_page
from cogs.play.controls import KONTRAS, NO_CHOICE, TOGGLES, Choice, statements
from cogs.play.doubts import doubted
from cogs.table.page import (
    announcements_page,
    auction_page,
    last_trick_page,
    spectator_page,
    table_page,
    totals_page,
)
from tests.cogs.panels import at_a_table, buttons, choice_pages, controls_of, found, panel, pressed, what
from tests.conformance.random_deals import position, positions, reshuffled
from tests.examples import examples
from tests.games.illustrated_tarokk.table import announcing
from tests.games.koenigrufen.table import bids, koenig
from tests.games.romanian.table import four, to_talk
from tests.games.royal_tarokk.table import royal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.rules.game import Game
    from bot.tables import Table
    from bot.text import Words
    from cogs.discord.emojis import Emojis


class Uploaded:
    """An emoji for every card, which a local Discord knows."""

    def __init__(self) -> None:
        numbers = count(1)
        self._known = {str(card): PartialEmoji(name=f"card_{card}", id=next(numbers)) for card in CARDS}
        self.there = {str(each.id) for each in self._known.values()}

    def of(self, code: str) -> PartialEmoji | None:
        return self._known.get(code)


UPLOADED = Uploaded()


def assert_discord_takes(page: Page) -> None:
    """Check a page as Discord does, with an emoji for every card on it."""
    view: Any = layout(page, cast("Emojis", UPLOADED))
    attachments = [{"description": each.description[:1024]} for each in page.pictures]
    body = {"components": view.to_components(), "flags": 1 << 15, "attachments": attachments}
    check_message(body, {}, [each.file_name for each in page.pictures], UPLOADED.there)


def assert_nothing_is_cut(page: Page) -> None:
    """Check that labels are shown as they are written: longer ones would lose their end."""
    assert all(len(each.label) <= LABEL_LIMIT for each in buttons(page))
    listed = [option for row in page.rows if isinstance(row, Select) for option in row.options]
    assert all(max(len(each.label), len(each.about)) <= OPTION_LIMIT for each in listed)
    assert len(page.text) <= TEXT_LIMIT


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
        assert_nothing_is_cut(page)


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
        assert_nothing_is_cut(page)


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


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@examples(15)
@given(rng=st.randoms(use_true_random=True))
def test_confirmation_questions_depend_only_on_the_own_cards(game: Game, rng: Random) -> None:
    deal = position(game, rng)
    seat = rng.choice(deal.seats())
    here, there = deal.view(seat), reshuffled(deal, seat, rng).view(seat)
    some = rng.sample(here.actions, min(len(here.actions), 5))
    assert doubted(here, some) == doubted(there, some)


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


def test_taking_from_the_talon_names_the_known_cards() -> None:
    view, controls = controls_of(found("romanian_tarok", {"take", "refuse"}))
    row = controls.rows()[0]
    assert isinstance(row, tuple)
    (looked_at,) = (group.cards for group in view.talon if group.looker == view.seat and not group.shown)
    named = ", ".join(short_name(controls.words, each) for each in looked_at)
    assert f": {named} · " in row[0].label


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


def test_the_confirm_button_names_its_actions() -> None:
    view, controls = controls_of(found("tapp_tarock", {"announce"}, least=3))
    two = statements(view)[:2]
    for asked, label in (
        ((two[1], Action("done")), f"Yes: {action_label(controls.words, two[1])}"),
        (
            (*two, Action("done")),
            f"Yes: {', '.join(item_name(controls.words, each.argument) for each in two)}",
        ),
    ):
        _, answers, *_ = controls.rows(Choice(asked=asked))
        assert isinstance(answers, tuple)
        _, sure = answers
        assert sure.label.startswith(label)
        assert read_actions(what(sure).removeprefix(SURE)) == [*asked]


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


def test_the_latest_of_many_kontras_have_buttons_and_the_others_a_list() -> None:
    said = ("honour", "game", "piccolo", "city", "centrum", "fleet", "tarokk_18")
    deal = royal(f"1 {'; '.join(said)}")
    view, controls = controls_of(deal)
    direct = [each[0].argument for each in pressed(deal).values() if each[0].verb == "kontra"]
    assert direct == [f"{each}@1" for each in said[-KONTRAS:]]
    lists = [row for row in controls.rows() if isinstance(row, Select)]
    assert [each.value for each in lists[-1].options] == ["kontra honour@1", "kontra game@1"]
    assert len([each for each in view.actions if each.verb == "kontra"]) == len(said)


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


def test_the_prompt_stays_while_something_is_marked() -> None:
    w, discarding = words("en", "koenigrufen"), koenig(after=f"{bids('dreier')}; 0 take upper")
    lays = [each for each in discarding.actions(0) if each.verb == "lay"]
    text = panel(w, at_a_table(discarding), 0, Choice(tuple(lays[:1]))).text
    assert "**Discard 3 cards.**" in text
    assert "Press a marked one again" in text
    few = found("tapp_tarock", {"announce"}, least=3)
    view, controls = controls_of(few)
    said = prompt(controls, Choice(statements(view)[:1]))
    before, _, nothing = prompt(controls, NO_CHOICE).partition("**Nothing is marked yet.**")
    assert nothing
    assert said.startswith(f"{before}**Marked: ")
    assert "last trick" in said


def test_marks_in_a_list_are_changed_in_the_list() -> None:
    many = found("illustrated_tarokk", {"announce", "done"}, least=12)
    view, controls = controls_of(many)
    said = prompt(controls, Choice(statements(view)[:2]))
    assert "You can choose again in the list." in said
    assert "Press" not in said
