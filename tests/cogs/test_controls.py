"""The contents of control ids, and how they are told apart."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.rules.moves import Action
from bot.store import Listing, Measure
from cogs.controls import (
    ACT,
    CONTROLS,
    COSTLIEST,
    GIVEN,
    HISTORY,
    HOUSE_RULE,
    LEADERBOARD,
    LIST,
    MARK,
    PANEL,
    REVIEW,
    SHEET,
    STATISTICS,
    SURE,
    TABLE_HISTORY,
    LeaderboardControl,
    costliest_id,
    given_id,
    lasts,
    leaderboard_id,
    read_actions,
    read_daily,
    read_deal,
    read_table,
    review_id,
    sheet_id,
    statistics_id,
    table_of,
)
from cogs.discord.page import ID_LIMIT
from cogs.play.controls import WAYS, Way
from tests.cogs.place import Place


def test_a_repeated_verb_may_be_left_out_of_an_id() -> None:
    short, long = "lay SC+HQ+D1", "lay SC+lay HQ+lay D1"
    assert read_actions(short) == read_actions(long)
    assert read_actions("announce trull+volat+done") == [
        Action("announce", "trull"),
        Action("announce", "volat"),
        Action("done"),
    ]
    assert read_actions("") == []


def test_each_kind_of_control_is_told_by_its_first_character() -> None:
    assert len({LIST, MARK, SURE, "/"}) == 4
    assert {WAYS.get(verb, Way.PRESS) for verb in ("bid", "play", "lay", "kontra")} == {*Way}


LONGEST = "x" * 40
"""A table name of the maximum length."""

POINTS = Listing("tapp_tarock", measure=Measure.POINTS)
LISTINGS = (
    Listing(),
    Listing(period="2026"),
    Listing("koenigrufen", "2026-11", Measure.CONTRACTS, computers=True),
    Listing("romanian_tarok", "", Measure.RATING),
)

WRITTEN: list[tuple[str, Callable[[str], object], object]] = [
    *((TABLE_HISTORY.id(each, 2), TABLE_HISTORY.read, (each, 2)) for each in ("a", "k3m9xp", LONGEST)),
    *((given_id(each), GIVEN.read, each) for each in ("k3m9xp/4", "daily/koenigrufen/2026-11-22")),
    *((sheet_id("k3m9xp", page), SHEET.read, ("k3m9xp", page)) for page in (None, 0, 12)),
    *(
        (leaderboard_id(each, 123_456_789, "measure"), LEADERBOARD.read, (each, 123_456_789, "measure"))
        for each in LISTINGS
    ),
    *(
        (
            statistics_id(2**63, game, computers=computers, what="game"),
            STATISTICS.read,
            (2**63, game, computers),
        )
        for game in ("", "romanian_taper")
        for computers in (False, True)
    ),
    ("b1:tapp_tarock:3", LEADERBOARD.read, LeaderboardControl(POINTS, 3)),  # of an earlier version
    ("b1:all:2", LEADERBOARD.read, LeaderboardControl(Listing(), 2)),
    ("b1:all:0:all:points:people:", LEADERBOARD.read, LeaderboardControl(Listing(), 0)),  # rating, not points
    (f"h1:{'9' * 20}:0", HISTORY.read, (int("9" * 20), 0)),
    ("d1:k3m9xp:4:12", REVIEW.read, ("k3m9xp", 4, 12)),
    ("a1:k3m9xp:4", COSTLIEST.read, ("k3m9xp", 4)),
    (f"f1:{LONGEST}:0", SHEET.read, (LONGEST, 0)),
]
"""Ids as they are written, or were, with what reads them and what is read."""


@pytest.mark.parametrize(("written", "read", "meant"), WRITTEN)
def test_ids_round_trip(written: str, read: Callable[[str], object], meant: object) -> None:
    assert len(written) <= ID_LIMIT
    assert read(written.partition(":")[2]) == meant


FORGED: dict[Callable[[str], object], tuple[str, ...]] = {
    TABLE_HISTORY.read: ("", ":0", "k3m9xp", "x:", "k3m9xp:x", "k3m9xp:4:1", f"{LONGEST}x:0"),
    HISTORY.read: ("", "0", "x:0", "0:x", "0:9999999999", f"{'9' * 21}:0", "²:0"),
    GIVEN.read: (
        "",
        "x",
        "k3m9xp",
        "k3m9xp:x",
        "daily:bridge:2026-11-22",
        "daily:koenigrufen:x",
        "a" * 60 + ":1",
    ),
    read_daily: ("daily/chess/2026-11-22",),
    REVIEW.read: ("", "k3m9xp:1", "k3m9xp:x:0", "k3m9xp:1:x", "k3m9xp:1:9999999999", "a" * 50 + ":1:1"),
    SHEET.read: ("", "k3m9xp", "k3m9xp:x", "k3m9xp:9999999999", "a" * 50 + ":open", f"{LONGEST}x:0"),
    LEADERBOARD.read: (
        *("", "all", "chess:1", "all:x", "all:1:20261:points:people:", "all:1:all:wealth:people:"),
        *("all:1:all:points:nobody:", "all:1:2026-11-01:points:people:", "all:9999999999"),
    ),
    STATISTICS.read: (
        *("", "1:all:people", "x:all:people:", "1:chess:people:", "1:all:nobody:", "1" * 30 + ":all:people:"),
    ),
}


@pytest.mark.parametrize("read", FORGED)
def test_forged_ids_are_not_read(read: Callable[[str], object]) -> None:
    assert [each for each in FORGED[read] if read(each) is not None] == []


def test_names_of_deals_are_read() -> None:
    assert read_deal(f"{LONGEST[2:]}/1") == (LONGEST[2:], 1)
    assert read_deal(f"{LONGEST[1:]}/1") is None
    assert read_daily("daily/koenigrufen/2026-11-22") == ("koenigrufen", "2026-11-22")


def test_no_two_controls_have_the_same_ids() -> None:
    assert len({(each.kind, each.verb) for each in CONTROLS}) == len(CONTROLS)
    divided = {each.kind for each in CONTROLS if each.verb}
    assert divided.isdisjoint(each.kind for each in CONTROLS if not each.verb)


def test_controls_of_a_finished_deal_last() -> None:
    assert lasts(review_id("k3m9xp/4", 2))
    assert lasts(costliest_id("k3m9xp/4"))
    assert not lasts(given_id("k3m9xp/4"))


def test_the_id_of_a_table_control_names_its_table() -> None:
    assert PANEL["next"].read("k3m9xp:next") == "k3m9xp"
    assert PANEL["next"].read(":next") is None
    assert read_table("k3m9xp:join") == ("k3m9xp", "join")
    assert read_table("k3m9xp") is None


async def test_every_control_has_a_handler(place: Place) -> None:
    assert place.services.router.answered == {(each.kind, each.verb) for each in CONTROLS}


def test_the_table_of_a_control_is_known_where_only_its_process_can_answer() -> None:
    for each in CONTROLS:
        custom_id = each.id("k3m9xp", each.verb or "0:play T21")
        assert table_of(custom_id) == ("k3m9xp" if each.verb or each in (ACT, HOUSE_RULE) else ""), custom_id
    assert table_of(review_id("k3m9xp/4", 0)) == ""
    assert table_of("") == ""
