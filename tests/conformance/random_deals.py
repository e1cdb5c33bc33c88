"""Deals of any game, dealt and played at random."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from bot.rules.announcing import DONE
from bot.rules.cards import CARDS, Cards
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.layout import Layout, Seat
from bot.rules.moves import Action
from bot.rules.state import Board

MANY = 500
"""How many attempts at a position are enough."""


def random_layout(game: Game, rng: Random) -> Layout:
    """A shuffled pack dealt by the rules, under random house rules."""
    deck = list(game.pack)
    rng.shuffle(deck)
    seats = rng.choice(game.seats)
    options = {
        name: value for name, (_, *others) in game.options.items() for value in others if rng.random() < 0.3
    }
    dealt = game.lay_out(deck, rng.choice(game.dealers(seats)), seats)
    if game.dealt_again(dealt):
        return random_layout(game, rng)
    return replace(dealt, options=options, session=game.session)


def random_action(deal: Deal, rng: Random) -> tuple[Seat, Action]:
    """A random legal action: first a verb, then its argument, so that verbs with few arguments are not rare.

    A turn that may end does so every other time, because otherwise announcing would hardly ever end.
    """
    seat = rng.choice(deal.seats())
    actions = deal.actions(seat)
    if DONE in actions and rng.random() < 0.5:
        return seat, DONE
    verb = rng.choice(sorted({action.verb for action in actions}))
    return seat, rng.choice([action for action in actions if action.verb == verb])


def positions(game: Game, rng: Random) -> Iterator[Deal]:
    """A random deal before every action, and finally when it is over."""
    deal = Deal.start(game, random_layout(game, rng))
    yield deal
    while deal.result is None:
        after = deal.act(*random_action(deal, rng))
        assert isinstance(after, Deal), after
        deal = after
        yield deal


def position(game: Game, rng: Random) -> Deal:
    """A random position of a deal that is not over; the phase is drawn first, because short ones are rare."""
    open_positions = [deal for deal in positions(game, rng) if deal.result is None]
    phase = rng.choice(sorted({deal.phase.name for deal in open_positions}))
    return rng.choice([deal for deal in open_positions if deal.phase.name == phase])


def universe(game: Game, seats: int) -> list[Action]:
    """All actions of a game, and some unknown ones."""
    items = ["game", *(f"{item}@{seat}" for item in ("game", *game.announcements) for seat in range(seats))]
    bare = ["pass", "hold", "done", "redeal", "annul", "claim", "decline", "refuse", "surrender", "undo"]
    arguments = {
        **{verb: [""] for verb in ("", *bare)},
        "take": ["", "lower", "upper", "1", "2", "3", "everything"],
        "bid": [*game.contracts, "no such contract"],
        "announce": [*game.announcements, "no such announcement"],
        "kontra": [*items, "no such item"],
        "lay": [*map(str, CARDS), "T23"],
        "play": [*map(str, CARDS), "T0", "?", ""],
        "call": ["remaining", *map(str, CARDS)],
    }
    return [Action(verb, argument) for verb, some in arguments.items() for argument in some]


def attempts(game: Game, seats: int, rng: Random) -> list[Action]:
    """All attempts, or a sample if there are thousands."""
    everything = universe(game, seats)
    return everything if len(everything) <= MANY else rng.sample(everything, MANY)


def lying(board: Board) -> list[Cards]:
    """The sets of cards in all places; each card is in one of them."""
    untaken = [group.cards for group in board.talon if group.taker is None]
    tricks = [trick.cards for trick in board.open.tricks]
    return [
        *board.hidden.hands,
        *board.hidden.discards,
        *untaken,
        Cards.of(play.card for play in board.open.trick),
        *tricks,
    ]
