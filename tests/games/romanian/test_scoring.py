"""§11 to §15 and §19: the score sheet, the pool, the worked examples."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from bot.games.romanian import scores as prices
from bot.games.romanian.scores import cheapest, piles, score
from bot.games.romanian.values import BONUSES, PAGAT_ULT
from bot.rules.cards import KINGS, TRULL, VALUE, Cards, counted_in_threes
from bot.rules.layout import Side
from bot.rules.results import Factor, Multiplier, Outcome, Result, ScoreLine
from tests.games.romanian.table import (
    ALL,
    LOST_KING,
    NEUTRAL,
    PAGAT,
    Held,
    Played,
    four,
    sheet,
    three,
    won_by,
)
from tests.notation import act, legal, result_of, until
from tests.rulebook import RULES

MADE, FAILED = {12: "T1 of 0 to 0"}, {12: "T1 of 0 to 1"}
CLASSES = ("doi1", "unu1", "solo")


def bonuses(played: Played) -> str:
    return ", ".join(each for each in sheet(played.result()).split(", ") if not each.startswith("game"))


def lines(played: Played) -> dict[str, ScoreLine]:
    return {line.item: line for line in played.result().lines}


@pytest.mark.rule("romanian_tarok 11.1", "romanian_tarok 8.3.5", "romanian_tarok 8.3.6")
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


@pytest.mark.rule("romanian_tarok 11.4", "romanian_tarok 23.9")
def test_an_unseen_called_king_is_exchanged_for_the_declarers_least_card() -> None:
    for contract in ("doi1", "unu1"):
        played = Played(contract, team=(0,), king="SK", where="unseen")
        board = played.board()
        ours, theirs = piles(board).values()
        given, won = theirs - board.open.won_by((1, 2, 3)), set(map(str, board.open.won_by((0,))))
        assert (Cards.of("SK") <= ours, len(ours), bonuses(played)) == (True, 29, "")
        assert str(given) == next(each for each in (f"T{number}" for number in range(2, 21)) if each in won)


@pytest.mark.rule("romanian_tarok 11.4", "romanian_tarok 23.9")
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


@pytest.mark.rule("romanian_tarok 12.2.2", "romanian_tarok 12.2.3")
def test_kings_and_the_caught_king() -> None:
    assert bonuses(Played(held=Held(f"{KINGS} T22", "T21 T1"))) == "kings +1"
    assert bonuses(Played(points=25, held=Held("T22", f"{KINGS} T21 T1"))) == "kings -1, king_caught -1"
    assert bonuses(Played(said="kings@2 *1 by 3")) == "kings -4"
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
    played = Played(named=named, held=held)
    assert bonuses(played) == found
    if found:
        line = lines(played)["pagat_ult"]
        won = named[12][6] == named[12][-1]  # the seat that played it
        assert (line.outcome is Outcome.WON, line.rule) == (won, "romanian_tarok 12.2.5")


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


@pytest.mark.rule("romanian_tarok 12.2.8", "romanian_tarok 13.1.4")
def test_valat() -> None:
    ours = Played(won=12, points=70, held=ALL)
    assert sheet(ours.result()) == "trula +1, kings +1, valat +8"
    theirs = Played(won=0, points=2, held=Held("", ALL.ours))
    assert sheet(theirs.result()) == "trula -1, kings -1, valat -8, king_caught -1"
    assert sheet(replace(theirs, said="valat@1 *1 by 0").result()).split(", ")[2] == "valat -32"
    missed = Played(said="game *1 by 1, valat@0")
    assert sheet(missed.result()) == "valat -16", "nothing for the game, its contra included"
    assert sheet(Played(said="valat@3").result()) == "valat +16"


@pytest.mark.rule("romanian_tarok 12.2.9", "romanian_tarok 23.11")
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


@pytest.mark.rule("romanian_tarok 2.3", "romanian_tarok 13.1.1", "romanian_tarok 13.1.2")
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


@pytest.mark.rule("romanian_tarok 9.3.5", "romanian_tarok 13.2.3")
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


@pytest.mark.rule("romanian_tarok 13.2.1", "romanian_tarok 13.2.2")
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


TEAMS = ((0, 2), (2, 1), (0,), (3,))
PASSES = "0 pass; 1 pass; 2 pass; 3 pass"


def ultimo(team: tuple[int, ...], *, made: bool, doublings: int, chips: int, taper: bool = False) -> Result:
    """A game won, with a pagat ultimo; the contra is the last opponent's."""
    lead, seats = team[0], 3 if taper else 4
    other = next(seat for seat in range(seats) if seat not in team)
    named = {12: f"T1 of {lead} to {lead if made else other}"}
    ladder = f" *{doublings} by {contra(team, seats)}" if doublings else ""
    held = PAGAT if made else NEUTRAL
    said = f"pagat_ult@{lead}{ladder}"
    return Played(team=team, said=said, named=named, pool=chips, taper=taper, held=held).result()


def contra(team: tuple[int, ...], seats: int) -> int:
    return max(seat for seat in range(seats) if seat not in team)


def moved(team: tuple[int, ...], seats: int, chips: int, mine: bool) -> list[int]:
    """Chips split by 14.4 and 14.5, computed independently."""
    mates = [seat for seat in range(seats) if (seat in team) == mine]
    odd = team[0] if mine else contra(team, seats)
    return [
        (chips // len(mates) + chips % len(mates) * (seat == odd)) * (seat in mates) for seat in range(seats)
    ]


@pytest.mark.rule("romanian_tarok 14.1", "romanian_tarok 14.2", "romanian_tarok 14.3", "romanian_tarok 14.4")
@pytest.mark.rule("romanian_tarok 14.5", "romanian_tarok 14.7")
@pytest.mark.parametrize("doublings", range(6))
@pytest.mark.parametrize("made", [True, False])
@pytest.mark.parametrize(("team", "seats"), [*((team, 4) for team in TEAMS), ((0,), 3), ((1,), 3)])
@pytest.mark.parametrize("chips", [0, 1, 5, 9, 10, 12, 23])
def test_every_way_to_split(
    team: tuple[int, ...], seats: int, made: bool, doublings: int, chips: int
) -> None:
    result = ultimo(team, made=made, doublings=doublings, chips=chips, taper=seats == 3)
    line = result.lines[-1]
    takes = moved(team, seats, chips, made) if doublings or made else [0] * seats
    pays = [0] * seats if made and not doublings else moved(team, seats, chips << doublings, not made)
    if not doublings and not made:
        pays = moved(team, seats, chips, True)
    left = chips << doublings if doublings else 0 if made else 2 * chips
    assert line.amounts == tuple(take - pay for take, pay in zip(takes, pays, strict=True))
    assert (result.next_session["pool"], sum(line.amounts)) == (left, chips - left)
    number = "14.3" if doublings else "14.1" if made else "14.2"
    assert (line.item, line.rule) == ("pool", f"romanian_tarok {number}")


@pytest.mark.rule("romanian_tarok 14.6", "romanian_tarok 15.3")
def test_a_radler_does_not_double_the_pool_and_a_silent_pagat_leaves_it() -> None:
    named = {12: "T1 of 0 to 0"}
    radler = Played(said="pagat_ult@0", named=named, radlers=4, held=PAGAT).result()
    assert (sheet(radler), radler.lines[-1].amounts) == ("game +4, pagat_ult +14", (5, 0, 4, 0))
    silent = Played(named=named, held=PAGAT).result()
    assert (sheet(silent), silent.next_session["pool"]) == ("game +2, pagat_ult +1", 9)
    doubled = Played(said="game *2 by 1, pagat_ult@0", named=named, held=PAGAT).result()
    assert doubled.next_session["pool"] == 0, "contras on the game do not matter"


@pytest.mark.rule("romanian_tarok 23.12")
def test_the_pool_moves_beside_a_valat() -> None:
    everything = Held("T22 T21 T1 SK HK DK CK", "")
    played = Played(
        said="pagat_ult@0, valat@0", won=12, points=70, named={12: "T1 of 0 to 0"}, held=everything
    ).result()
    assert (sheet(played), played.next_session["pool"]) == ("trula +1, kings +1, pagat_ult +7, valat +16", 0)


@pytest.mark.rule("romanian_tarok 3.4")
def test_only_an_announced_pagat_touches_the_pool() -> None:
    for said in ("", "game *3 by 1, trula@0", "valat@0"):
        assert Played(said=said, pool=17).result().next_session["pool"] == 17
    assert ultimo((0, 2), made=True, doublings=0, chips=9).next_session["pool"] == 0, "it stays empty"


@pytest.mark.rule("romanian_tarok 15.1", "romanian_tarok 6.3.2")
def test_michi_michi() -> None:
    deal = four(after="2 pass; 3 pass; 0 pass", dealer=1)
    assert deal.phase.name == "auction", "the dealer still speaks"
    deal = act(deal, "1 pass")
    assert (deal.phase.name, deal.seats(), deal.open.declarer) == ("play", (2,), None)
    assert [deal.view(seat).side for seat in range(4)] == [""] * 4
    assert not any(group.cards for group in deal.open.talon)


@pytest.mark.rule("romanian_tarok 15.2", "romanian_tarok 15.3", "romanian_tarok 15.4", "romanian_tarok 19.2")
@pytest.mark.parametrize(("before", "price", "after"), [(0, 1, 4), (1, 2, 4), (2, 2, 5), (4, 2, 7)])
def test_a_chip_for_every_trick(before: int, price: int, after: int) -> None:
    deal = until(four(after=PASSES, radlers=before), "over")
    result, tricks = result_of(deal), deal.open.tricks_won
    assert result.scores == tuple(-price * won for won in tricks)
    assert (sum(result.scores), result.void) == (-12 * price, False)
    assert result.next_session == {"radlers": after, "pool": 5 + 12 * price}
    assert [line.rule for line in result.lines] == ["romanian_tarok 15.2"]


@pytest.mark.rule("romanian_tarok 15.5", "romanian_tarok 8.4.4", "romanian_tarok 23.10")
@pytest.mark.parametrize("before", [0, 1, 4])
def test_a_played_or_surrendered_deal_uses_up_a_radler(before: int) -> None:
    one_less = max(before - 1, 0)
    assert Played(radlers=before).result().next_session["radlers"] == one_less
    king = four("T22", talon="HK", after="0 bid doi1; 1 pass; 2 pass; 3 pass; 0 call HK", radlers=before)
    assert "surrender" in legal(king)
    given_up = result_of(act(king, "0 surrender"))
    assert (given_up.next_session["radlers"], given_up.void) == (one_less, False)
    assert given_up.scores == (((-6, 2, 2, 2), (-12, 4, 4, 4))[before > 0])
    poor = four("S7 S8 S9 S10 SJ H4 H3 H2 H1 HJ D4 D3", radlers=before, after="0 annul")
    assert (result_of(poor).next_session, result_of(poor).void) == ({"radlers": before, "pool": 5}, True)
    thrown = result_of(three(after="0 pass; 1 pass; 2 pass", radlers=before))
    assert (thrown.next_session["radlers"], thrown.void) == (before + 3, True)


@pytest.mark.rule("romanian_tarok 14.1", "romanian_tarok 14.2", "romanian_tarok 14.3")
@pytest.mark.parametrize("doublings", range(6))
@pytest.mark.parametrize("made", [True, False])
def test_the_price_of_a_pagat_equals_the_chips_it_moves(doublings: int, *, made: bool) -> None:
    price = prices.chips(four(pool=7), PAGAT_ULT, doublings)
    assert price is not None
    *others, declarer = ultimo((3,), made=made, doublings=doublings, chips=7).lines[-1].amounts
    assert declarer == (price.won if made else -price.lost)
    assert sum(others) == ((-price.lost if made else price.won) if doublings else 0), (
        "and so does an opponent who doubles it"
    )


def test_only_a_pagat_with_a_pool_has_a_price_in_chips() -> None:
    assert prices.chips(four(), "trula") is None
    assert prices.chips(four(no_pool=True), PAGAT_ULT) is None


KING_LOST = Held("T22 T21 SK CK", "T1 HK DK T20")
"""The called king, and T20, are with the others."""
LONE_MADE, LONE_FAILED = {12: "T1 of 2 to 2"}, {12: "T1 of 2 to 1"}
NINE = "taroace:9@0, pagat_ult@0"

SHEETS: dict[str, tuple[Played, str, tuple[int, ...], int]] = {
    "2 won": (Played(level=3, points=41), "game +2", (2, -2, 2, -2), 9),
    "2 lost": (Played(level=3, points=35), "game -6", (-6, 6, -6, 6), 9),
    "3 won": (Played(level=4, said="game *1 by 1"), "game +16", (16, -16, 16, -16), 9),
    "3 lost": (Played(level=4, said="game *2 by 1", points=35), "game -32", (-32, 32, -32, 32), 9),
    "4 lost": (Played("unu2", 8, points=35), "game -24", (-24, 24, -24, 24), 9),
    "4 won": (Played("unu2", 8, said="game *1 by 1"), "game +48", (48, -48, 48, -48), 9),
    "5": (
        Played("solo", team=(2,), points=44, won=8, said="game *1 by 1", held=ALL),
        "game +16, trula +2, kings +2", (-20, -20, 60, -20), 9,
    ),
    "6": (
        Played(said=NINE, named=MADE, held=PAGAT), "game +2, taroace +2, pagat_ult +7", (16, -11, 15, -11), 0,
    ),
    "7": (Played(said=NINE, named=FAILED), "game +2, taroace +2, pagat_ult -7", (-8, 3, -7, 3), 18),
    "8": (
        Played(said=f"{NINE} *1 by 3", named=MADE, held=PAGAT),
        "game +2, taroace +2, pagat_ult +14", (23, -27, 22, -27), 18,
    ),
    "9": (
        Played(said=f"{NINE} *1 by 3", named=FAILED),
        "game +2, taroace +2, pagat_ult -14", (-19, 14, -19, 15), 18,
    ),
    "10": (
        Played("solo", team=(2,), said="pagat_ult@2 *2 by 1", named=LONE_FAILED, pool=10),
        "game +8, pagat_ult -36", (31, 32, -124, 31), 40,
    ),
    "11": (
        Played("solo", team=(2,), said="pagat_ult@2 *2 by 1", named=LONE_MADE, pool=10, held=PAGAT),
        "game +8, pagat_ult +36", (-57, -58, 142, -57), 40,
    ),
    "12 failed": (
        Played(team=(0,), said="pagat_ult@0 *1 by 2", named=FAILED, pool=11),
        "game +2, pagat_ult -14", (-58, 15, 17, 15), 22,
    ),
    "12 made": (
        Played(team=(0,), said="pagat_ult@0 *1 by 2", named=MADE, pool=11, held=PAGAT),
        "game +2, pagat_ult +14", (59, -23, -24, -23), 22,
    ),
    "13": (
        Played(said="pagat_ult@0 *1 by 1", named=MADE, radlers=2, pool=6, held=PAGAT),
        "game +4, pagat_ult +28", (35, -38, 35, -38), 12,
    ),
    "18": (
        Played(said="game *1 by 1, valat@0, taroace:8@0", won=12, points=70, held=ALL),
        "taroace +1, trula +1, kings +1, valat +16", (19, -19, 19, -19), 9,
    ),
    "18 radler": (
        Played(said="game *1 by 1, valat@0, taroace:8@0", won=12, points=70, radlers=1, held=ALL),
        "taroace +2, trula +2, kings +2, valat +32", (38, -38, 38, -38), 9,
    ),
    "19": (
        Played(said="valat@0 *1 by 1", won=11, points=62, held=Held("T22 T21 T1 SK HK DK", "CK")),
        "trula +1, valat -32", (-31, 31, -31, 31), 9,
    ),
    "20": (
        Played("solo", won=0, points=2, held=Held("", "T22 T21 T1 SK HK DK CK")),
        "trula -2, kings -2, valat -32, king_caught -2", (-38, 38, -38, 38), 9,
    ),
    "21 both": (
        Played(said="taroace:9@0, taroace:10@3"), "game +2, taroace +2, taroace -3", (1, -1, 1, -1), 9,
    ),
    "21 one side": (Played(said="taroace:8@1, taroace:10@3"), "game +2, taroace -3", (-1, 1, -1, 1), 9),
    "22 made": (
        Played(named={12: "HK of 2, T1 of 0 to 0"}, held=PAGAT),
        "game +2, pagat_ult +1, king_ult +1", (4, -4, 4, -4), 9,
    ),
    "22 overtrumped": (
        Played(named={12: "HK of 2, T1 of 0, T20 of 3 to 3"}, held=KING_LOST),
        "game +2, pagat_ult -1, king_ult -1, king_caught -1", (-1, 1, -1, 1), 9,
    ),
    "22 by the partner": (
        Played(named={12: "S7 of 1, T1 of 0, T20 of 2 to 2"}, held=Held("T1 SK HK T22 S7 T20", "T21 DK CK")),
        "game +2, pagat_ult -1", (1, -1, 1, -1), 9,
    ),
    "23 too early": (
        Played(said="king_ult@2 *1 by 1", named={7: "HK of 2 to 0"}), "game +2, king_ult -4",
        (-2, 2, -2, 2), 9,
    ),
    "23 taken": (
        Played(said="king_ult@2 *1 by 1", named={12: "HK of 2 to 1"}, held=KING_LOST),
        "game +2, king_ult -4, king_caught -1", (-3, 3, -3, 3), 9,
    ),
    "23 taken, solo": (
        Played("solo", said="king_ult@2 *1 by 1", named={12: "HK of 2 to 1"}, held=KING_LOST),
        "game +8, king_ult -8, king_caught -2", (-2, 2, -2, 2), 9,
    ),
    "24": (
        Played(said="trula@2", named={5: "T21 of 0, T22 of 1 to 1"}, held=Held("SK HK T1", "T22 T21 DK CK")),
        "game +2, trula -2, moon_caught -1", (-1, 1, -1, 1), 9,
    ),
    "31": (
        Played(said="pagat_ult@0 *5 by 1", named=MADE, pool=5, held=PAGAT),
        "game +2, pagat_ult +224", (229, -306, 228, -306), 160,
    ),
}  # fmt: skip
"""The deal, its sheet from the declarer's point of view, the chips, the pool afterwards."""


@pytest.mark.rule("romanian_tarok 19.2")
@pytest.mark.parametrize("name", SHEETS)
def test_sheets(name: str) -> None:
    played, lines, chips, pool = SHEETS[name]
    result = played.result()
    assert (sheet(result), result.scores, result.next_session["pool"]) == (lines, chips, pool)
    assert result.next_session["radlers"] == max(played.radlers - 1, 0)
    assert {line.rule for line in result.lines} <= RULES


@pytest.mark.rule("romanian_tarok 19.1")
@pytest.mark.parametrize(
    ("played", "ours", "theirs", "lines", "chips"),
    [
        (
            Played(
                level=2, team=(0,), won=9, points=56, king="SK", where="left",
                held=Held("T22 T21 SK HK DK", "T1 CK"),
            ),
            (41, 79, 52), (13, 27, 18), "game +2, king_caught -2", (0, 0, 0, 0),
        ),
        (
            Played(team=(0,), won=7, points=43, king="SK", where="unseen"),
            (33, 65, 43), (21, 41, 27), "game +2", (6, -2, -2, -2),
        ),
        (
            Played("solo", team=(0,), won=7, points=39, king="SK", where="unseen"),
            (33, 57, 35), (21, 49, 35), "game -8", (-24, 8, 8, 8),
        ),
    ],
)  # fmt: skip
def test_piles(
    played: Played, ours: tuple[int, ...], theirs: tuple[int, ...], lines: str, chips: tuple[int, ...]
) -> None:
    found = [(len(pile), sum(VALUE[each] for each in pile), counted_in_threes(pile))
             for pile in piles(played.board()).values()]  # fmt: skip
    assert found == [ours, theirs]
    assert (sheet(played.result()), played.result().scores) == (lines, chips)


def taper(
    contract: str = "doi1",
    level: int = 1,
    points: int = 34,
    said: str = "",
    named: Mapping[int, str] | None = None,
    held: Held = NEUTRAL,
) -> Played:
    """A taper of forehand's; the pool holds 7."""
    return Played(contract, level, (0,), points, said=said, pool=7, taper=True, named=named or {}, held=held)


@pytest.mark.rule("romanian_tarok 19.3", "romanian_tarok 16.4")
@pytest.mark.parametrize(
    ("played", "chips", "pool"),
    [
        (taper("trei1", 3, 33, "game *1 by 1"), (-12, 6, 6), 7),
        (taper("trei1", 3), (2, -1, -1), 7),
        (taper("trei1", 3, 34, "game *1 by 1"), (12, -6, -6), 7),
        (taper("trei2", 4, 33, "game *2 by 1"), (-32, 16, 16), 7),
        (taper(said="taroace:10@1, pagat_ult@0 *1 by 1", named=MADE, held=PAGAT), (37, -22, -22), 14),
        (taper("doi1", 3, 33, "pagat_ult@0", named=FAILED), (-33, 13, 13), 14),
    ],
)
def test_tapers(played: Played, chips: tuple[int, ...], pool: int) -> None:
    assert (played.result().scores, played.result().next_session["pool"]) == (chips, pool)


@pytest.mark.rule("romanian_tarok 19.3", "romanian_tarok 16.6")
@pytest.mark.parametrize(("before", "after"), [(0, 3), (2, 5)])
def test_thrown_in(before: int, after: int) -> None:
    result = result_of(three(radlers=before, after="0 pass; 1 pass; 2 pass"))
    assert (result.void, result.scores, result.next_dealer) == (True, (0, 0, 0), 0)
    assert result.next_session == {"radlers": after, "pool": 4}


SKIZ, NOTHING = "T22", "T9"


@pytest.mark.rule("romanian_tarok 19.2", "romanian_tarok 8.4.2", "romanian_tarok 8.4.3")
@pytest.mark.parametrize(
    ("contract", "hand", "radlers", "chips", "rules"),
    [
        ("doi2", SKIZ, 0, (-18, 6, 6, 6), ["8.4.2"]),
        ("doi2", NOTHING, 0, (-21, 7, 7, 7), ["8.4.2", "8.4.3"]),
        ("doi2", NOTHING, 1, (-42, 14, 14, 14), ["8.4.2", "8.4.3"]),
        ("unu3", NOTHING, 0, (-48, 16, 16, 16), ["8.4.2", "8.4.3"]),
    ],
)
def test_surrender(contract: str, hand: str, radlers: int, chips: tuple[int, ...], rules: list[str]) -> None:
    deal = four(f"{hand} S7 S8 H4 H3", "T1", "T21", talon="C7 C8 C9 D4 HK D3", radlers=radlers)
    deal = act(won_by(deal, contract), "0 call HK; 0 refuse")
    result = result_of(act(deal, "0 refuse; 0 surrender" if contract == "unu3" else "0 surrender"))
    assert (result.scores, result.void) == (chips, False)
    assert [line.rule.split()[1] for line in result.lines] == rules
