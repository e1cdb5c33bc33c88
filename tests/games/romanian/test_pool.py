"""§14 and §15: the pool, michi-michi, radlers."""

from __future__ import annotations

import pytest

from bot.games.romanian import scores as prices
from bot.games.romanian.tables import PAGAT_ULT
from bot.rules.results import Result
from tests.games.romanian.table import NEUTRAL, Held, Played, four, result_of, sheet, three
from tests.notation import act, legal, until

PAGAT = Held("T21 T1 SK HK", "T22 DK CK")
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
    """The seat that said contra."""
    return max(seat for seat in range(seats) if seat not in team)


def moved(team: tuple[int, ...], seats: int, chips: int, mine: bool) -> list[int]:
    """Chips split by 14.4 and 14.5, computed independently."""
    mates = [seat for seat in range(seats) if (seat in team) == mine]
    odd = team[0] if mine else contra(team, seats)
    return [
        (chips // len(mates) + chips % len(mates) * (seat == odd)) * (seat in mates) for seat in range(seats)
    ]


@pytest.mark.rule("romanian_tarok 14.1")
@pytest.mark.rule("romanian_tarok 14.2")
@pytest.mark.rule("romanian_tarok 14.3")
@pytest.mark.rule("romanian_tarok 14.4")
@pytest.mark.rule("romanian_tarok 14.5")
@pytest.mark.rule("romanian_tarok 14.7")
@pytest.mark.parametrize("doublings", range(6))
@pytest.mark.parametrize("made", [True, False])
@pytest.mark.parametrize(("team", "seats"), [*((team, 4) for team in TEAMS), ((0,), 3), ((1,), 3)])
@pytest.mark.parametrize("chips", [1, 5, 9, 10, 12, 23])
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


@pytest.mark.rule("romanian_tarok 14.1")
def test_an_empty_pool() -> None:
    for made in (True, False):
        for doublings in (0, 1):
            result = ultimo((0, 2), made=made, doublings=doublings, chips=0)
            assert (result.lines[-1].amounts, result.next_session["pool"]) == ((0, 0, 0, 0), 0)


@pytest.mark.rule("romanian_tarok 14.6")
@pytest.mark.rule("romanian_tarok 15.3")
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


@pytest.mark.rule("romanian_tarok 15.1")
@pytest.mark.rule("romanian_tarok 6.3.2")
def test_michi_michi() -> None:
    deal = four(after="2 pass; 3 pass; 0 pass", dealer=1)
    assert deal.phase.name == "auction", "the dealer still speaks"
    deal = act(deal, "1 pass")
    assert (deal.phase.name, deal.seats(), deal.open.declarer) == ("play", (2,), None)
    assert [deal.view(seat).side for seat in range(4)] == [""] * 4
    assert not any(group.cards for group in deal.open.talon)


@pytest.mark.rule("romanian_tarok 15.2")
@pytest.mark.rule("romanian_tarok 15.3")
@pytest.mark.rule("romanian_tarok 15.4")
@pytest.mark.rule("romanian_tarok 19.2")
@pytest.mark.parametrize(("before", "price", "after"), [(0, 1, 4), (1, 2, 4), (2, 2, 5), (4, 2, 7)])
def test_a_chip_for_every_trick(before: int, price: int, after: int) -> None:
    deal = until(four(after=PASSES, radlers=before), "over")
    result, tricks = result_of(deal), deal.open.tricks_won
    assert result.scores == tuple(-price * won for won in tricks)
    assert (sum(result.scores), result.void) == (-12 * price, False)
    assert result.next_session == {"radlers": after, "pool": 5 + 12 * price}
    assert [line.rule for line in result.lines] == ["romanian_tarok 15.2"]


@pytest.mark.rule("romanian_tarok 15.5")
@pytest.mark.rule("romanian_tarok 8.4.4")
@pytest.mark.rule("romanian_tarok 23.10")
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


@pytest.mark.rule("romanian_tarok 14.1")
@pytest.mark.rule("romanian_tarok 14.2")
@pytest.mark.rule("romanian_tarok 14.3")
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
