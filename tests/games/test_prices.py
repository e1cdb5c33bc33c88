"""The prices of actions, as buttons show them."""

from collections.abc import Iterator
from random import Random

import pytest

from bot.games import GAMES
from bot.games.illustrated_tarokk import ILLUSTRATED_TAROKK
from bot.rules.deal import Deal
from bot.rules.game import Game, Prices, Stake
from bot.rules.moves import Action
from bot.rules.view import View
from tests.conformance.random_deals import positions
from tests.games.illustrated_tarokk.table import announcing
from tests.games.koenigrufen.table import bids, koenig
from tests.games.romanian.table import four, to_talk, won_by
from tests.games.tapp_tarock.table import tapp
from tests.notation import act, result_of

PRICED = ("bid", "hold", "announce", "kontra", "surrender", "call")


def offered(game: Game, rng: Random, deals: int = 8) -> Iterator[tuple[View, Action]]:
    """Every action offered in some random deals."""
    for _ in range(deals):
        for deal in positions(game, rng):
            for seat in deal.seats():
                view = deal.view(seat)
                yield from ((view, action) for action in view.actions)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_only_actions_that_count_have_a_price(game: Game) -> None:
    for view, action in offered(game, Random(3)):
        stake = game.prices.of(view, action)
        deeper = action.verb in ("take", "refuse") and "doi1" in game.contracts
        assert (stake is not None) == (action.verb in PRICED or deeper)
        assert stake is None or min(stake) >= 0


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_contract_has_a_price(game: Game) -> None:
    assert game.prices.contracts.keys() == {*game.contracts}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_only_romanian_contracts_other_than_solo_cost_more_at_each_level(game: Game) -> None:
    by_level = {each for each, price in game.prices.contracts.items() if price.by_level}
    assert by_level == ({*game.contracts} - {"solo"} if "doi1" in game.contracts else set())


@pytest.mark.parametrize(
    ("game", "action", "stake"),
    [
        ("tapp_tarock", "bid dreier", Stake(3, 3)),
        ("koenigrufen", "bid bettel_ouvert", Stake(80, 80)),
        ("koenigrufen", "bid trischaken", Stake(10, 20)),
        ("illustrated_tarokk", "bid solo", Stake(4, 4)),
        ("royal_tarokk", "announce matador", Stake(0, 0)),
        ("royal_tarokk", "announce volat", Stake(30, 30)),
        ("romanian_tarok", "bid doi1", Stake(2, 2)),
    ],
)
def test_the_tables_of_the_games_are_quoted(game: str, action: str, stake: Stake) -> None:
    view = next(positions(GAMES[game], Random(1))).view(0)
    assert GAMES[game].prices.of(view, Action.parse(action)) == stake


@pytest.mark.parametrize(
    ("auction", "item", "stake"),
    [
        ("AS", "trull", Stake(2, 2)),
        ("AS", "eight_tarokks", Stake(1, 0)),
        ("AS", "double_game", Stake(16, 16)),
        ("AS", "volat", Stake(24, 24)),
        ("A3 B- C- D-", "volat", Stake(6, 6)),
    ],
)
def test_some_announcements_multiply_the_game(auction: str, item: str, stake: Stake) -> None:
    view = announcing(bids=auction).view(0)
    assert ILLUSTRATED_TAROKK.prices.of(view, Action("announce", item)) == stake


def test_an_announcement_costs_more_if_it_or_the_deal_is_doubled() -> None:
    deal = act(koenig("T1", doubled=1, after=f"{bids('solodreier')}; 1 announce trull"), "1 done; 2 done")
    doubled = act(deal, "3 done; 0 kontra trull@1")
    prices, trull = doubled.game.prices, doubled.open.item("trull")
    assert trull is not None
    assert prices.of(deal.view(3), Action("announce", "four_kings")) == Stake.even(80)
    assert prices.announced(doubled.view(0), trull) == Stake.even(160)


@pytest.mark.parametrize(("said", "points"), [("", 16), ("0 announce valat; ", 128)])
def test_a_kontra_on_the_game_doubles_an_announced_valat(said: str, points: int) -> None:
    view = act(tapp(), f"0 bid solo; {said}0 done").view(1)
    assert GAMES["tapp_tarock"].prices.of(view, Action("kontra", "game")) == Stake.even(points)


def looking(contract: str, hand: str, refusals: int, radlers: int = 0) -> Deal:
    """A contract of Romanian Tarok with the called king in the talon, after some looks."""
    deal = won_by(four(hand, "SK HK DK", talon="H4 H3 H2 CK D3 D2", radlers=radlers), contract)
    return act(deal, "; ".join(["0 call CK", *["0 refuse"] * refusals]))


@pytest.mark.parametrize(
    "deal",
    [
        koenig(talon="HK T20-T22 T2 T3", after=f"{bids('rufer')}; 0 call HK"),
        koenig(talon="HK T20-T22 T2 T3", after=f"{bids('besserrufer')}; 0 call HK", doubled=1),
        looking("doi1", "T22 SQ", 1),
        looking("doi1", "T2 SQ", 1),
        looking("doi1", "T22 SQ", 3),
        looking("unu1", "T22 SQ", 3, radlers=1),
    ],
)
def test_the_price_of_a_surrender_is_what_it_costs(deal: Deal) -> None:
    surrender = Action("surrender")
    stake = deal.game.prices.of(deal.view(0), surrender)
    others = result_of(act(deal, f"0 {surrender}")).scores[1:]
    assert stake == Stake(0, others[0])
    assert len(set(others)) == 1


@pytest.mark.parametrize(
    ("contract", "refusals", "stakes"),
    [
        ("doi1", 0, {"take": Stake(2, 2), "refuse": Stake(2, 4)}),
        ("unu1", 3, {"take": Stake(3, 12), "refuse": Stake(3, 15)}),
        ("doi1", 3, {"take 1": Stake(2, 8), "take 2": Stake(2, 10)}),
    ],
)
def test_each_look_into_the_talon_has_the_price_of_its_level(
    contract: str, refusals: int, stakes: dict[str, Stake]
) -> None:
    view = looking(contract, "T22 SQ", refusals).view(0)
    said = {str(each): GAMES[view.game].prices.of(view, each) for each in view.actions}
    assert {each: said[each] for each in stakes} == stakes


@pytest.mark.rule("koenigrufen 17.1.16")
@pytest.mark.parametrize(("uses_lost", "stake"), [(False, Stake(160, 160)), (True, Stake(160, 320))])
def test_the_price_of_a_valat_of_koenigrufen_is_what_the_house_rule_makes_it_cost(
    uses_lost: bool, stake: Stake
) -> None:
    deal = koenig(options={"failed_valat_uses_lost_value": uses_lost}, after=bids("sechserdreier"))
    assert deal.game.prices.of(deal.view(0), Action("announce", "valat")) == stake


def test_a_game_without_prices_names_no_figure() -> None:
    view = next(iter(offered(GAMES["tapp_tarock"], Random(1))))[0]
    for action in (
        Action("take", "upper"),
        Action("bid", "solo"),
        Action("announce", "valat"),
        Action("surrender"),
        Action("kontra", "game"),
    ):
        assert Prices().of(view, action) is None


def test_a_hold_has_the_price_of_the_standing_bid_despite_later_passes() -> None:
    view = act(tapp(), "0 bid dreier; 1 bid unterer; 2 pass").view(0)
    assert GAMES["tapp_tarock"].prices.of(view, Action("hold")) == Stake.even(4)


def test_the_price_of_an_announced_pagat_depends_on_the_contract() -> None:
    view, prices = act(tapp("T1"), "0 bid solo").view(0), GAMES["tapp_tarock"].prices
    stakes = [prices.of(view, Action("announce", item)) for item in ("pagat_ultimo", "valat")]
    assert stakes == [Stake.even(16), Stake.even(64)]


def test_each_romanian_announcement_has_its_own_price() -> None:
    view, prices = to_talk(four(), "unu3").view(0), GAMES["romanian_tarok"].prices
    stakes = [prices.announcement(view, item) for item in ("trula", "pagat_ult", "valat")]
    assert stakes == [Stake.even(2), Stake.even(7), Stake.even(16)]


def test_the_level_of_a_romanian_game_counts_for_its_winner_once_it_is_doubled() -> None:
    prices, said = GAMES["romanian_tarok"].prices, act(to_talk(four(), "unu3"), "0 done")
    assert prices.contract(said.view(0), "unu3") == Stake(3, 9)
    assert prices.contract(act(said, "1 kontra game").view(0), "unu3") == Stake(9, 9)
