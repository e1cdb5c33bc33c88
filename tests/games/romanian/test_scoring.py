"""§11 to §13: piles, bonuses, the game, payment."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.romanian.scores import cheapest, piles, score
from bot.games.romanian.tables import BONUSES
from bot.rules.cards import KINGS, TRULL, Cards
from bot.rules.layout import Side
from bot.rules.results import Factor, Multiplier, Outcome, ScoreLine
from tests.games.romanian.table import NEUTRAL, Held, Played, sheet

MADE, FAILED = {12: "T1 of 0 to 0"}, {12: "T1 of 0 to 1"}
PAGAT = Held("T21 T1 SK HK", "T22 DK CK")
ALL = Held("T22 T21 T1 SK HK DK CK", "")
LOST_KING = Held("T22 T21 SK CK", "T1 HK DK")
CLASSES = ("doi1", "unu1", "solo")


def bonuses(played: Played) -> str:
    """The sheet without the line of the game."""
    return ", ".join(each for each in sheet(played.result()).split(", ") if not each.startswith("game"))


def lines(played: Played) -> dict[str, ScoreLine]:
    """The lines of the sheet by their ids."""
    return {line.item: line for line in played.result().lines}


@pytest.mark.rule("romanian_tarok 11.1")
@pytest.mark.rule("romanian_tarok 8.3.5")
@pytest.mark.rule("romanian_tarok 8.3.6")
@pytest.mark.parametrize("contract", CLASSES)
def test_talon_and_discard_are_the_declarers(contract: str) -> None:
    board = Played(contract).board()
    ours, theirs = piles(board).values()
    assert (len(ours), len(theirs)) == (6 * 4 + 6, 6 * 4)
    assert theirs == board.open.won_by((1, 3))


@pytest.mark.rule("romanian_tarok 11.2")
def test_a_king_taken_from_the_talon_is_a_card_like_any_other() -> None:
    kept = Played(team=(0,), king="HK")
    assert (len(piles(kept.board())[Side.DECLARER]), bonuses(kept)) == (30, "")
    lost = Played("unu1", team=(0,), named={3: "HK of 0 to 1"}, held=LOST_KING)
    assert bonuses(lost) == "king_caught -1"


@pytest.mark.rule("romanian_tarok 11.3")
def test_a_king_looked_at_and_left() -> None:
    for contract, level in (("doi1", 3), ("unu2", 7)):
        played = Played(contract, level, (0,), king="SK", where="left")
        assert bonuses(played) == "king_caught -2"
        assert Cards.of("SK") <= piles(played.board())[Side.DEFENDERS]
        assert len(piles(played.board())[Side.DECLARER]) == 29
        assert lines(played)["king_caught"].rule == "romanian_tarok 11.3"


@pytest.mark.rule("romanian_tarok 11.4")
@pytest.mark.rule("romanian_tarok 23.9")
def test_an_unseen_called_king_is_exchanged_for_the_declarers_least_card() -> None:
    for contract in ("doi1", "unu1"):
        played = Played(contract, team=(0,), king="SK", where="unseen")
        board = played.board()
        ours, theirs = piles(board).values()
        given, won = theirs - board.open.won_by((1, 2, 3)), set(map(str, board.open.won_by((0,))))
        assert (Cards.of("SK") <= ours, len(ours), bonuses(played)) == (True, 29, "")
        assert str(given) == next(each for each in (f"T{number}" for number in range(2, 21)) if each in won)


@pytest.mark.rule("romanian_tarok 11.4")
@pytest.mark.rule("romanian_tarok 23.9")
def test_a_declarer_without_a_trick_gives_another_card_for_the_king() -> None:
    others = "T22 T21 T1 HK DK CK"
    played = Played(team=(0,), won=0, points=6, king="SK", where="unseen", held=Held("SK", others))
    ours, theirs = piles(played.board()).values()
    assert (len(ours), len(theirs), Cards.of("SK") <= ours) == (5, 49, True)


@pytest.mark.rule("romanian_tarok 23.9")
@pytest.mark.parametrize(
    ("held", "given"),
    [
        ("T22 T5 T2 S7", "T2"),
        ("SJ S9 S10 CJ C7 H1", "S10"),
        ("H4 H1 D1 C7", "H1"),
        ("D2 D4 C10 SQ", "D2"),
        ("SK SQ HJ CC", "HJ"),
        ("T22 SK T1", "T1"),
    ],
)
def test_the_least_card(held: str, given: str) -> None:
    assert str(cheapest(Cards.of(held))) == given


@pytest.mark.rule("romanian_tarok 11.5")
def test_a_king_in_the_talon_of_a_solo() -> None:
    played = Played("solo", team=(0,), king="SK", where="unseen")
    ours, theirs = piles(played.board()).values()
    assert (Cards.of("SK") <= theirs, len(ours), len(theirs), bonuses(played)) == (True, 29, 25, "")


@pytest.mark.rule("romanian_tarok 11.6")
def test_bonuses_are_scored_on_the_final_piles() -> None:
    """Three kings in tricks and one in the talon: all four count only if the declarer keeps it."""
    more = Played(points=45, king="SK", held=Held("T22 SK HK DK CK T21", "T1"), team=(0,))
    assert bonuses(replace(more, where="unseen")) == "kings +1"
    assert bonuses(replace(more, where="left")) == "king_caught -2"
    assert bonuses(replace(more, contract="solo", where="unseen")) == ""


VALUES = {
    "trula": ((1, 1, 2), (2, 2, 4)),
    "kings": ((1, 1, 2), (2, 2, 4)),
    "moon_caught": ((1, 1, 2), (2, 2, 4)),
    "pagat_ult": ((1, 1, 2), (7, 7, 9)),
    "king_ult": ((1, 1, 2), (2, 2, 4)),
    "valat": ((8, 8, 32), (16, 16, 64)),
}
"""Silent and announced, in doi, unu and solo."""


@pytest.mark.rule("romanian_tarok 12.1")
def test_values() -> None:
    assert {bonus.id: (bonus.silent, bonus.announced) for bonus in BONUSES[:-1]} == VALUES
    assert BONUSES[-1][:3] == ("king_caught", (1, 1, 2), (2, 2, 4))
    for column, contract in enumerate(CLASSES):
        silent = Played(contract, won=8, points=50, held=ALL)
        assert bonuses(silent) == f"trula +{VALUES['trula'][0][column]}, kings +{VALUES['kings'][0][column]}"
        spoken = replace(silent, said="trula@2, kings@0 *1 by 1")
        assert (
            bonuses(spoken) == f"trula +{VALUES['trula'][1][column]}, kings +{2 * VALUES['kings'][1][column]}"
        )
        caught = Played(contract, named={3: "HK of 0 to 1"}, held=LOST_KING)
        assert bonuses(caught) == f"king_caught -{(1, 1, 2)[column]}"
    assert sheet(Played("trei1", won=6, team=(0,), taper=True, held=PAGAT, named=MADE).result()).endswith(
        "pagat_ult +1"
    )


@pytest.mark.rule("romanian_tarok 12.2.1")
def test_trula() -> None:
    assert bonuses(Played(held=Held(f"{TRULL} SK HK", "DK CK"))) == "trula +1"
    assert bonuses(Played(held=Held("SK HK", f"{TRULL} DK CK"))) == "trula -1"
    assert bonuses(Played(held=Held("T22 SK HK", "T21 T1 DK CK"))) == ""
    assert bonuses(Played(said="trula@0")) == "trula -2"
    assert bonuses(Played(said="trula@1", held=Held("SK HK", f"{TRULL} DK CK"))) == "trula -2"
    assert bonuses(Played(said="trula@1")) == "trula +2"


@pytest.mark.rule("romanian_tarok 12.2.2")
def test_kings() -> None:
    assert bonuses(Played(held=Held(f"{KINGS} T22", "T21 T1"))) == "kings +1"
    assert bonuses(Played(points=25, held=Held("T22", f"{KINGS} T21 T1"))) == "kings -1, king_caught -1"
    assert bonuses(Played(said="kings@2 *1 by 3")) == "kings -4"


@pytest.mark.rule("romanian_tarok 12.2.3")
def test_king_caught() -> None:
    assert bonuses(Played(named={5: "HK of 2 to 1"}, held=LOST_KING)) == "king_caught -1"
    assert bonuses(Played(named={5: "HK of 2 to 0"})) == "", "the partner took it"
    assert bonuses(Played("solo", named={5: "HK of 2 to 3"}, held=LOST_KING)) == "king_caught -2"


@pytest.mark.rule("romanian_tarok 12.2.4")
def test_moon_caught() -> None:
    ours = Held("T22 T21 SK HK", "T1 DK CK")
    assert bonuses(Played(named={2: "T21 of 1, T22 of 2 to 2"}, held=ours)) == "moon_caught +1"
    assert bonuses(Played(named={2: "T21 of 0, T22 of 2 to 2"}, held=ours)) == "", "the own side's"
    theirs = Held("T1 SK HK", "T22 T21 DK CK")
    assert bonuses(Played(named={2: "T21 of 0, T22 of 1 to 1"}, held=theirs)) == "moon_caught -1"
    said = Played(said="moon_caught@3", named={2: "T21 of 0, T22 of 1 to 1"}, held=theirs)
    assert bonuses(said) == "moon_caught -2"
    assert bonuses(Played(said="moon_caught@3")) == "moon_caught +2"


@pytest.mark.rule("romanian_tarok 12.2.5")
@pytest.mark.parametrize(
    ("named", "held", "found"),
    [
        (MADE, PAGAT, "pagat_ult +1"),
        (FAILED, NEUTRAL, "pagat_ult -1"),
        ({12: "T1 of 1 to 1"}, NEUTRAL, "pagat_ult -1"),
        ({12: "T1 of 1 to 0"}, PAGAT, "pagat_ult +1"),
        ({12: "T1 of 1, T20 of 3 to 3"}, Held("T22 T21 SK HK", "T1 T20 DK CK"), "pagat_ult +1"),
        ({11: "T1 of 0 to 0"}, PAGAT, ""),
    ],
)
def test_pagat_in_the_last_trick(named: dict[int, str], held: Held, found: str) -> None:
    assert bonuses(Played(named=named, held=held)) == found


@pytest.mark.rule("romanian_tarok 12.2.5")
@pytest.mark.parametrize(
    ("named", "held", "outcome"), [(MADE, PAGAT, Outcome.WON), (FAILED, NEUTRAL, Outcome.LOST)]
)
def test_the_sheet_tells_whether_an_unannounced_pagat_has_won_or_lost(
    named: dict[int, str], held: Held, outcome: Outcome
) -> None:
    told = lines(Played(named=named, held=held))["pagat_ult"]
    assert (told.outcome, told.rule) == (outcome, "romanian_tarok 12.2.5")


@pytest.mark.rule("romanian_tarok 12.2.6")
@pytest.mark.parametrize(
    ("named", "held", "found"),
    [
        (MADE, PAGAT, "+7"),
        ({12: "T1 of 2 to 2"}, PAGAT, "+7"),  # the partner's
        ({11: "T1 of 0 to 0"}, PAGAT, "-7"),
        ({12: "T1 of 0, T20 of 2 to 2"}, Held("T1 T20 T22 SK HK", "T21 DK CK"), "-7"),
        ({12: "T1 of 1 to 1"}, NEUTRAL, "-7"),
        ({12: "T1 of 1 to 0"}, PAGAT, "-7"),
        ({}, NEUTRAL, "-7"),
    ],
)
def test_announced_pagat(named: dict[int, str], held: Held, found: str) -> None:
    played = Played(said="pagat_ult@0", named=named, held=held)
    assert bonuses(played) == f"pagat_ult {found}"


@pytest.mark.rule("romanian_tarok 12.2.7")
@pytest.mark.parametrize(
    ("said", "named", "held", "found"),
    [
        ("", {12: "HK of 2 to 0"}, NEUTRAL, "king_ult +1"),
        ("", {12: "HK of 2 to 1"}, LOST_KING, "king_ult -1, king_caught -1"),
        ("king_ult@2", {12: "HK of 2 to 0"}, NEUTRAL, "king_ult +2"),
        ("king_ult@2", {12: "HK of 2 to 1"}, LOST_KING, "king_ult -2, king_caught -1"),
        ("king_ult@2", {4: "HK of 2 to 0"}, NEUTRAL, "king_ult -2"),
        ("king_ult@2", {4: "HK of 2 to 3"}, LOST_KING, "king_ult -2, king_caught -1"),
    ],
)
def test_called_king_last(said: str, named: dict[int, str], held: Held, found: str) -> None:
    assert bonuses(Played(said=said, named=named, held=held)) == found


@pytest.mark.rule("romanian_tarok 12.2.8")
@pytest.mark.rule("romanian_tarok 13.1.4")
def test_valat() -> None:
    ours = Played(won=12, points=70, held=ALL)
    assert sheet(ours.result()) == "trula +1, kings +1, valat +8"
    theirs = Played(won=0, points=2, held=Held("", ALL.ours))
    assert sheet(theirs.result()) == "trula -1, kings -1, valat -8, king_caught -1"
    assert sheet(replace(theirs, said="valat@1 *1 by 0").result()).split(", ")[2] == "valat -32"
    missed = Played(said="game *1 by 1, valat@0")
    assert sheet(missed.result()) == "valat -16", "nothing for the game, its contra included"
    assert sheet(Played(said="valat@3").result()) == "valat +16"


@pytest.mark.rule("romanian_tarok 12.2.9")
@pytest.mark.rule("romanian_tarok 23.11")
def test_an_announcement_replaces_the_silent_bonus() -> None:
    theirs = Held("SK HK", f"{TRULL} DK CK")
    assert bonuses(Played(said="trula@0 *2 by 1", held=theirs)) == "trula -8"
    assert bonuses(Played(said="trula@0, trula@1", held=theirs)) == "trula -2, trula -2"
    no_trick = Played(said="valat@0", won=0, points=2, held=Held("", ALL.ours))
    assert bonuses(no_trick) == "trula -1, kings -1, valat -16, king_caught -1"
    early = Played(said="king_ult@2", named={4: "HK of 2 to 3"}, held=LOST_KING)
    assert "king_caught -1" in bonuses(early)


@pytest.mark.rule("romanian_tarok 12.2.10")
def test_bonuses_do_not_depend_on_the_game() -> None:
    for points, level in ((40, 1), (35, 5), (36, 4)):
        played = Played("doi1", level, points=points, said="game *3 by 1", named=MADE, held=PAGAT)
        assert bonuses(played) == "pagat_ult +1"


@pytest.mark.rule("romanian_tarok 2.3")
@pytest.mark.rule("romanian_tarok 13.1.1")
@pytest.mark.rule("romanian_tarok 13.1.2")
@pytest.mark.rule("romanian_tarok 13.1.3")
@pytest.mark.parametrize(
    ("kind", "won", "by_level"), [("trei1", 1, 1), ("doi1", 2, 2), ("unu2", 3, 3), ("solo", 8, 8)]
)
def test_the_game(kind: str, won: int, by_level: int) -> None:
    for level in (2, 5):
        price = by_level * (1 if kind == "solo" else level)
        for points, doublings in ((36, 0), (35, 0), (36, 1), (35, 1), (36, 3), (35, 5)):
            played = Played(kind, level, points=points, said=f"game *{doublings} by 1")
            made = won if not doublings else price << doublings
            game = lines(played)["game"]
            assert sheet(played.result()) == f"game {made if points == 36 else -(price << doublings):+}"
            assert game.figures["points"] == points
            number = "13.1.3" if doublings else "13.1.1" if points == 36 else "13.1.2"
            assert game.rule == f"romanian_tarok {number}"


@pytest.mark.rule("romanian_tarok 9.3.5")
@pytest.mark.rule("romanian_tarok 13.2.3")
@pytest.mark.parametrize(
    ("said", "found", "gain"),
    [
        ("taroace:8@0", "taroace +1", 1),
        ("taroace:8@2, taroace:9@0", "taroace +2", 2),
        ("taroace:10@2", "taroace +3", 3),
        ("taroace:8@1, taroace:8@3", "taroace -1", -1),
        ("taroace:9@2, taroace:10@1", "taroace +2, taroace -3", -1),
    ],
)
def test_declarations(said: str, found: str, gain: int) -> None:
    for contract, game in (("doi1", 2), ("solo", 8)):
        played = Played(contract, said=said)
        both = game + gain
        assert (bonuses(played), played.result().scores) == (found, (both, -both, both, -both))
        assert lines(played)["taroace"].rule == "romanian_tarok 9.3.5"
        named = [line.about for line in played.result().lines if line.item == "taroace"]
        assert named == [f"taroace:{7 + int(each[-1])}" for each in found.split(", ")]


@pytest.mark.rule("romanian_tarok 13.2.1")
@pytest.mark.rule("romanian_tarok 13.2.2")
@pytest.mark.parametrize(
    ("team", "chips"),
    [((0, 2), (2, -2, 2, -2)), ((0, 1), (2, 2, -2, -2)), ((3,), (-2, -2, -2, 6)), ((1,), (-2, 6, -2, -2))],
)
def test_teams_settle_in_pairs_and_a_lone_player_with_each_opponent(
    team: tuple[int, ...], chips: tuple[int, ...]
) -> None:
    assert Played(team=team).result().scores == chips
    assert Played(team=team, points=35).result().scores == tuple(-each for each in chips)


@pytest.mark.rule("romanian_tarok 13.2.4")
def test_a_radler_doubles_every_line() -> None:
    played = Played(said="taroace:9@0, trula@1", radlers=3, named={3: "HK of 2 to 1"}, held=LOST_KING)
    assert sheet(played.result()) == "game +4, taroace +4, trula +4, king_caught -2"
    assert sheet(replace(played, radlers=0).result()) == "game +2, taroace +2, trula +2, king_caught -1"
    assert {line.factors for line in played.result().lines} == {(Factor(Multiplier.DOUBLED, 2),)}


@pytest.mark.rule("romanian_tarok 13.3")
def test_the_order_of_the_sheet() -> None:
    played = Played(said="taroace:8@0, pagat_ult@0", radlers=4, named=MADE, held=PAGAT)
    result = played.result()
    assert [line.item for line in result.lines] == ["game", "taroace", "pagat_ult", "pool"]
    assert (result.next_session, result.next_dealer) == ({"radlers": 3, "pool": 0}, 0)
    assert score(played.board()).board.open.result == result
