"""Every contract and announcement in a game's tables is judged by its player: a new row needs a judgement."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from bot.games.illustrated_tarokk import tables as illustrated_tarokk
from bot.games.koenigrufen import tables as koenigrufen
from bot.games.romanian import tables as romanian
from bot.games.royal_tarokk.announcements import COUNTS, ITEMS, ROW, STREAKS
from bot.games.tapp_tarock import tables as tapp_tarock
from bot.players import tapp_tarock as tapp_player
from bot.players.illustrated_tarokk import announcing as illustrated_announcing
from bot.players.illustrated_tarokk import bidding as illustrated_bidding
from bot.players.koenigrufen import announcing as koenigrufen_announcing
from bot.players.koenigrufen.bidding import prospects
from bot.players.romanian.hands import FOUR, THREE
from bot.players.royal_tarokk.announcements import Announced
from bot.players.royal_tarokk.doubling import LATE
from bot.rules.cards import NO_CARDS, card

FOR_POINTS = {row.id for row in koenigrufen.CONTRACTS if row.tarocks_trump and not row.negative}
CLASSES = {row.kind.id for row in romanian.BIDS}


@pytest.mark.parametrize(
    ("judged", "rows"),
    [
        pytest.param(tapp_player.LIMITS, tapp_tarock.CONTRACTS_BY_ID, id="tapp_tarock bids"),
        pytest.param(prospects(NO_CARDS), koenigrufen.CONTRACTS_BY_ID, id="koenigrufen bids"),
        pytest.param(koenigrufen_announcing.DOUBLES, FOR_POINTS, id="koenigrufen kontra"),
        pytest.param(koenigrufen_announcing.REDOUBLES, FOR_POINTS, id="koenigrufen rekontra"),
        pytest.param(
            range(1, len(illustrated_bidding.LIMITS)),
            range(1, len(illustrated_tarokk.LADDER) + 1),
            id="illustrated_tarokk bids",
        ),
        pytest.param(
            illustrated_announcing.DOUBLES, illustrated_tarokk.LADDER, id="illustrated_tarokk kontra"
        ),
        pytest.param(
            illustrated_announcing.REDOUBLES, illustrated_tarokk.LADDER, id="illustrated_tarokk rekontra"
        ),
        pytest.param(FOUR.bases, CLASSES, id="romanian_tarok"),
        pytest.param(THREE.bases, CLASSES, id="romanian_taper"),
    ],
)
def test_every_contract_is_judged(judged: Collection[object], rows: Collection[object]) -> None:
    assert set(judged) == set(rows)


def test_what_is_announced_or_doubled_stands_in_a_table() -> None:
    assert set(illustrated_announcing.ANNOUNCES) <= set(illustrated_tarokk.ANNOUNCEMENTS)
    assert set(ROW) >= LATE


def test_every_announcement_of_royal_tarokk_is_read_from_its_row() -> None:
    for item in ITEMS:
        announced = Announced(item)
        row, words = ROW[announced.id], announced.item.partition(":")[2].split(",")
        assert item in announced.includes
        assert announced.tricks == COUNTS.get(row.id, 10 if announced.streak == 10 else 0)
        assert announced.streak in {0, 10, STREAKS.get(row.id)}
        assert set(announced.cards) <= {
            card(word) for word in words if word and word[0] in "TSHDC" and word[1:]
        }
        assert len(announced.named_tricks) <= len(announced.cards)
