"""The message of a table and its smaller pages, as values."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from bot.games import GAMES
from bot.rules.cards import Cards
from bot.rules.game import Game, Misdeal
from bot.rules.session import Session
from bot.tables import Hints, Table, TableSettings, TableState, play
from bot.tables.table import Occupant, TurnClock
from bot.text import LOCALES, words
from bot.text.deals import contract_line, turn_line
from bot.text.scores import totals_line
from cogs.controls import REFRESH, WATCHING
from cogs.discord.page import Button
from cogs.discord.pictures import HandPicture, TalonPicture
from cogs.hands.choices import choices_page
from cogs.hands.page import player_page
from cogs.table.clock import clock_buttons, clock_lines, due_line, rest_line, wish_line
from cogs.table.names import name_of
from cogs.table.page import (
    auction_page,
    leave_question,
    proof_page,
    score_page,
    spectator_page,
    table_page,
    tables_page,
    taken_over_line,
)
from tests.cogs.panels import NAMES, as_held, at_a_table, invited, lobby, over, verbs, wishing
from tests.conformance.random_deals import position
from tests.games.illustrated_tarokk.table import dealt
from tests.games.koenigrufen.table import koenig
from tests.games.royal_tarokk.table import royal
from tests.games.tapp_tarock.table import tapp
from tests.notation import act
from tests.text.players import SEEDS, positions

W = words("en", "tapp_tarock")

# -- buttons ---------------------------------------------------------------------------------------


def test_the_buttons_fit_the_game_and_the_state_of_the_table() -> None:
    shown = ["hand", "trick", "score", "auction", "rules", "watch", "pause"]
    assert verbs(table_page(at_a_table(tapp()))) == shown
    assert verbs(table_page(at_a_table(royal()))) == shown
    between = ["next", "end", "hand", "score", "hands", "trick", "proof", "rules", "watch"]
    assert verbs(table_page(over(seal=play.sealed("abc", 2)))) == between
    assert verbs(table_page(over())) == [each for each in between if each != "proof"], "nothing was sealed"
    assert verbs(table_page(over(asleep=True))) == ["return", "end", "score", "rules"]


def test_join_return_and_end_are_offered_only_when_they_apply() -> None:
    anna, bela, clara = over().occupants
    for last, offered in (
        (clara, set()),
        (Occupant("Clara", away_id=2), {"join", "return"}),
        (Occupant("Poldi"), {"join"}),
    ):
        page = table_page(over(occupants=(anna, bela, last)))
        assert {"join", "return"} & {*verbs(page)} == offered
    voting = over(occupants=(anna, bela, clara and replace(clara, wants_end=True)), state=TableState.PLAYING)
    assert "end" in verbs(table_page(voting))


def test_only_applicable_clock_buttons_are_offered() -> None:
    for table, offered in (
        (at_a_table(tapp()), ["pause"]),
        (wishing(0), ["pause", "no_pause"]),
        (wishing(0, 1), ["go_on"]),
        (at_a_table(tapp(), state=TableState.BETWEEN), []),
    ):
        assert [each.id.rpartition(":")[2] for each in clock_buttons(W, table)] == offered


# -- rest, pauses and the clock --------------------------------------------------------------------


def one_away(*, asleep: bool = False) -> Table:
    """Anna, alone with computers, has left in the middle of a deal; it would be her turn."""
    table = at_a_table(tapp())
    occupants = (Occupant("Anna", None, away_id=0), *table.occupants[1:])
    return replace(table, occupants=occupants, asleep=asleep, settings=TableSettings(hints=Hints.ALWAYS))


@pytest.mark.parametrize("locale", LOCALES)
def test_a_sleeping_table_shows_neither_the_turn_nor_who_is_away(locale: str) -> None:
    w = words(locale, "tapp_tarock")
    anna = one_away().occupants[0]
    assert anna is not None
    away = name_of(w, anna)
    departed, turn = w("table.departed", player=away), w("turn.auction", players=away)
    for asleep in (False, True):
        shown = table_page(one_away(asleep=asleep), w).text
        assert (w("table.asleep") in shown) is asleep
        assert (departed in shown, turn in shown) == (not asleep, not asleep)
        assert (w("hints.allowed") in shown) is not asleep


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("asleep", [True, False])
def test_a_waiting_player_is_told_that_the_table_rests_and_not_whose_turn_it_is(
    locale: str, *, asleep: bool
) -> None:
    w, table = words(locale, "tapp_tarock"), at_a_table(tapp())
    assert table.open is not None
    turn = turn_line(w, table.open, NAMES[:3])

    def said(table: Table) -> tuple[str, str, str]:
        page = player_page(w, table, 1)
        assert page is not None
        return page.text, choices_page(w, table, 1).text, table_page(table, w).text

    assert all(turn in each for each in said(table))
    resting = tuple(each and replace(each, wants_pause=not asleep) for each in table.occupants)
    panel, choices, public = said(replace(table, occupants=resting, asleep=asleep))
    rests = w("panel.rests", button=w("button.wake")) if asleep else w("clock.paused")
    assert not any(turn in each for each in (panel, choices, public))
    assert [each.count(rests) for each in (panel, choices)] == [1, 1]


def test_a_lone_person_is_told_that_they_can_end_the_pause() -> None:
    anna, *others = wishing(0).occupants
    computers = tuple(each and replace(each, user_id=None) for each in others)
    table = replace(wishing(0), occupants=(anna, *computers))
    assert table.paused
    assert rest_line(W, table, asked=True) == W("clock.paused_alone")
    assert clock_lines(W, table) == [W("clock.paused_alone")]
    two = replace(wishing(0, 1), occupants=(*wishing(0, 1).occupants[:2], computers[1]))
    assert rest_line(W, two, asked=True) == W("clock.paused")


def test_an_offer_says_how_long_it_stands() -> None:
    table = replace(at_a_table(tapp()), state=TableState.OFFER, turn=TurnClock(1000.0, 1000.0, reminded=True))
    assert due_line(W, table) == words("en")("clock.offer", when="<t:1000:R>")


def test_a_pause_request_is_shown_until_the_pause_begins() -> None:
    assert "would like a pause" in wish_line(W, wishing(0))
    for table in (wishing(0, 1), replace(wishing(0), asleep=True), at_a_table(tapp())):
        assert wish_line(W, table) == ""


def test_between_deals_nothing_is_said_of_absent_players_and_pauses() -> None:
    anna, *others = wishing(1).occupants
    table = replace(wishing(1), occupants=(anna and replace(anna, missed=1), *others))
    said = "\n".join(clock_lines(W, table))
    assert "A computer played the last turn of Anna" in said
    assert "Béla would like a pause" in said
    assert clock_lines(W, replace(table, state=TableState.BETWEEN, turn=None)) == []


@pytest.mark.parametrize(("people", "reminded"), [(1, False), (2, True)])
def test_a_lone_person_is_not_reminded_at_a_relaxed_table(people: int, *, reminded: bool) -> None:
    table = at_a_table(tapp())
    seated = (
        each if seat < people else each and replace(each, user_id=None)
        for seat, each in enumerate(table.occupants)
    )
    due = due_line(W, replace(table, occupants=tuple(seated)))
    assert due.startswith("Reminder <t:") if reminded else due == ""


def test_the_player_to_act_is_told_that_any_action_wakes_the_table() -> None:
    table = at_a_table(tapp())
    assert rest_line(W, table, asked=True) == ""
    table = replace(table, asleep=True)
    assert rest_line(W, table, asked=True) == W("panel.asleep")
    assert rest_line(W, table, asked=False) != W("panel.asleep")


# -- the state of a table --------------------------------------------------------------------------


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("state", [TableState.LOBBY, TableState.PLAYING, TableState.BETWEEN])
def test_an_outage_is_mentioned_while_the_table_cannot_be_saved(locale: str, state: TableState) -> None:
    w, table = words(locale, "tapp_tarock"), over(state)
    if state is not TableState.BETWEEN:
        table = replace(table, deal=None if state is TableState.LOBBY else tapp())
    for unsaved in (False, True):
        page = table_page(replace(table, unsaved=unsaved), w)
        assert (w("table.unsaved") in page.text) is unsaved


def test_the_code_of_a_deal_names_its_first_table() -> None:
    code = "/tarock deal code:"
    match: Any = SimpleNamespace(table_id="k3m9xp", deals=2, here=())
    assert f"{code}abc/1`" in proof_page(W, over()).text
    assert f"{code}k3m9xp/1`" in proof_page(W, over(match=match)).text
    assert f"{code}q7w2mz/4`" in proof_page(W, over(given="q7w2mz/4")).text


def test_the_result_of_a_deal_has_one_heading_and_the_totals_below() -> None:
    table, scores = over(), (3, -1, -2)
    assert table.session is not None
    table = replace(table, session=replace(table.session, totals=scores, deals=1, history=(scores,)))
    totals = totals_line(W, scores, NAMES[:3])
    for page in (table_page(table), spectator_page(W, table, 99)):
        assert page.text.count("## Tapp-Tarock · deal 1\n") == 1
        assert page.text.count("balance") == 3
    assert score_page(W, table).text.count(totals) == 1


def test_the_taken_group_of_the_talon_is_lifted() -> None:
    assert table_page(at_a_table(tapp())).pictures == (), "nobody looks at it yet"
    looking = act(tapp(), "0 bid dreier; 1 pass; 2 pass")
    for deal, lifted in ((looking, None), (act(looking, "0 take upper"), 1)):
        (talon,) = table_page(at_a_table(deal)).pictures
        assert isinstance(talon, TalonPicture)
        assert talon.lifted == lifted


def test_taking_over_a_seat_states_its_points() -> None:
    table = over(played_by=(Occupant("Anna", 0), Occupant("Béla", 1), Occupant("Dóra", 7)))
    assert table.session is not None
    assert taken_over_line(W, table, 2) == W("lobby.taken_over", player="Dóra", count=table.session.totals[2])
    for of, reader in ((table, 0), (table, 99), (lobby("tapp_tarock", *table.occupants), 0)):
        assert taken_over_line(W, of, reader) == ""
    assert W("table.taken_over", player="Clara", other="Dóra") in table_page(table).text


def test_tables_are_listed_with_their_state() -> None:
    resting = replace(at_a_table(tapp()), asleep=True)
    some = (lobby("koenigrufen", Occupant("Anna", 0), None), at_a_table(tapp()), over(), resting)
    assert tables_page(W, some, ["q7w2mz"]).text.splitlines()[1:] == [
        "- `abc` Königrufen, not started: Anna, free",
        "- `abc` Tapp-Tarock, deal 1 is being played: Anna, Béla, Clara",
        "- `abc` Tapp-Tarock, after deal 1: Anna, Béla, Clara",
        "- `abc` Tapp-Tarock, asleep in deal 1: Anna, Béla, Clara",
        "- `q7w2mz` suspended: this version of the bot can't read it",
    ]
    assert tables_page(W, ()).text.startswith("No table is open in this channel.")


@pytest.mark.parametrize(
    ("people", "state", "said"),
    [
        (2, TableState.PLAYING, "sure.leave"),
        (1, TableState.PLAYING, "sure.leave_playing"),
        (1, TableState.BETWEEN, "sure.leave_between"),
    ],
)
def test_the_question_before_leaving_says_what_becomes_of_the_game(
    people: int, state: TableState, said: str
) -> None:
    table = over(state)
    seated = (
        each and replace(each, user_id=each.user_id if seat < people else None)
        for seat, each in enumerate(table.occupants)
    )
    assert leave_question(W, replace(table, occupants=tuple(seated))) == W(said, number=1)


@pytest.mark.parametrize(
    ("state", "deals", "told"),
    [
        (TableState.PLAYING, 3, ["Deals left in the session, including this one: 6."]),
        (TableState.BETWEEN, 3, ["Deals left in the session: 6."]),
        (TableState.PLAYING, 8, ["Last deal of the session."]),
        (TableState.ENDED, 3, []),
    ],
)
def test_a_table_shows_how_many_of_the_agreed_deals_are_left(
    state: TableState, deals: int, told: list[str]
) -> None:
    """Of the 8 deals of Königrufen, when one of those completed was dealt again by the same dealer."""
    deal = positions("koenigrufen", SEEDS[0])[0 if state.in_deal else -1]
    session = replace(Session.first(GAMES["koenigrufen"], {}, 4, 0), deals=deals, repeated=1)
    table = replace(at_a_table(deal, NAMES, state), session=session)
    assert [line for line in table_page(table).text.splitlines() if "the session" in line] == told
    table = replace(table, given="k3m9xp/4")
    assert "the session" not in table_page(table).text, "given cards are one deal"


def test_the_last_deal_ends_the_table_with_its_totals_told_once() -> None:
    w, game = words("en", "koenigrufen"), GAMES["koenigrufen"]
    table, scores = over(TableState.ENDED, "koenigrufen"), (3, -1, -1, -1)
    session = replace(Session.first(game, {}, 4, 0), deals=8, totals=scores, history=(scores,))
    text = table_page(replace(table, session=session)).text
    assert w("table.ended", game=game.name) in text
    assert text.count(w("score.totals", scores="").strip()) == 1
    assert w("score.net", scores="").strip() not in text, "totals that sum to 0 are said once"


def test_inherited_facts_and_misdeals_are_shown() -> None:
    w = words("en", "illustrated_tarokk")
    hat = at_a_table(dealt(hat=1))
    assert w.term("wears", "hat", player="Béla") in table_page(hat).text
    mine = player_page(w, hat, 0)
    assert mine is not None
    assert w.term("session", "hat", player="Béla") in mine.text
    windows = w.term("session", "windows", count=2, factor=4, left=w.listed(["2", "4"]))
    assert windows in table_page(at_a_table(dealt(windows=(2, 4)))).text
    table, hand = at_a_table(royal()), Cards.of("T5 T6 SQ SJ HC HJ DC DJ CC C10")
    assert "dealt again" not in table_page(table).text
    shown = table_page(replace(table, misdeals=(Misdeal(((1, hand),)),))).text
    assert "Béla" in shown.partition("dealt again")[2].partition("\n")[0]


def test_open_hands_are_shown_as_pictures() -> None:
    deal = koenig(after="1 pass; 2 pass; 3 pass; 0 bid piccolo_ouvert")
    while deal.open.hands is None:
        assert not any(isinstance(each, HandPicture) for each in table_page(at_a_table(deal)).pictures)
        seat = deal.seats()[0]
        deal = act(deal, f"{seat} {deal.actions(seat)[-1]}")
    shown = [each for each in table_page(at_a_table(deal)).pictures if isinstance(each, HandPicture)]
    assert [each.cards for each in shown] == [hand for hand in deal.open.hands if hand]
    assert [each.description.partition(":")[0] for each in shown][:2] == list(NAMES[:2])


# -- the auction and spectators --------------------------------------------------------------------


def test_the_auction_is_shown_and_its_contract_once_it_is_final() -> None:
    assert auction_page(W, lobby("tapp_tarock", None, None, None)).text.endswith("\nNo bids yet.")
    bidding, settled = tapp(after="0 bid dreier"), tapp(after="0 bid solo")
    assert auction_page(W, as_held(bidding)).text.endswith("\nAnna: Dreier (three)")
    told = auction_page(W, as_held(settled)).text.splitlines()
    assert told[-2:] == ["Anna: Solo", contract_line(W, settled.open, NAMES[:3])]
    inviting = invited("A3 B1", inviter=1)
    last = auction_page(words("en", inviting.game.name), as_held(inviting)).text.splitlines()[-1]
    assert last.startswith("Béla invites with the XIX")


def test_spectators_see_the_auction_once_the_contract_is_final() -> None:
    bidding, settled = at_a_table(tapp(after="0 bid dreier")), at_a_table(tapp(after="0 bid solo"))
    assert W("table.auction", calls="Anna: Solo") in spectator_page(W, settled, 99).text.splitlines()
    assert spectator_page(W, bidding, 99).text.count("Anna: Dreier (three)") == 1, "it is shown anyway"
    for table, reader, hint in (
        (lobby("tapp_tarock", Occupant("Anna", 0), None, None), 99, "watch.hint"),
        (settled, 99, "watch.hint"),
        (settled, 0, "watch.hint_seated"),
    ):
        assert spectator_page(W, table, reader).text.endswith(W(hint))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_refresh_is_the_only_button_of_spectators(game: Game) -> None:
    deal, w = position(game, Random(3)), words("en", game.name)
    refresh = Button(WATCHING[REFRESH].at(at_a_table(deal)), w("button.refresh"))
    assert spectator_page(w, at_a_table(deal), 99).rows == ((refresh,),)
    assert not spectator_page(w, at_a_table(deal, state=TableState.ENDED), 99).rows
