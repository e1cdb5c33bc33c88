"""The score sheet of Royal Tarokk: base points, announcements, contras, silent bonuses, cap (9)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final, NamedTuple

from bot.games.royal_tarokk.announcements import TROPHIES, Row, feat_of, parsed
from bot.games.royal_tarokk.feats import PLAIN, TeamTricks, Won, captures, captures_xxi, takes, wins_first
from bot.games.royal_tarokk.points import OPTION, points_of
from bot.games.royal_tarokk.tables import (
    ATTACKERS_BASE,
    BASE_LIMIT,
    CAP,
    CONTRA_CAP,
    DEFENDERS_BASE,
    KINGS_BASE,
    NO_HONOURS_BASE,
    OWN_BASE,
    SEATS,
    TAROKKS_BASE,
    option,
    partners,
    team_of,
)
from bot.rules.cards import KINGS, MOND, PAGAT, SKUS, SUITS, TAROCKS, Cards
from bot.rules.facts import Raised, SheetNote
from bot.rules.layout import SIDES, Seat, Side
from bot.rules.phase import Phase, finished
from bot.rules.results import NO_FIGURES, Figures, Outcome, Result, ScoreLine, Sentences
from bot.rules.scoring import shares
from bot.rules.state import Board, Item

TEAMS: Final = (0, 1)
SILENT: Final = (
    ("silent_five", wins_first(5)),
    ("silent_pagat", captures(PAGAT)),
    ("silent_kings", takes(KINGS)),
    ("silent_xxi", captures_xxi),
)
"""The silent bonuses, in the order of 6.11."""
COMPONENTS: Final = ("base_tarokks", "base_honours", "base_kings")
"""The components of base points: few tarokks, no honours, few kings (15.1)."""
MADE, MISSED, HELD, CANCELLED = Outcome.MADE, Outcome.MISSED, Outcome.HELD, Outcome.CANCELLED
ANNOUNCED: Final = (MADE, MISSED, HELD, CANCELLED)
"""The possible outcomes of an announcement; `HELD` is for statements about a hand (9.2)."""
SENTENCES: Final[Sentences] = {
    ("base_with_honour", Outcome.HELD, Side.DECLARER): "base.with_honour",
    ("base_without_honour", Outcome.HELD, Side.DECLARER): "base.without_honour",
    ("base", Outcome.HELD, Side.DECLARER): "base.attackers",
    ("base", Outcome.HELD, Side.DEFENDERS): "base.defenders",
    **{(part, Outcome.HELD, side): part for part in COMPONENTS for side in SIDES},
    **{("base_limit", Outcome.LIMITED, side): "base_limit" for side in SIDES},
    **{("announced", outcome, side): f"announced.{outcome}" for outcome in ANNOUNCED for side in SIDES},
    **{
        ("contra", outcome, side): f"contra.{outcome}"
        for outcome in (Outcome.MADE, Outcome.MISSED)
        for side in SIDES
    },
    **{(name, Outcome.WON, side): name for name, _ in SILENT for side in SIDES},
    **{
        ("bounds", outcome, side): f"bounds.{outcome}"
        for outcome in (Outcome.RAISED, Outcome.LIMITED)
        for side in SIDES
    },
}
"""The sentences of the score sheet (6.11, 9)."""
BLOCKED_BY: Final = {
    "silent_five": (*range(12, 18), 49, *range(56, 67)),
    "silent_pagat": (36, 50, 63, 66),
    "silent_kings": (49, *range(56, 67)),
    "silent_xxi": (46, 50, 51, *range(63, 67)),
}
"""The numbers of the announcements that exclude each silent bonus (6.11)."""
LIFTS_CAP: Final = TROPHIES[1:]
"""The tiers of trophies that may lift the cap (9.5)."""
COLLECTIONS: Final = {"fleet": "HD", "armada": "SC", "legion": SUITS}


@dataclass(frozen=True)
class Announced:
    """An announcement that was not raised, once the deal is over."""

    item: Item
    row: Row
    points: int
    """What it is worth in this deal."""
    outcome: Outcome
    """Whether it was made, or `HELD` for a statement about a hand."""

    @property
    def made(self) -> bool:
        """Whether it was made; statements about a hand always are (9.2)."""
        return self.outcome is not MISSED


class Heading(NamedTuple):
    """What all lines of a team's sheet share."""

    seats: tuple[Seat, Seat]
    side: Side
    declarers: tuple[Seat, Seat]
    """The dealer's team."""


@cache
def heading(team: int, dealer: Seat) -> Heading:
    """The heading of a team's sheet."""
    attackers = team_of(dealer)
    side = Side.DECLARER if team == attackers else Side.DEFENDERS
    return Heading(partners(team), side, partners(attackers))


@dataclass(frozen=True)
class Team:
    """A team once the deal is over."""

    board: Board
    heading: Heading
    tricks: TeamTricks

    @classmethod
    def of(cls, board: Board, number: int, tricks: tuple[Won, ...]) -> Team:
        """A team with all tricks of the deal."""
        shared = heading(number, board.open.dealer)
        return cls(board, shared, TeamTricks(shared.seats, tricks))

    @property
    def attacking(self) -> bool:
        """Whether the dealer is one of the partners."""
        return self.heading.side == Side.DECLARER

    @cached_property
    def announced(self) -> tuple[Announced, ...]:
        """The announcements of the team that are not raised."""
        public, seats, tricks = self.board.open, self.heading.seats, self.tricks
        raised, options, found = Raised.of(public).by, public.options, []
        for item in public.items:
            if item.seat in seats and item not in raised:
                row, _ = parsed(item.id)
                feat = feat_of(item.id)
                outcome = HELD if feat is None else MADE if feat(tricks) else MISSED
                found.append(Announced(item, row, points_of(item.id, options), outcome))
        return tuple(found)

    def line(
        self,
        item: str,
        outcome: Outcome,
        base: int,
        rule: str,
        kind: str = "",
        about: str = "",
        figures: Figures = NO_FIGURES,
    ) -> ScoreLine:
        """Return a line that both partners write (9.5); a `kind` selects a sentence shared by items."""
        seats, side, declarers = self.heading
        sentence, amounts = SENTENCES[kind or item, outcome, side], shares(SEATS, seats, base)
        rule = f"royal_tarokk {rule}"
        return ScoreLine(
            item, side, outcome, sentence, declarers, base, amounts, rule, (), None, about, figures
        )


# 9.1 Base points


class Strength(NamedTuple):
    """What counts for base points in the cards dealt to a team."""

    tarokks: int
    honours: int
    kings: int

    @classmethod
    def of(cls, team: Team) -> Strength:
        """Return the strength of a team."""
        hands = team.board.hidden.dealt.hands
        first, second = team.heading.seats
        cards = hands[first] | hands[second]
        return cls(len(cards & TAROCKS), len(cards & HONOURS), len(cards & KINGS))


HONOURS: Final = Cards.of((SKUS, MOND))


def base_by_table(team: Team) -> list[ScoreLine]:
    """The base points of a team: the attackers' depend on their hands, the defenders' are fixed (9.1)."""
    if not team.attacking:
        return [team.line("base", HELD, DEFENDERS_BASE, "9.1.2")]
    strength = Strength.of(team)
    _, with_honour, without = next(row for row in ATTACKERS_BASE if strength.tarokks <= row[0])
    points, kind = (with_honour, "base_with_honour") if strength.honours else (without, "base_without_honour")
    return [team.line("base", HELD, points, "9.1.1", kind, figures={"tarokks": strength.tarokks})]


def base_by_components(team: Team) -> list[ScoreLine]:
    """The base points of a team by components, up to a limit (15.1)."""
    strength = Strength.of(team)
    tarokks = next(points for most, points in TAROKKS_BASE if strength.tarokks <= most)
    honours = 0 if strength.honours else NO_HONOURS_BASE
    kings = KINGS_BASE.get(strength.kings, 0)
    parts = [
        team.line("base", HELD, OWN_BASE[team.attacking], "15.1"),
        team.line("base_tarokks", HELD, tarokks, "15.1", figures={"tarokks": strength.tarokks}),
        team.line("base_honours", HELD, honours, "15.1"),
        team.line("base_kings", HELD, kings, "15.1", figures={"kings": strength.kings}),
    ]
    limit = BASE_LIMIT[team.attacking]
    over = min(limit - sum(each.base for each in parts), 0)
    parts.append(team.line("base_limit", Outcome.LIMITED, over, "15.1", figures={"limit": limit}))
    return [each for each in parts if each.base]


BASES: Final = {"table": base_by_table, "components": base_by_components}
"""The functions for base points, by the house rule `base_points`."""


# 9.4 The amazon clash


def clashes(team: Team, each: Announced) -> bool:
    """Whether this is an amazon with all its tricks in suits of the partner's collections (9.4)."""
    if each.row.id != "amazon":
        return False
    covered = "".join(
        suits_of(other)
        for other in team.announced
        if other.item.seat != each.item.seat and other.row.group == "suits" and other.made
    )
    by = team.tricks.won_with & PLAIN
    return bool(by) and all(card.suit in covered for card in by)


def suits_of(collection: Announced) -> str:
    """The suits of a collection."""
    _, words = parsed(collection.item.id)
    return COLLECTIONS.get(collection.row.id) or "".join(words)


# 9.2, 9.3, 6.11 The lines


def points_in(team: Team, item: str) -> int:
    """The points of an announcement or a bonus in this deal."""
    return points_of(item, team.board.open.options)


def announced_lines(team: Team) -> list[ScoreLine]:
    """The lines of the announcements that are not raised (9.2)."""
    lines = []
    for each in team.announced:
        item, points = each.item, each.points if each.made else -each.points
        outcome, rule = each.outcome, "9.2"
        if clashes(team, each):
            outcome, points, rule = CANCELLED, 0, "9.4"
        lines.append(team.line(item.id, outcome, points, rule, "announced", str(item)))
    return lines


def contra_lines(team: Team, others: Team) -> list[ScoreLine]:
    """The lines of contras: a contra gains at most 20, or loses the announcement's points (9.3)."""
    lines = []
    for each in others.announced:
        item = each.item
        if not item.doublings:
            continue
        gain, rule = (-each.points, "9.3.2") if each.made else (min(each.points, CONTRA_CAP), "9.3.1")
        if clashes(others, each):
            gain, rule = 0, "9.4"
        lines.append(team.line(f"contra:{item.id}", each.outcome, gain, rule, "contra", str(item)))
    return lines


def silent_lines(team: Team) -> list[ScoreLine]:
    """The lines of silent bonuses (6.11)."""
    numbers = {each.row.number for each in team.announced}
    return [
        team.line(name, Outcome.WON, points_in(team, name), f"6.11.{number}")
        for number, (name, feat) in enumerate(SILENT, 67)
        if feat(team.tricks) and numbers.isdisjoint(BLOCKED_BY[name])
    ]


# 9.5 The result


def cap(team: Team) -> int:
    """The upper limit of a team's score: 100, or the points of a medium or larger trophy (9.5)."""
    return max([CAP, *[each.points for each in team.announced if each.made and each.row.group in LIFTS_CAP]])


def sheet(team: Team, others: Team) -> list[ScoreLine]:
    """All lines of a team, and what the bounds of 9.5 add or deduct."""
    lines = [
        *BASES[str(option(team.board, "base_points"))](team),
        *announced_lines(team),
        *contra_lines(team, others),
        *silent_lines(team),
    ]
    raw = sum([each.base for each in lines])
    if raw < 0:
        return [*lines, team.line("bounds", Outcome.RAISED, -raw, "9.5.1")]
    if raw > CAP and raw > (limit := cap(team)):
        rule, figures = "9.5.2" if limit > CAP else "9.5.1", {"limit": limit}
        return [*lines, team.line("bounds", Outcome.LIMITED, limit - raw, rule, figures=figures)]
    return lines


def score(board: Board) -> Phase:
    """End the deal with its score sheet; the other catcher deals next (9.5, 17.13, 3)."""
    tricks = tuple(map(Won.of, board.open.tricks))
    first, second = (Team.of(board, number, tricks) for number in TEAMS)
    lines = (*sheet(first, second), *sheet(second, first))
    noted = board.with_open(
        board.open.with_fact(SheetNote("own_points" if OPTION in board.open.options else "house_values"))
    )
    return finished(noted, Result(SEATS, (board.open.dealer + 2) % SEATS, lines))
