"""The buttons below the message of a table, and its smaller pages."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.store import Server
from bot.tables import Table, TableState
from bot.tables.table import Occupant
from bot.text import words
from bot.text.deals import turn_line
from bot.text.scores import totals_line
from cogs.discord.page import Select
from cogs.discord.pictures import TalonPicture
from cogs.lobby.page import setting_page
from cogs.servers import settings_page
from cogs.table.page import (
    announcements_page,
    leave_question,
    spectator_page,
    table_page,
    tables_page,
    taken_over_line,
    totals_page,
)
from tests.cogs.hands.test_panel_buttons import over
from tests.cogs.lobby.test_page import lobby
from tests.cogs.panels import buttons
from tests.cogs.table.test_resting import wishing
from tests.cogs.test_noninterference import NAMES, at_a_table
from tests.games.royal_tarokk.table import royal
from tests.games.tapp_tarock.table import tapp
from tests.notation import act
from tests.text.players import positions

W = words("en", "tapp_tarock")


def verbs(table: Table) -> list[str]:
    """The verbs of the buttons below the message of a table."""
    return [each.id.rpartition(":")[2] for each in buttons(table_page(table))]


def test_a_game_without_an_auction_has_no_auction_button() -> None:
    shown = ["hand", "trick", "score", "items", "auction", "rules", "watch", "pause"]
    assert verbs(at_a_table(tapp())) == shown
    shown.remove("auction")
    assert verbs(at_a_table(royal())) == shown


def test_buttons_between_deals_and_while_the_table_sleeps() -> None:
    assert verbs(over()) == ["next", "end", "hand", "trick", "score", "rules", "watch"]
    assert verbs(over(asleep=True)) == ["return", "end", "score", "rules"]


def test_join_return_and_end_are_offered_only_when_they_apply() -> None:
    table = over()
    anna, bela, clara = table.occupants
    assert {"join", "return"} & {*verbs(table)} == set()
    assert {"join", "return"} <= {*verbs(over(occupants=(anna, bela, Occupant("Clara", away_id=2))))}
    computer = {*verbs(over(occupants=(anna, bela, Occupant("Poldi"))))}
    assert ("join" in computer, "return" in computer) == (True, False)
    voting = over(occupants=(anna, bela, clara and replace(clara, wants_end=True)), state=TableState.PLAYING)
    assert "end" in verbs(voting)


def test_a_paused_table_does_not_say_whose_turn_it_is() -> None:
    table = at_a_table(tapp())
    assert table.open is not None
    turn = turn_line(W, table.open, NAMES[:3])
    assert turn in table_page(table).text
    assert turn not in table_page(wishing(0, 1)).text


def test_a_sleeping_table_says_when_it_closes() -> None:
    closes = "If no one does, the table closes <t:"
    assert closes not in table_page(at_a_table(tapp())).text
    table = at_a_table(tapp())
    table = replace(table, asleep=True, idle_since=1000.0)
    assert (closes in table_page(table).text) is bool(table.lapses_at)


def test_the_code_of_a_deal_names_its_first_table() -> None:
    code = "/tarock deal code:"
    match: Any = SimpleNamespace(table_id="k3m9xp", deals=2, here=())
    assert f"{code}abc/1`" in table_page(over()).text
    assert f"{code}k3m9xp/1`" in table_page(over(match=match)).text
    assert f"{code}q7w2mz/4`" in table_page(over(given="q7w2mz/4")).text


def test_the_result_of_a_deal_has_one_heading_and_the_totals_below() -> None:
    table = over()
    session = table.session
    assert session is not None
    scores = (3, -1, -2)
    table = replace(table, session=replace(session, totals=scores, deals=1, history=(scores,)))
    text = table_page(table).text
    assert text.count("## Tapp-Tarock · deal 1\n") == 1
    assert text.count(totals_line(W, scores, NAMES[:3])) == 1
    assert text.index("Totals") > text.index("This deal: ")
    assert spectator_page(W, table, 99).text.count(totals_line(W, scores, NAMES[:3])) == 1


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
    assert taken_over_line(W, table, 0) == ""
    assert taken_over_line(W, table, 99) == ""
    assert W("table.taken_over", player="Clara", other="Dóra") in table_page(table).text
    assert taken_over_line(W, lobby("tapp_tarock", *table.occupants), 0) == ""


def test_totals_and_announcements_are_empty_at_first() -> None:
    table = lobby("tapp_tarock", Occupant("Anna", 0), None, None)
    assert totals_page(W, table).text == "No deal has been scored yet."
    assert announcements_page(W, table).text.endswith("\nNothing has been announced yet.")
    assert announcements_page(W, at_a_table(tapp())).text.endswith("\nNothing has been announced yet.")


def test_tables_are_listed_with_their_state() -> None:
    resting = at_a_table(tapp())
    resting = replace(resting, asleep=True)
    some = (lobby("koenigrufen", Occupant("Anna", 0), None), at_a_table(tapp()), over(), resting)
    assert tables_page(W, some, ["q7w2mz"]).text.splitlines() == [
        "### Tables in this channel",
        "- `abc` Königrufen, not started: Anna, free",
        "- `abc` Tapp-Tarock, deal 1 is being played: Anna, Béla, Clara",
        "- `abc` Tapp-Tarock, after deal 1: Anna, Béla, Clara",
        "- `abc` Tapp-Tarock, resting in deal 1: Anna, Béla, Clara",
        "- `q7w2mz` suspended: this version of the bot cannot read it",
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
    table = replace(table, occupants=tuple(seated))
    assert leave_question(W, table) == W(said, number=1)


def test_spectators_see_the_auction_once_the_contract_is_final() -> None:
    bidding, settled = at_a_table(tapp(after="0 bid dreier")), at_a_table(tapp(after="0 bid solo"))
    line = W("table.auction", calls="Anna: Solo")
    assert line in spectator_page(W, settled, 99).text.splitlines()
    assert spectator_page(W, bidding, 99).text.count("Anna: Dreier") == 1, "it is shown anyway"
    before = spectator_page(W, lobby("tapp_tarock", Occupant("Anna", 0), None, None), 99)
    assert before.text.endswith(W("watch.hint"))
    watching, seated = (spectator_page(W, settled, reader).text for reader in (99, 0))
    assert watching.endswith(W("watch.hint"))
    assert seated.endswith(W("watch.hint_seated"))


def test_a_refusal_is_shown_on_the_pages_of_settings() -> None:
    notice, table = W("panel.notice", notice="Too late."), lobby("tapp_tarock", None)
    plain, refused = setting_page(W, table, "locale"), setting_page(W, table, "locale", "Too late.")
    assert notice in refused.text
    assert plain.text == refused.text.replace(f"{notice}\n", "")


def test_the_list_of_channels_may_be_emptied() -> None:
    *_, channels = settings_page(W, Server(1)).rows
    assert isinstance(channels, Select)
    assert (channels.least, channels.chosen) == (0, ())


def test_the_pool_at_the_start_of_a_deal_is_shown_once_it_is_over() -> None:
    deals, then = (
        (positions("romanian_tarok", seed) for seed in range(9)),
        "In the pool at the start of this deal",
    )
    *_, going_on, over_now = next(played for played in deals if played[-1].open.tricks)
    assert going_on.result is None
    tables = at_a_table(going_on), at_a_table(over_now, state=TableState.BETWEEN)
    assert [then in table_page(each).text for each in tables] == [False, True]
