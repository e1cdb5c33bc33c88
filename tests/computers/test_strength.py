"""Computers play better than chance."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import pytest

from bot.computers.players import Player, for_game
from bot.games import GAMES
from bot.games.romanian import ROMANIAN_TAROK
from bot.rules.game import Game
from bot.rules.moves import Action
from bot.rules.view import View
from tests.matches import AtRandom, Bidding, FirstLegal, among_equals, match

BIDDING = ("tapp_tarock", "koenigrufen", "illustrated_tarokk", "romanian_tarok", "romanian_taper")
"""The games in which everybody plays for himself, or finds a partner by the bidding."""
TABLES = [(GAMES[name], seats) for name in BIDDING for seats in GAMES[name].seats]
ALIKE = [(GAMES["illustrated_tarokk"], 5), (GAMES["romanian_taper"], 3)]
"""Tables at which the player of another one plays, by the same rules of thumb."""


@dataclass(frozen=True)
class Sober:
    """A player who never doubles or announces: doing so blindly costs hundreds in a single deal."""

    player: Player

    def choose(self, view: View) -> Action:
        """The player's choice among all actions other than statements."""
        sober = tuple(each for each in view.actions if each.verb not in {"kontra", "announce"})
        return self.player.choose(replace(view, actions=sober or view.actions))


@dataclass(frozen=True)
class Passing:
    """A player who never bids, and otherwise acts as another does."""

    player: Player

    def choose(self, view: View) -> Action:
        """A pass, if that is possible."""
        passed = Action("pass")
        return passed if passed in view.actions else self.player.choose(view)


@cache
def bidding(name: str) -> Bidding:
    """How the contracts of a game fare when computers play among themselves."""
    return among_equals(GAMES[name], for_game(name), 200)


@pytest.mark.parametrize(
    ("blind", "count"), [pytest.param(FirstLegal, 20, marks=pytest.mark.long), (AtRandom, 16)]
)
@pytest.mark.parametrize(
    ("game", "seats"),
    [pytest.param(*row, marks=pytest.mark.long if row in ALIKE else ()) for row in TABLES],
    ids=lambda each: getattr(each, "name", str(each)),
)
def test_a_computer_gains_against_blind_players(
    game: Game, seats: int, blind: type[Player], count: int
) -> None:
    player, rival = for_game(game.name), Sober(blind())
    gain = match(game, player, rival, count, table=seats)
    loss = match(game, rival, player, count, table=seats)
    assert gain.mean > gain.margin
    assert loss.mean < -loss.margin


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("tapp_tarock", 0.6, 0.85),
        ("koenigrufen", 0.65, 0.9),
        ("illustrated_tarokk", 0.55, 0.85),
        ("romanian_tarok", 0.65, 0.85),
        ("romanian_taper", 0.65, 0.85),
    ],
)
def test_most_contracts_are_made_and_few_deals_passed_out(name: str, least: float, most: float) -> None:
    assert least < bidding(name).share_made < most
    assert bidding(name).passed_out < 0.1


def test_most_deals_in_koenigrufen_are_dreier_or_rufer_and_few_the_highest_contracts() -> None:
    played = bidding("koenigrufen").played
    assert {contract for contract, _ in played.most_common(2)} == {"dreier", "rufer"}
    assert played["solodreier"] + played["farbensolo"] + played["bettel_ouvert"] < 0.05 * played.total()


def test_every_contract_is_played_in_illustrated_tarokk() -> None:
    assert set(bidding("illustrated_tarokk").played) == set(GAMES["illustrated_tarokk"].contracts)


@pytest.mark.parametrize("name", ["romanian_tarok", "romanian_taper"])
def test_all_rungs_of_the_ladder_are_bid_in_romanian_tarok(name: str) -> None:
    found = bidding(name)
    assert min(found.levels[level] for level in (2, 3, 4)) > 0
    assert 0.1 < found.played["solo"] / found.deals < 0.6


def test_a_computer_takes_fewer_tricks_than_chance_in_michi_michi() -> None:
    mine, others = Passing(for_game(ROMANIAN_TAROK.name)), Passing(AtRandom())
    assert match(ROMANIAN_TAROK, mine, others, 15).mean > -2.5
    assert match(ROMANIAN_TAROK, others, mine, 15).mean < -3.5
