"""The score sheet of Royal Tarokk: base points, announcements, contras, silent bonuses, cap (9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Unpack

from bot.games.royal_tarokk.announcements import TROPHIES, feat_of, parsed
from bot.games.royal_tarokk.facts import HouseValues, Raised
from bot.games.royal_tarokk.feats import PLAIN, TeamTricks, captures, captures_xxi, takes, wins_first
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
    announcer,
    option,
    partners,
    team_of,
)
from bot.rules.cards import KINGS, MOND, PAGAT, SKUS, SUITS, TAROCKS, Cards, union
from bot.rules.ending import finished
from bot.rules.items import Item
from bot.rules.phase import Phase
from bot.rules.results import Figures, Outcome, Result, ScoreLine, Sentences
from bot.rules.scoring import shares
from bot.rules.sides import SIDES, Side
from bot.rules.state import Board

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
ANNOUNCED: Final = (Outcome.MADE, Outcome.MISSED, Outcome.HELD, Outcome.CANCELLED)
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


def tricks_of_team(board: Board, team: int) -> TeamTricks:
    """The tricks for a team."""
    return TeamTricks(frozenset(partners(team)), board.open.tricks)


def live_of(board: Board, team: int) -> list[Item]:
    """The announcements of a team that are not raised."""
    raised = Raised.of(board.open)
    return [item for item in board.open.items if team_of(announcer(item)) == team and item not in raised]


def made(board: Board, item: Item) -> bool:
    """Whether an announcement was made; statements about a hand always are (9.2)."""
    feat = feat_of(item.id)
    return feat is None or feat(tricks_of_team(board, team_of(announcer(item))))


# 9.1 Base points


@dataclass(frozen=True, slots=True)
class Strength:
    """What counts for base points in the cards dealt to a team."""

    attacking: bool
    tarokks: int
    honours: int
    kings: int

    @classmethod
    def of(cls, board: Board, team: int) -> Strength:
        """Return the strength of a team."""
        cards = union(board.hidden.dealt.hands[seat] for seat in partners(team))
        held = (len(cards & some) for some in (TAROCKS, HONOURS, KINGS))
        return cls(team == team_of(board.open.dealer), *held)


HONOURS: Final = Cards.of((SKUS, MOND))


def base_by_table(board: Board, team: int) -> list[ScoreLine]:
    """The base points of a team: the attackers' depend on their hands, the defenders' are fixed (9.1)."""
    strength = Strength.of(board, team)
    if not strength.attacking:
        return [line(board, team, "base", Outcome.HELD, DEFENDERS_BASE, "9.1.2")]
    _, with_honour, without = next(row for row in ATTACKERS_BASE if strength.tarokks <= row[0])
    points, kind = (with_honour, "base_with_honour") if strength.honours else (without, "base_without_honour")
    return [line(board, team, "base", Outcome.HELD, points, "9.1.1", kind=kind, tarokks=strength.tarokks)]


def base_by_components(board: Board, team: int) -> list[ScoreLine]:
    """The base points of a team by components, up to a limit (15.1)."""
    strength = Strength.of(board, team)
    tarokks = next(points for most, points in TAROKKS_BASE if strength.tarokks <= most)
    honours = 0 if strength.honours else NO_HONOURS_BASE
    kings = KINGS_BASE.get(strength.kings, 0)
    parts = [
        line(board, team, "base", Outcome.HELD, OWN_BASE[strength.attacking], "15.1"),
        line(board, team, "base_tarokks", Outcome.HELD, tarokks, "15.1", tarokks=strength.tarokks),
        line(board, team, "base_honours", Outcome.HELD, honours, "15.1"),
        line(board, team, "base_kings", Outcome.HELD, kings, "15.1", kings=strength.kings),
    ]
    limit = BASE_LIMIT[strength.attacking]
    over = min(limit - sum(each.base for each in parts), 0)
    parts.append(line(board, team, "base_limit", Outcome.LIMITED, over, "15.1", limit=limit))
    return [each for each in parts if each.base]


BASES: Final = {"table": base_by_table, "components": base_by_components}
"""The functions for base points, by the house rule `base_points`."""


# 9.4 The amazon clash


def clashes(board: Board, amazon: Item) -> bool:
    """Whether all tricks of an amazon are in suits of the partner's collections (9.4)."""
    team = team_of(announcer(amazon))
    covered = "".join(
        suits_of(item)
        for item in live_of(board, team)
        if item.seat != amazon.seat and parsed(item.id)[0].group == "suits" and made(board, item)
    )
    by = [each for each in tricks_of_team(board, team).winning_cards if each is not None and each in PLAIN]
    return bool(by) and all(each.suit in covered for each in by)


def suits_of(item: Item) -> str:
    """The suits of a collection."""
    row, words = parsed(item.id)
    return COLLECTIONS.get(row.id) or "".join(words)


def worth(board: Board, item: Item) -> int:
    """The points of an announcement; 0 for an amazon that clashes (9.2, 9.4)."""
    clash = parsed(item.id)[0].id == "amazon" and clashes(board, item)
    return 0 if clash else points_of(item.id, board.open.options)


def rule_of(board: Board, item: Item, rule: str) -> str:
    """The rule number of a line; an amazon that clashes has its own (9.4)."""
    return "9.4" if parsed(item.id)[0].id == "amazon" and clashes(board, item) else rule


# 9.2, 9.3, 6.11 The lines


def line(
    board: Board,
    team: int,
    item: str,
    outcome: Outcome,
    base: int,
    rule: str,
    *,
    kind: str = "",
    about: str = "",
    **figures: Unpack[Figures],
) -> ScoreLine:
    """Return a line that both partners write (9.5); a `kind` selects a sentence shared by items."""
    attackers = team_of(board.open.dealer)
    side = Side.DECLARER if team == attackers else Side.DEFENDERS
    return ScoreLine(
        item=item,
        side=side,
        outcome=outcome,
        sentence=SENTENCES[kind or item, outcome, side],
        declarers=partners(attackers),
        base=base,
        amounts=shares(SEATS, partners(team), base),
        rule=f"royal_tarokk {rule}",
        about=about,
        figures=figures,
    )


def announced_lines(board: Board, team: int) -> list[ScoreLine]:
    """The lines of the announcements that are not raised (9.2)."""
    lines = []
    for item in live_of(board, team):
        points, rule = worth(board, item), rule_of(board, item, "9.2")
        gain = points if made(board, item) else -points
        row = (team, item.id, outcome_of(board, item), gain, rule)
        lines.append(line(board, *row, kind="announced", about=str(item)))
    return lines


def outcome_of(board: Board, item: Item) -> Outcome:
    """The outcome of an announcement."""
    row, _ = parsed(item.id)
    if row.group == "hand":
        return Outcome.HELD
    if row.id == "amazon" and clashes(board, item):
        return Outcome.CANCELLED
    return Outcome.MADE if made(board, item) else Outcome.MISSED


def contra_lines(board: Board, team: int) -> list[ScoreLine]:
    """The lines of contras: a contra gains at most 20, or loses the announcement's points (9.3)."""
    lines = []
    for item in live_of(board, 1 - team):
        if item.doublings:
            points, won = worth(board, item), made(board, item)
            gain, outcome = (-points, Outcome.MADE) if won else (min(points, CONTRA_CAP), Outcome.MISSED)
            rule = rule_of(board, item, "9.3.2" if won else "9.3.1")
            row = (team, f"contra:{item.id}", outcome, gain, rule)
            lines.append(line(board, *row, kind="contra", about=str(item)))
    return lines


def silent_lines(board: Board, team: int) -> list[ScoreLine]:
    """The lines of silent bonuses (6.11)."""
    numbers = {parsed(item.id)[0].number for item in live_of(board, team)}
    tricks = tricks_of_team(board, team)
    return [
        line(board, team, name, Outcome.WON, points_of(name, board.open.options), f"6.11.{number}")
        for number, (name, feat) in enumerate(SILENT, 67)
        if feat(tricks) and not numbers.intersection(BLOCKED_BY[name])
    ]


# 9.5 The result


def cap(board: Board, team: int) -> int:
    """The upper limit of a team's score: 100, or the points of a medium or larger trophy (9.5)."""
    achieved = [
        points_of(item.id, board.open.options)
        for item in live_of(board, team)
        if parsed(item.id)[0].group in LIFTS_CAP and made(board, item)
    ]
    return max(CAP, *achieved) if achieved else CAP


def sheet(board: Board, team: int) -> list[ScoreLine]:
    """All lines of a team, and what the bounds of 9.5 add or deduct."""
    lines = [
        *BASES[str(option(board, "base_points"))](board, team),
        *announced_lines(board, team),
        *contra_lines(board, team),
        *silent_lines(board, team),
    ]
    raw = sum(each.base for each in lines)
    limit = cap(board, team)
    bounded = min(max(raw, 0), limit)
    rule = "9.5.2" if bounded == limit > CAP else "9.5.1"
    if raw == bounded:
        return lines
    if raw < 0:
        return [*lines, line(board, team, "bounds", Outcome.RAISED, -raw, rule)]
    return [*lines, line(board, team, "bounds", Outcome.LIMITED, bounded - raw, rule, limit=limit)]


def score(board: Board) -> Phase:
    """End the deal with its score sheet; the other catcher deals next (9.5, 17.13, 3)."""
    lines = [each for team in TEAMS for each in sheet(board, team)]
    noted = board.with_open(board.open.with_fact(HouseValues(OPTION in board.open.options)))
    return finished(noted, Result(SEATS, (board.open.dealer + 2) % SEATS, tuple(lines)))
