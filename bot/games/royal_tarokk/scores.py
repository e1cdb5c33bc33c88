"""The score sheet of Royal Tarokk: base points, announcements, contras, silent bonuses, cap (9)."""

from dataclasses import dataclass
from functools import cached_property
from typing import Self

from bot.games.royal_tarokk.announcements import (
    OF_HAND,
    PLAIN,
    TROPHIES,
    Row,
    TeamTricks,
    Won,
    captures_pagat,
    captures_xxi,
    feat_of,
    parsed,
    takes,
    wins_first,
)
from bot.games.royal_tarokk.points import OPTION, points_of
from bot.games.royal_tarokk.values import (
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
from bot.rules.cards import KINGS, MOND, SKUS, SUITS, TAROCKS, Cards
from bot.rules.facts import Raised, SheetNote
from bot.rules.game import Prices, Stake
from bot.rules.layout import SIDES, Seat, Side
from bot.rules.phase import Phase, finished
from bot.rules.results import NO_FIGURES, Figures, Outcome, Result, ScoreLine, Sentences
from bot.rules.scoring import Sheet, shares
from bot.rules.state import Board, Item, Known
from bot.rules.view import View

SILENT = (
    ("silent_five", wins_first(5)),
    ("silent_pagat", captures_pagat),
    ("silent_kings", takes(KINGS)),
    ("silent_xxi", captures_xxi),
)
"""The silent bonuses, in the order of 6.11."""
MADE, MISSED, HELD, CANCELLED = Outcome.MADE, Outcome.MISSED, Outcome.HELD, Outcome.CANCELLED
SENTENCES: Sentences = {
    ("base_with_honour", Outcome.HELD, Side.DECLARER): "base.with_honour",
    ("base_without_honour", Outcome.HELD, Side.DECLARER): "base.without_honour",
    ("base_fixed", Outcome.HELD, Side.DEFENDERS): "base.fixed",
    ("base", Outcome.HELD, Side.DECLARER): "base.attackers",
    ("base", Outcome.HELD, Side.DEFENDERS): "base.defenders",
    **{
        (item, outcome, side): sentence
        for side in SIDES
        for item, outcome, sentence in (
            *((part, HELD, part) for part in ("base_tarokks", "base_honours", "base_kings")),
            ("base_limit", Outcome.LIMITED, "base_limit"),
            *(("announced", outcome, f"announced.{outcome}") for outcome in (MADE, MISSED, HELD, CANCELLED)),
            *(("contra", outcome, f"contra.{outcome}") for outcome in (MADE, MISSED)),
            *((name, Outcome.WON, name) for name, _ in SILENT),
            *(("bounds", outcome, f"bounds.{outcome}") for outcome in (Outcome.RAISED, Outcome.LIMITED)),
        )
    },
}
SHEET = Sheet("royal_tarokk", SENTENCES)
BLOCKED_BY = {
    "silent_five": (*range(12, 18), 49, *range(56, 67)),
    "silent_pagat": (36, 50, 63, 66),
    "silent_kings": (49, *range(56, 67)),
    "silent_xxi": (46, 50, 51, *range(63, 67)),
}
"""The numbers of the announcements that exclude each silent bonus (6.11)."""
COLLECTIONS = {"fleet": "HD", "armada": "SC", "legion": SUITS}


@dataclass(frozen=True)
class Announced:
    """An announcement that was not raised, once the deal is over."""

    item: Item
    row: Row
    points: int
    outcome: Outcome
    """Whether it was made, or `HELD` for a statement about a hand."""

    @property
    def made(self) -> bool:
        """Whether it was made; statements about a hand always are (9.2)."""
        return self.outcome is not MISSED


@dataclass(frozen=True)
class Team:
    """A team once the deal is over."""

    board: Board
    seats: tuple[Seat, Seat]
    side: Side
    tricks: TeamTricks

    @classmethod
    def of(cls, board: Board, number: int, tricks: tuple[Won, ...]) -> Self:
        seats = partners(number)
        side = Side.DECLARER if number == team_of(board.open.dealer) else Side.DEFENDERS
        return cls(board, seats, side, TeamTricks(seats, tricks))

    @property
    def attacking(self) -> bool:
        """Whether the dealer is one of the partners."""
        return self.side == Side.DECLARER

    @property
    def dealt(self) -> Cards:
        """The cards that were dealt to both partners, which decide the base points."""
        first, second = self.seats
        return self.board.hidden.dealt.hands[first] | self.board.hidden.dealt.hands[second]

    @cached_property
    def announced(self) -> tuple[Announced, ...]:
        """The announcements of the team that are not raised."""
        public, tricks, found = self.board.open, self.tricks, []
        raised, options = Raised.of(public).by, public.options
        for item in public.items:
            if item.seat in self.seats and item not in raised:
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
        row = (item, self.side, outcome, base, shares(SEATS, self.seats, base), rule)
        return SHEET.line(self.board, *row, kind=kind, about=about, figures=figures)


# 9.1 Base points


HONOURS = Cards.of((SKUS, MOND))


def base_by_table(team: Team) -> list[ScoreLine]:
    """The base points of a team: the attackers' depend on their hands, the defenders' are fixed (9.1)."""
    if not team.attacking:
        fixed = {"base": DEFENDERS_BASE}
        return [team.line("base", HELD, DEFENDERS_BASE, "9.1.2", "base_fixed", figures=fixed)]
    tarokks = len(team.dealt & TAROCKS)
    row = next(row for row in ATTACKERS_BASE if tarokks <= row.most)
    honour = team.dealt & HONOURS
    points, kind = (row.with_honour, "base_with_honour") if honour else (row.without, "base_without_honour")
    figures = {"base": points, "tarokks": tarokks, "least": row.least, "most": row.most}
    return [team.line("base", HELD, points, "9.1.1", kind, figures=figures)]


def base_by_components(team: Team) -> list[ScoreLine]:
    """The base points of a team by components, up to a limit (15.1)."""
    tarokks, kings = len(team.dealt & TAROCKS), len(team.dealt & KINGS)
    for_tarokks = next(points for most, points in TAROKKS_BASE if tarokks <= most)
    for_honours = 0 if team.dealt & HONOURS else NO_HONOURS_BASE
    parts = [
        team.line("base", HELD, OWN_BASE[team.attacking], "15.1"),
        team.line("base_tarokks", HELD, for_tarokks, "15.1", figures={"tarokks": tarokks}),
        team.line("base_honours", HELD, for_honours, "15.1"),
        team.line("base_kings", HELD, KINGS_BASE.get(kings, 0), "15.1", figures={"kings": kings}),
    ]
    limit = BASE_LIMIT[team.attacking]
    over = min(limit - sum(each.base for each in parts), 0)
    parts.append(team.line("base_limit", Outcome.LIMITED, over, "15.1", figures={"limit": limit}))
    return [each for each in parts if each.base]


# 9.4 The amazon clash


def clashes(team: Team, each: Announced) -> bool:
    """Whether this is an amazon with all its tricks in suits of the partner's collections (9.4)."""
    if each.row.id != "amazon":
        return False
    covered = "".join(
        COLLECTIONS.get(other.row.id) or other.item.id.partition(":")[2]
        for other in team.announced
        if other.item.seat != each.item.seat and other.row.group == "suits" and other.made
    )
    by = team.tricks.won_with & PLAIN
    return bool(by) and all(card.suit in covered for card in by)


# 9.2, 9.3, 6.11 The lines


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
        team.line(name, Outcome.WON, points_of(name, team.board.open.options), f"6.11.{number}")
        for number, (name, feat) in enumerate(SILENT, 67)
        if feat(team.tricks) and numbers.isdisjoint(BLOCKED_BY[name])
    ]


# 9.5 The result


def cap(team: Team) -> int:
    """The upper limit of a team's score: 100, or the points of a medium or larger trophy (9.5)."""
    return max(
        [CAP, *[each.points for each in team.announced if each.made and each.row.group in TROPHIES[1:]]]
    )


def sheet(team: Team, others: Team) -> list[ScoreLine]:
    """All lines of a team, and what the bounds of 9.5 add or deduct."""
    by_components = option(team.board, "base_points") == "components"
    lines = [
        *(base_by_components if by_components else base_by_table)(team),
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
    first, second = (Team.of(board, number, tricks) for number in (0, 1))
    lines = (*sheet(first, second), *sheet(second, first))
    noted = board.with_open(
        board.open.with_fact(SheetNote("own_points" if OPTION in board.open.options else "house_values"))
    )
    return finished(noted, Result(SEATS, (board.open.dealer + 2) % SEATS, lines))


# Prices


def of_announcement(known: Known, item: str) -> Stake:
    """Its points; it costs as much if it fails, but a statement about the hand cannot (9.2)."""
    points = points_of(item, known.open.options)
    return Stake(points, 0 if item in OF_HAND else points)


def of_contra(_prices: Prices, view: View, item: Item) -> Stake:
    """A contra gains at most twenty, or loses the points of the announcement (9.3)."""
    points = points_of(item.id, view.open.options)
    return Stake(min(points, CONTRA_CAP), points)


PRICES = Prices(of_announcement, kontra=of_contra, multiplier=lambda _item: 1)  # 9.3.3
