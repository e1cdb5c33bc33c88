"""Deals of any game, dealt and played at random."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games import GAMES
from bot.rules.announcing import DONE
from bot.rules.cards import CARDS, CODES, Card, Cards
from bot.rules.deal import Deal
from bot.rules.facts import DiscardedTarocks
from bot.rules.game import Game
from bot.rules.layout import Layout, Seat
from bot.rules.moves import Action, Secrecy
from bot.rules.reasons import Refusal
from bot.rules.state import Board, side_of
from tests.examples import examples

MANY = 500

Test = Callable[[Game, Random], None]


def every_game(count: int) -> Callable[[Test], Any]:
    """Let a test run once for each game, with some sources of chance."""

    def marked(test: Test) -> Any:
        given_chance = examples(count)(given(rng=st.randoms(use_true_random=True))(test))
        return pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())(given_chance)

    return marked


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


def known(deal: Deal, seat: Seat | None) -> Cards:
    """The cards that a seat or a spectator can place, computed without the views under test."""
    board = deal.phase.board
    seen = board.open.discards_shown | Cards.of(play.card for play in board.open.trick)
    tricks = (trick.cards for trick in board.open.tricks)
    # Cards looked at are known only to the seat that looked.
    looked = {seat} - {None}
    talon = (group.cards for group in board.talon if group.shown or group.looker in looked)
    for pile in (*tricks, *talon, *(board.hidden.hands if board.open.hands is not None else ())):
        seen |= pile
    return (
        seen
        if seat is None
        else seen | board.hidden.dealt.hands[seat] | board.hidden.hands[seat] | board.hidden.discards[seat]
    )


def exchanged(cards: Cards, one: Card, other: Card) -> Cards:
    """A set of cards after two cards have been exchanged."""
    if (one in cards) == (other in cards):
        return cards
    return cards.minus(one).plus(other) if one in cards else cards.minus(other).plus(one)


def other_world(deal: Deal, one: Card, other: Card) -> Deal | None:
    """The same moves with two cards exchanged, or `None` if they are illegal."""
    swap = {one: other, other: one}
    layout: Layout = replace(
        deal.layout,
        hands=tuple(exchanged(hand, one, other) for hand in deal.layout.hands),
        talon=tuple(swap.get(each, each) for each in deal.layout.talon),
    )
    codes = {str(one): str(other), str(other): str(one)}
    world = Deal.start(deal.game, layout)
    for move in deal.log:
        action = move.action
        if move.secrecy is Secrecy.FACE_DOWN:
            action = Action(action.verb, codes.get(action.argument, action.argument))
        after = world.act(move.seat, action)
        if isinstance(after, Refusal) or after.log[-1].secrecy != move.secrecy:
            return None
        world = after
    return world if stated(world, deal) == stated(deal, deal) else None


def stated(world: Deal, deal: Deal) -> object:
    """Public facts that the text of the moves does not contain.

    The sides shown by statements; discarded tarocks, shown or counted; the result.
    """
    speakers = {move.seat for move in deal.log if move.action.verb in ("announce", "kontra")}
    known = [seat for seat in sorted(speakers) if deal.open.side(seat)]
    board = world.phase.board
    return (
        [side_of(board, seat) for seat in known],
        board.open.discards_shown,
        board.open.fact(DiscardedTarocks),
        world.result is None,
    )


def reshuffled(deal: Deal, seat: Seat | None, rng: Random) -> Deal:
    """A deal that the seat cannot distinguish from this one, after several exchanges of hidden cards."""
    hidden = list(deal.game.pack - known(deal, seat))
    for _ in range(10 if len(hidden) > 1 else 0):
        deal = other_world(deal, *rng.sample(hidden, 2)) or deal
    return deal


def shown_codes(text: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", text)) & set(CODES)
