"""When a panel must be rendered again, and when a message that shows an older one may wait."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.rules.cards import Cards
from bot.rules.moves import Action
from bot.tables import Table, TableState
from bot.tables.table import Occupant
from cogs.hands.panel import PanelKey, panel_key
from tests.cogs.panels import at_a_table, wishing
from tests.games.tapp_tarock.table import tapp
from tests.notation import act
from tests.text.players import SEEDS, positions

SHOWN = PanelKey(1, TableState.PLAYING, hand=Cards.of("T5 T7"), revision=None)
"""The key of a panel whose player has nothing to do."""


def key(table: Table, user_id: int) -> PanelKey:
    found = panel_key(table, user_id)
    assert found is not None
    return found


def left(table: Table, seat: int) -> Table:
    """The same table after the person on a seat has left it to a computer."""
    occupants = list(table.occupants)
    occupants[seat] = Occupant("Gone", None, away_id=seat)
    return replace(table, occupants=tuple(occupants))


@pytest.mark.parametrize(
    ("now", "before", "is_result"),
    [
        (replace(SHOWN, over=True), SHOWN, True),
        (replace(SHOWN, over=True), None, False),
        (replace(SHOWN, over=True), replace(SHOWN, over=True), False),
        (replace(SHOWN, number=2, over=True), SHOWN, False),
        (SHOWN, SHOWN, False),
    ],
)
def test_a_result_follows_only_the_panel_of_its_own_deal(
    now: PanelKey, before: PanelKey | None, *, is_result: bool
) -> None:
    assert now.is_result_of(before) is is_result


def test_a_panel_is_urgent_if_its_player_must_act_or_has_new_cards() -> None:
    asked = replace(SHOWN, actions=(Action("pass"),), revision=3)
    assert asked.is_urgent(SHOWN)
    assert asked.is_urgent(None)
    assert not asked.is_urgent(replace(asked, awaited=(1,))), "moves of others can wait"
    assert not SHOWN.is_urgent(asked), "the old panel only offers what was done elsewhere"
    assert replace(SHOWN, hand=Cards.of("T5 T7 T9")).is_urgent(SHOWN)
    assert not replace(SHOWN, hand=Cards.of("T5")).is_urgent(SHOWN), "a card was played elsewhere"
    assert replace(SHOWN, number=2).is_urgent(SHOWN)


def test_moves_of_others_do_not_change_the_panel_of_an_absent_player() -> None:
    before, after = (left(at_a_table(each), 2) for each in (tapp(), act(tapp(), "0 bid dreier; 1 pass")))
    assert key(before, 2) == key(after, 2)
    assert key(before, 2).away
    assert key(before, 2).is_urgent(key(at_a_table(tapp()), 2)), "it offers the way back"
    assert key(before, 2).is_urgent(replace(key(before, 2), asleep=True))
    assert not key(before, 2).is_result_of(key(at_a_table(tapp()), 2))


@pytest.mark.parametrize(
    ("now", "told"),
    [
        (TableState.PLAYING, TableState.PLAYING),
        (TableState.OFFER, TableState.PLAYING),
        (TableState.ENDED, TableState.ENDED),
    ],
)
def test_an_absent_player_learns_of_the_end_of_the_table_alone(now: TableState, told: TableState) -> None:
    assert key(left(at_a_table(tapp(), state=now), 2), 2).state is told


def test_a_panel_key_lists_the_seats_played_by_computers() -> None:
    assert key(at_a_table(tapp()), 0).computers == ()
    assert key(left(at_a_table(tapp()), 1), 0).computers == (1,)


def test_a_panel_is_urgent_once_its_deal_is_broken_off() -> None:
    playing, ended = (at_a_table(tapp(), state=state) for state in (TableState.PLAYING, TableState.ENDED))
    assert key(ended, 1).is_urgent(key(playing, 1))


def test_an_offer_does_not_change_the_situation_of_a_panel() -> None:
    playing, offered = (at_a_table(tapp(), state=state) for state in (TableState.PLAYING, TableState.OFFER))
    assert key(offered, 1).situation == key(playing, 1).situation


def test_only_the_host_may_end_the_table_once_a_deal_is_over() -> None:
    over = at_a_table(positions("tapp_tarock", SEEDS[0])[-1], state=TableState.BETWEEN)
    assert [key(over, seat).may_end for seat in range(3)] == [True, False, False]
    assert not key(at_a_table(tapp()), 0).may_end


def test_clock_and_revision_are_set_only_for_the_player_to_act() -> None:
    first, second = key(at_a_table(tapp()), 0), key(at_a_table(tapp()), 1)
    assert (first.revision, second.revision) == (0, None)
    assert first.turn is not None
    assert second.turn is None


def test_pause_requests_are_part_of_a_panel_until_the_pause_begins() -> None:
    assert key(wishing(0), 1).wishing == (0,)
    assert key(wishing(0, 2), 1).wishing == ()
    assert key(wishing(0, 2), 1).paused
