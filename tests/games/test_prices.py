"""The prices of actions, as buttons show them."""

from collections.abc import Iterator
from random import Random

import pytest

from bot.games import GAMES
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


USES_LOST = {"failed_valat_uses_lost_value": True}
DREIERS = "0 bid dreier; 1 bid unterer; 2 pass"


@pytest.mark.rule("koenigrufen 17.1.16")
@pytest.mark.parametrize(
    ("deal", "action", "stake"),
    [
        (tapp(after=DREIERS), "hold", Stake(4, 4)),  # that of the standing bid
        (tapp("T1", after="0 bid solo"), "announce pagat_ultimo", Stake(16, 16)),
        (tapp("T1", after="0 bid solo"), "announce valat", Stake(64, 64)),
        (tapp(after="0 bid solo; 0 done"), "kontra game", Stake(16, 16)),
        (tapp(after="0 bid solo; 0 announce valat; 0 done"), "kontra game", Stake(128, 128)),
        (koenig(after=bids("sechserdreier")), "announce valat", Stake(160, 160)),
        (koenig(options=USES_LOST, after=bids("sechserdreier")), "announce valat", Stake(160, 320)),
        (announcing(), "announce trull", Stake(2, 2)),
        (announcing(), "announce eight_tarokks", Stake(1, 0)),
        (announcing(), "announce double_game", Stake(16, 16)),
        (announcing(), "announce volat", Stake(24, 24)),
        (announcing(bids="A3 B- C- D-"), "announce volat", Stake(6, 6)),
        (to_talk(four(), "unu3"), "announce trula", Stake(2, 2)),
        (to_talk(four(), "unu3"), "announce pagat_ult", Stake(7, 7)),
        (to_talk(four(), "unu3"), "announce valat", Stake(16, 16)),
    ],
)
def test_the_price_of_an_action_depends_on_the_deal(deal: Deal, action: str, stake: Stake) -> None:
    assert deal.game.prices.of(deal.view(deal.seats()[0]), Action.parse(action)) == stake


def test_an_announcement_costs_more_if_it_or_the_deal_is_doubled() -> None:
    deal = act(koenig("T1", doubled=1, after=f"{bids('solodreier')}; 1 announce trull"), "1 done; 2 done")
    doubled = act(deal, "3 done; 0 kontra trull@1")
    prices, trull = doubled.game.prices, doubled.open.item("trull")
    assert trull is not None
    assert prices.of(deal.view(3), Action("announce", "four_kings")) == Stake.even(80)
    assert prices.announced(doubled.view(0), trull) == Stake.even(160)


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


def test_the_level_of_a_romanian_game_counts_for_its_winner_once_it_is_doubled() -> None:
    prices, said = GAMES["romanian_tarok"].prices, act(to_talk(four(), "unu3"), "0 done")
    assert prices.contract(said.view(0), "unu3") == Stake(3, 9)
    assert prices.contract(act(said, "1 kontra game").view(0), "unu3") == Stake(9, 9)
