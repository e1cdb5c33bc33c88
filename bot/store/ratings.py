"""What deals and sessions add up to: tallies by period, and ratings of whole sessions.

A session is one match, in which the person ranks first who gained most from the other players. Computers have
no rating and change none. Where a game has fixed teams, partners are rated as a team.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import chain, product
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import ColumnElement, Connection, case, insert, select

from bot.store.database import NewRow, Query, Step, Work, adding_or_updating, replacing
from bot.store.rows import RatedRow, RatingRow, SavedStanding, TableRow, TallyRow
from bot.store.schema import columns, in_order, rated, ratings, standings, tallies


class Skill(NamedTuple):
    """An estimate of openskill: how well a person plays, and how uncertain that is."""

    mu: float
    sigma: float

    @property
    def rating(self) -> int:
        """The number shown: 1000 for a beginner, higher for better and more certain players."""
        return round(1000 + 40 * (self.mu - 3 * self.sigma))


UNKNOWN = Skill(25.0, 25.0 / 3)
"""The skill of a person before the first rated session."""


def after_match(teams: Sequence[Sequence[Skill]], points: Sequence[int]) -> list[list[Skill]]:
    """Return the skills after a match, in which the team with the most points was best."""
    from openskill.models import PlackettLuce  # noqa: PLC0415 - the first session that ends needs it, no start does

    model = PlackettLuce()
    before = [[model.rating(mu=each.mu, sigma=each.sigma) for each in team] for team in teams]
    rated = model.rate(before, scores=list(map(float, points)))
    return [[Skill(each.mu, each.sigma) for each in team] for team in rated]


ALL = ""
"""All time as a period, and all games together in a rating."""

COUNTS = ("deals", "wins", "net", "made", "failed", "kept", "missed")
"""The columns of a tally that are added up."""

BEST = ("best", "best_table", "best_deal")
WORST = ("worst", "worst_table", "worst_deal")
LATEST = ("name", "named_at")


def periods(at: float) -> tuple[str, str, str]:
    """Return the periods in which a time counts: all time, its year and its month in UTC."""
    month = datetime.fromtimestamp(int(at), UTC).strftime("%Y-%m")
    return ALL, month[:4], month


def parts(row: SavedStanding) -> Iterator[TallyRow]:
    """Yield what a standing of a person adds to each tally in which it counts."""
    extreme = row.net, row.table_id, row.deal
    contracts, announcements = (int(row.contract > 0), int(row.contract < 0)), (row.kept, row.missed)
    for period in periods(row.at):
        key = row.game, period, int(row.computers > 0)
        counts = (1, int(row.net > 0), row.net, *contracts, *announcements)
        yield TallyRow(*key, row.name, row.at, *counts, *extreme, *extreme)


def added_up(standings: Iterable[SavedStanding]) -> dict[tuple[str, str, int], TallyRow]:
    """Return the tallies of one person by their keys, from standings in the order they were saved in."""
    found: dict[tuple[str, str, int], TallyRow] = {}
    for standing in standings:
        for part in parts(standing):
            key = part.game, part.period, part.computers
            found[key] = _sum(found[key], part) if key in found else part
    return found


def _sum(before: TallyRow, part: TallyRow) -> TallyRow:
    chosen = {
        LATEST: part if part.named_at >= before.named_at else before,
        BEST: part if part.best > before.best else before,
        WORST: part if part.worst < before.worst else before,
    }
    counts = {name: getattr(before, name) + getattr(part, name) for name in COUNTS}
    others = {name: getattr(row, name) for names, row in chosen.items() for name in names}
    return before._replace(**counts, **others)


def counting(standings: Iterable[SavedStanding]) -> Step:
    """Return the step that adds the standings of a finished deal to the tallies.

    Rows are locked in the order of their keys, so that two tables of one server can finish at the same time.
    """
    rows = [
        {"guild_id": each.guild_id, "user_id": each.user_id, **part._asdict()}
        for each in sorted(standings, key=lambda each: each.user_id or 0)
        if each.user_id is not None
        for part in parts(each)
    ]
    return Step(_ADD, rows)


def _changes(part: NewRow) -> dict[str, ColumnElement[Any]]:
    """`_sum` in SQL."""
    chosen = {
        LATEST: part.named_at >= tallies.c.named_at,
        BEST: part.best > tallies.c.best,
        WORST: part.worst < tallies.c.worst,
    }
    return {
        **{name: tallies.c[name] + part[name] for name in COUNTS},
        **{
            name: case((is_chosen, part[name]), else_=tallies.c[name])
            for names, is_chosen in chosen.items()
            for name in names
        },
    }


_ADD = adding_or_updating(tallies, _changes)


Teams: TypeAlias = tuple[tuple[int, ...], ...]
"""The seats that play together in every deal; empty where each deal has its own sides."""

DEALS = 4
"""How many deals a session must have to be rated."""

SESSIONS = 5
"""From how many rated sessions on a rating is shown."""

NO_TEAM = -1
"""The team of a person who has changed teams, whose session is not rated."""


class Player(NamedTuple):
    """A person in a session that is rated."""

    user_id: int
    name: str
    """The name in the latest deal."""
    team: int
    """Equal for partners."""
    points: int
    """Game points gained in the whole session."""


def players(played: Sequence[SavedStanding], teams: Teams) -> list[Player]:
    """Return the people of a session in the order of their ids; empty if the session is not rated.

    A session is rated if at least two people played at least `DEALS` deals that count. Where a game has
    fixed teams, each person must have stayed in one, and the teams must have equally many people.
    """
    own: dict[int, list[SavedStanding]] = defaultdict(list)
    for each in played:
        if each.user_id is not None:
            own[each.user_id].append(each)
    if len({each.deal for each in played}) < DEALS:
        return []
    found = [_player(number, user_id, own[user_id], teams) for number, user_id in enumerate(sorted(own))]
    sizes = Counter(each.team for each in found)
    return found if len(sizes) > 1 and len({*sizes.values()}) == 1 and NO_TEAM not in sizes else []


def _player(number: int, user_id: int, own: Sequence[SavedStanding], teams: Teams) -> Player:
    seats, points = {each.seat for each in own}, sum(each.net for each in own)
    team = next((team for team, members in enumerate(teams) if seats.issubset(members)), NO_TEAM)
    return Player(user_id, own[-1].name, team if teams else number, points)


def rated_rows(
    session: SavedStanding, at: float, game: str, found: Sequence[Player], before: Mapping[int, RatingRow]
) -> list[RatedRow]:
    """Return what a session that ended at a time does to the ratings of its people.

    `session`: any standing of the session.
    `game`: the game, or `ALL` for the rating across all games.
    `before`: the ratings so far, by people; none of a person who has not been rated yet.
    """
    unrated = _UNRATED._replace(game=game)
    ratings = {each.user_id: before.get(each.user_id, unrated) for each in found}
    old = {user_id: Skill(row.mu, row.sigma) for user_id, row in ratings.items()}
    teams = [[each for each in found if each.team == team] for team in sorted({each.team for each in found})]
    skills = after_match(
        [[old[each.user_id] for each in team] for team in teams],
        [sum(each.points for each in team) for team in teams],
    )
    rows = zip(chain(*teams), chain(*skills), strict=True)
    return [
        RatedRow(
            *(session.table_id, game, number, session.guild_id, each.user_id, each.name, each.team),
            *(each.points, at, ratings[each.user_id].sessions + 1),
            *old[each.user_id],
            *skill,
        )
        for number, (each, skill) in enumerate(rows)
    ]


def rating_rows(row: RatedRow) -> Iterator[RatingRow]:
    """Yield the rating of a person after a session, for each period in which it ended."""
    skill = Skill(row.mu, row.sigma)
    for period in periods(row.at):
        yield RatingRow(row.game, period, row.name, row.at, row.sessions, *skill, skill.rating)


def latest(rows: Iterable[RatedRow]) -> dict[tuple[str, str], RatingRow]:
    """Return the ratings of one person by game and period, from the sessions in their order."""
    return {(each.game, each.period): each for row in rows for each in rating_rows(row)}


def rating(table: TableRow, teams: Teams, at: float) -> Work:
    """Return what rates a session, once its last deal is saved.

    It locks the ratings first, in the order of their keys, and reads them only then: two tables of the same
    person can end at the same time.
    """

    def rate(connection: Connection) -> None:
        played = [SavedStanding(*row) for row in connection.execute(standings_of(table.id))]
        games, found = (ALL, table.game), players(played, teams)
        if not found:
            return
        unrated = [
            {"guild_id": table.guild_id, "user_id": each.user_id, **_UNRATED._replace(game=game)._asdict()}
            for each, game in product(found, games)
        ]
        connection.execute(_LOCK, unrated)
        rows = []
        for game in games:
            query = _before(table.guild_id, game, [each.user_id for each in found])
            before = {user_id: RatingRow(*row) for user_id, *row in connection.execute(query)}
            rows += rated_rows(played[0], at, game, found, before)
        connection.execute(insert(rated), [row._asdict() for row in rows])
        now = [
            {"guild_id": row.guild_id, "user_id": row.user_id, **each._asdict()}
            for row in rows
            for each in rating_rows(row)
        ]
        connection.execute(replacing(ratings), now)

    return rate


def standings_of(table_id: str) -> Query:
    """Select the standings of a session, by deal and seat."""
    return in_order(standings, standings.c.table_id == table_id, of=columns(standings, SavedStanding))


def _before(guild_id: int, game: str, users: Sequence[int]) -> Query:
    where = (ratings.c.guild_id == guild_id, ratings.c.game == game, ratings.c.period == ALL)
    query = select(ratings.c.user_id, *columns(ratings, RatingRow))
    return query.where(*where, ratings.c.user_id.in_(users))


_UNRATED = RatingRow("", ALL, "", 0.0, 0, *UNKNOWN, UNKNOWN.rating)

_LOCK = adding_or_updating(ratings, lambda _new: {"sessions": ratings.c.sessions})
