"""§12: settlement, on deals played to their end."""

from __future__ import annotations

import pytest

from bot.rules.layout import Side
from bot.rules.results import Outcome, factors
from tests.games.illustrated_tarokk.sheets import KINGS, TRULL, Where, lines
from tests.games.illustrated_tarokk.table import (
    auction,
    dealt,
    finished,
    keep,
    points,
    result_of,
    scored,
)
from tests.notation import act, until

# 12.1 and 12.2


@pytest.mark.rule("illustrated_tarokk 12.1.1")
def test_card_points_of_both_sides_add_up_to_ninety_four() -> None:
    deal = until(act(auction("A3 B- C- D-"), "0 lay T15; 0 lay T14; 2 lay CC"), "over", keep)
    board = deal.phase.board
    assert points(board, Side.DECLARER) + points(board, Side.DEFENDERS) == 94
    for pile in range(48, 60):
        finish = finished("three, B with D", pile)
        assert (points(finish, Side.DECLARER), points(finish, Side.DEFENDERS)) == (pile, 94 - pile)


@pytest.mark.rule("illustrated_tarokk 12.1.2")
def test_the_declarer_wins_with_forty_eight_card_points() -> None:
    assert [lines(points, game="one, A with C") for points in (47, 48)] == ["12.3.1 -3", "12.3.1 +3"]


@pytest.mark.rule("illustrated_tarokk 12.2.1")
def test_two_against_two() -> None:
    assert scored(finished("one, B with C", 50)).scores == (-3, 3, 3, -3)
    assert scored(finished("one, B with C", 40)).scores == (3, -3, -3, 3)


@pytest.mark.rule("illustrated_tarokk 12.2.2")
def test_one_against_three() -> None:
    assert scored(finished("one, B alone", 50)).scores == (-3, 9, -3, -3)
    assert scored(finished("one, B alone", 40, "trull@A", theirs=TRULL)).scores == (5, -15, 5, 5)


@pytest.mark.rule("illustrated_tarokk 12.2.3")
def test_a_player_who_sits_out_gains_nothing() -> None:
    for game in ("two, A with C", "two, B alone"):
        scores = scored(finished(game, 50, "trull@A, eight_tarokks@C", seats=5)).scores
        assert (len(scores), scores[4], sum(scores)) == (5, 0, 0)
    from_start = until(act(dealt(seats=5), "0 bid solo"), "over", keep)
    assert result_of(from_start).scores[4] == 0


# 12.3

RESULTS = {"none": 0, "up to 23": 20, "24-47": 40, "48-70": 55, "from 71": 71, "all": 94}
TABLE = """
    nothing                              : -3 -2 -1 +1 +2 +3
    double_game@A                        : -7 -6 -5 -4 +4 +7
    volat@A                              : -9 -8 -7 -6 -6 +6
    double_game@A, volat@A               : -13 -12 -11 -10 -2 +10
    game x2                              : -5 -4 -2 +2 +4 +5
    game x2, double_game@B               : -9 -6 +2 +6 +8 +9
    double_game@A x2                     : -11 -10 -9 -8 +8 +11
    double_game@A x2, game x2            : -13 -12 -10 -6 +10 +13
    double_game@B                        : -7 -4 +4 +5 +6 +7
    volat@B                              : -6 +6 +6 +7 +8 +9
    double_game@B, volat@B               : -10 +2 +10 +11 +12 +13
    double_game@A, game x2               : -9 -8 -6 -2 +6 +9
    volat@A, game x2                     : -11 -10 -8 -4 -4 +8
    double_game@A, volat@A, game x2      : -15 -14 -12 -8 +0 +12
    double_game@A, double_game@B         : -11 -8 +0 +0 +8 +11
    double_game@A, volat@B               : -10 +2 +2 +2 +10 +13
    volat@B, game x2                     : -8 +4 +4 +8 +10 +11
    game x4                              : -7 -6 -4 +4 +6 +7
    game x32                             : -35 -34 -32 +32 +34 +35
"""


def value(said: str, result: str, contract: str) -> int:
    """What A gains in a deal with C that came to some result."""
    own = 3 - ("three", "two", "one", "solo").index(contract)
    points = {"none": own, "all": 94 - 6 + own}.get(result, RESULTS[result])
    won = {"none": "BDBDBDBDB", "all": "ACACACACA"}.get(result, "")
    announced = "" if said == "nothing" else said
    return scored(finished(f"{contract}, A with C", points, announced, won=won)).scores[0]


@pytest.mark.rule("illustrated_tarokk 12.3.9")
@pytest.mark.parametrize("row", TABLE.strip().splitlines())
def test_every_cell(row: str) -> None:
    said, _, cells = row.partition(":")
    for contract, times in (("three", 1), ("two", 2), ("one", 3), ("solo", 4)):
        found = [value(said.strip(), result, contract) for result in RESULTS]
        assert found == [times * int(cell) for cell in cells.split()]


ALL = Where(won="ACACACACA")
NONE = Where(won="BDBDBDBDB")


@pytest.mark.rule("illustrated_tarokk 12.3.1")
def test_the_game() -> None:
    assert lines(60, game="two, A with C") == "12.3.1 +2"
    assert lines(30, "game x8", "two, A with C") == "12.3.1 -16"


@pytest.mark.rule("illustrated_tarokk 12.3.2")
def test_silent_double_game() -> None:
    assert lines(71, game="one, A with C") == "12.3.2 +6", "instead of the game"
    assert lines(20, "double_game@A", "one, A with C") == "12.3.2 -6, 12.3.6 -12"


@pytest.mark.rule("illustrated_tarokk 12.3.3")
def test_silent_volat() -> None:
    assert lines(91, **ALL) == "12.3.3 +3", "instead of the silent double game"
    assert lines(91, "double_game@A", **ALL) == "12.3.4 +4, 12.3.3 +3", "beside an announced one"
    assert lines(91, "volat@A", **ALL) == "12.3.5 +6"


@pytest.mark.rule("illustrated_tarokk 12.3.4")
def test_announced_double_game() -> None:
    assert lines(71, "double_game@C x2") == "12.3.4 +8"
    assert lines(70, "double_game@C x2") == "12.3.4 -8"


@pytest.mark.rule("illustrated_tarokk 12.3.5")
def test_announced_volat() -> None:
    assert lines(91, "volat@A x4", **ALL) == "12.3.5 +24"
    assert lines(75, "volat@A x4") == "12.3.5 -24", "no double game beside it"
    assert lines(55, "volat@A") == "12.3.5 -6", "and no game"


@pytest.mark.rule("illustrated_tarokk 12.3.6")
def test_the_losers_double_game() -> None:
    assert lines(55, "double_game@B x2") == "12.3.6 +8", "beside the game"
    assert lines(40, "double_game@A") == "12.3.1 -1, 12.3.6 -4"


@pytest.mark.rule("illustrated_tarokk 12.3.7")
def test_the_losers_volat() -> None:
    assert lines(55, "volat@B x2") == "12.3.7 +12", "beside the game"
    assert lines(3, "volat@A, double_game@C", **NONE) == "12.3.3 -3, 12.3.6 -4, 12.3.7 -6"


@pytest.mark.rule("illustrated_tarokk 12.3.8")
def test_a_doubled_game_is_always_written() -> None:
    assert lines(75, "game x2") == "12.3.2 +2, 12.3.8 +2"
    assert lines(91, "game x2", **ALL) == "12.3.3 +3, 12.3.8 +2"
    assert lines(60, "double_game@A, game x4") == "12.3.4 -4, 12.3.8 +4"
    assert lines(60, "double_game@A") == "12.3.4 -4", "not without a kontra"


@pytest.mark.rule("illustrated_tarokk 12.4")
def test_the_order_of_the_sheet() -> None:
    said = "game x2, eight_tarokks@A, trull@A, pagat_ultimo@B, volat@B"
    ours = Where(falls="T1 C9", won="ACBDABDAC", ours="T22 T21", theirs=KINGS)
    found = lines(50, said, **ours)
    assert found == "12.3.1 +2, 12.3.7 +6, 10.1.1 +2, 10.3.1 +5, 10.1.5 +10, 10.1.2 -1, 9.4.2 +1"
    result = scored(finished("three, A with C", 50, said, windows=(1, 2), **ours))
    assert result.scores == tuple(4 * each for each in (24 + 3, -24 - 1, 24 - 1, -24 - 1))
    assert (result.next_dealer, result.next_session["windows"]) == (0, [1])


@pytest.mark.rule("illustrated_tarokk 12.4")
def test_each_line_has_its_outcome_factors_and_figures() -> None:
    ours = Where(falls="T1 C9", won="ACBDABDAB", ours="T22 T21", theirs=KINGS)
    result = scored(finished("three, A with C", 50, "four_kings@A x2, volat@B", windows=(1,), **ours))
    lines = [(line.item, line.side, line.outcome, line.factors, line.figures) for line in result.lines]
    both, window = factors(kontra=2, doubled=2), factors(doubled=2)
    assert lines == [
        ("game", Side.DECLARER, Outcome.WON, window, {"points": 50, "needed": 48}),
        ("volat", Side.DECLARER, Outcome.MISSED, window, {}),
        ("four_kings", Side.DEFENDERS, Outcome.MISSED, both, {}),
        ("pagat_ultimo", Side.DEFENDERS, Outcome.LOST, window, {}),
        ("four_kings", Side.DEFENDERS, Outcome.WON, window, {}),
    ]
    assert {line.declarers for line in result.lines} == {(0, 2)}
    made = scored(finished("three, A with C", 50, "trull@C", ours=TRULL)).lines[-1]
    assert (made.outcome, made.factors) == (Outcome.MADE, ())


@pytest.mark.parametrize(
    ("said", "points", "told"),
    [
        ("double_game@A", 71, ("double_game.made.declarer", 71)),
        ("double_game@A", 63, ("double_game.missed.declarer", 63)),
        ("double_game@A", 30, ("double_game.missed.declarer", 30)),
        ("double_game@B", 20, ("double_game.made.defenders", 74)),
        ("double_game@B", 30, ("double_game.missed.defenders", 64)),
        ("nothing", 71, ("double_game.won.declarer", 71)),
        ("nothing", 20, ("double_game.won.defenders", 74)),
    ],
)
def test_a_double_game_tells_the_card_points_of_its_side(
    said: str, points: int, told: tuple[str, int]
) -> None:
    result = scored(finished("three, A with C", points, "" if said == "nothing" else said))
    line = next(each for each in result.lines if each.item == "double_game")
    assert (line.sentence, line.figures) == (told[0], {"points": told[1], "needed": 71})


@pytest.mark.parametrize(("rule", "needed"), [("defenders_doubled", 48), ("defenders_need_48", 47)])
def test_a_game_tells_the_card_points_needed_under_the_house_rule(rule: str, needed: int) -> None:
    options: dict[str, object] = {"tie_47_with_kontra": rule}
    doubled = scored(finished("three, A with C", 50, "game x2", options=options)).lines[0]
    plain = scored(finished("three, A with C", 50, options=options)).lines[0]
    assert doubled.figures == {"points": 50, "needed": needed}
    assert plain.figures == {"points": 50, "needed": 48}
