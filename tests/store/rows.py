"""Rows to fill a database with."""

from __future__ import annotations

from bot.store import ActionRow, DealRow, Listing, Measure, SeatRow, StandingRow, TableRow

ANNA, BELA, CLARA = 11, 12, 13

TABLE = TableRow(
    id="k7",
    guild_id=1,
    channel_id=2,
    host_id=ANNA,
    game="some_game",
    options='{"fixed_half": true}',
    locale="ja",
    state="lobby",
    engine=1,
    session=None,
    created_at=1000.5,
)
SEATS = (SeatRow(0, ANNA, None, "Anna"), SeatRow(1, None, BELA, "Béla"), SeatRow(2, None, None, "大輔"))
DEAL = DealRow(number=1, dealer=2, session="{}", hands='["T22 SK", "T1"]', talon="HK", started_at=1001.0)
POINTS = Listing("some_game", measure=Measure.POINTS)
"""The standings of the game that is played at `TABLE`."""
ACTIONS = (ActionRow(0, "pass"), ActionRow(1, "bid solo"))


def saved(table: TableRow, times: int = 1) -> TableRow:
    """The table as it is saved next."""
    return table._replace(saves=table.saves + times)


def standing(
    user_id: int | None, net: int, computers: int = 0, *, seat: int = 0, name: str = ""
) -> StandingRow:
    return StandingRow(seat, user_id, name or f"<{user_id}>", max(net, 0), net, computers, declarer=False)
