"""Every contract and announcement in a game's tables is judged by its player: a new row needs a judgement."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from bot.games.illustrated_tarokk import computer as illustrated_computer
from bot.games.illustrated_tarokk import values as illustrated_tarokk
from bot.games.koenigrufen import computer as koenigrufen_computer
from bot.games.koenigrufen import values as koenigrufen
from bot.games.romanian import values as romanian
from bot.games.romanian.computer import FOUR, THREE
from bot.games.royal_tarokk.announcements import COUNTS, ITEMS, ROW, STREAKS
from bot.games.royal_tarokk.computer import LATE, Announced
from bot.games.royal_tarokk.values import TRICKS
from bot.games.tapp_tarock import computer as tapp_computer
from bot.games.tapp_tarock import values as tapp_tarock
from bot.rules.cards import NO_CARDS

FOR_POINTS = {row.id for row in koenigrufen.CONTRACTS if row.tarocks_trump and not row.negative}
NEEDS_TRICKS = [each for each in ITEMS if ROW[each.partition(":")[0]].group in {"tricks", "t_slam"}]
CLASSES = {row.kind.id for row in romanian.BIDS}


@pytest.mark.parametrize(
    ("judged", "rows"),
    [
        pytest.param(tapp_computer.LIMITS, tapp_tarock.CONTRACTS_BY_ID, id="tapp_tarock bids"),
        pytest.param(
            koenigrufen_computer.prospects(NO_CARDS), koenigrufen.CONTRACTS_BY_ID, id="koenigrufen bids"
        ),
        pytest.param(koenigrufen_computer.DOUBLES, FOR_POINTS, id="koenigrufen kontra"),
        pytest.param(koenigrufen_computer.REDOUBLES, FOR_POINTS, id="koenigrufen rekontra"),
        pytest.param(
            range(1, len(illustrated_computer.LIMITS)),
            range(1, len(illustrated_tarokk.LADDER) + 1),
            id="illustrated_tarokk bids",
        ),
        pytest.param(illustrated_computer.DOUBLES, illustrated_tarokk.LADDER, id="illustrated_tarokk kontra"),
        pytest.param(
            illustrated_computer.REDOUBLES, illustrated_tarokk.LADDER, id="illustrated_tarokk rekontra"
        ),
        pytest.param(FOUR.bases, CLASSES, id="romanian_tarok"),
        pytest.param(THREE.bases, CLASSES, id="romanian_taper"),
    ],
)
def test_every_contract_is_judged(judged: Collection[object], rows: Collection[object]) -> None:
    assert set(judged) == set(rows)


def test_every_judged_announcement_of_royal_tarokk_is_in_its_table() -> None:
    assert set(ROW) >= LATE


@pytest.mark.parametrize("item", NEEDS_TRICKS)
def test_tricks_needed_by_royal_announcements_are_those_of_the_table(item: str) -> None:
    announced = Announced(item)
    needed = COUNTS.get(announced.id, TRICKS)
    assert announced.tricks == needed
    assert (announced.streak == TRICKS) == (needed == TRICKS)


def test_streaks_of_royal_announcements_are_those_of_the_table() -> None:
    assert {name: Announced(name).streak for name in STREAKS} == STREAKS
