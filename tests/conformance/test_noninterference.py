"""Noninterference: a change of cards that a seat cannot know does not change what the seat sees.

Two cards that the seat cannot place are exchanged, wherever they are: in hands, in the talon or in a hidden
discard. If the same moves would then be illegal (a seat would have had to follow suit), the seat could rule
that layout out, and the exchange is undone.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.games import GAMES
from bot.rules.cards import CODES, Card, Cards
from bot.rules.deal import Deal
from bot.rules.facts import DiscardedTarocks, Invitation
from bot.rules.game import Game
from bot.rules.layout import Layout, Seat
from bot.rules.moves import Action, Move, Secrecy
from bot.rules.reasons import Refusal
from bot.rules.state import side_of
from tests.conformance.random_deals import attempts, position, positions
from tests.examples import examples

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
RANDOM = st.randoms(use_true_random=True)
FEW = examples(20)


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


def as_seen(move: Move, seat: Seat | None) -> list[Move]:
    """A move as a seat or a spectator sees it."""
    if move.secrecy is Secrecy.OPEN or seat == move.seat:
        return [move]
    shut = move._replace(action=Action(move.action.verb, "?"))
    return [shut] if move.secrecy is Secrecy.FACE_DOWN else []


def tells(before: Deal, after: Deal) -> bool:
    """Whether a move reveals hands, the talon, or the side of its player."""
    old, new = before.open, after.open
    opened = (old.hands is None) != (new.hands is None) or old.talon != new.talon
    return opened or old.sides != new.sides


def shown_codes(text: str) -> set[str]:
    """The cards named in a text."""
    return set(re.findall(r"[^\W_]+", text)) & set(CODES)


@EVERY_GAME
@FEW
@given(rng=RANDOM)
def test_views_do_not_depend_on_hidden_cards(game: Game, rng: Random) -> None:
    deal = position(game, rng)
    seat = rng.choice((*range(deal.layout.seats), None))
    world = reshuffled(deal, seat, rng)
    assume(world.layout != deal.layout)
    assert world.view(seat) == deal.view(seat)
    assert repr(world.view(seat)) == repr(deal.view(seat))
    assert world.open == deal.open


@EVERY_GAME
@FEW
@given(rng=RANDOM)
def test_refusals_do_not_depend_on_hidden_cards(game: Game, rng: Random) -> None:
    deal = position(game, rng)
    seat = rng.randrange(deal.layout.seats)
    world = reshuffled(deal, seat, rng)
    assume(world.layout != deal.layout)
    for action in attempts(game, deal.layout.seats, rng):
        if action not in deal.actions(seat):
            assert world.act(seat, action) == deal.act(seat, action), f"{seat} {action}"


@EVERY_GAME
@FEW
@given(rng=RANDOM)
def test_a_move_looks_the_same_whatever_the_hidden_cards_are(game: Game, rng: Random) -> None:
    deal = position(game, rng)
    seat = rng.choice((*range(deal.layout.seats), None))
    world = reshuffled(deal, seat, rng)
    assume(world.layout != deal.layout)
    for mover in deal.seats():
        for action in set(deal.actions(mover)) & set(world.actions(mover)):
            here, there = deal.act(mover, action), world.act(mover, action)
            assert isinstance(here, Deal)
            assert isinstance(there, Deal)
            if here.phase.name == there.phase.name == deal.phase.name and not tells(deal, here):
                assert here.view(seat) == there.view(seat)


@EVERY_GAME
@FEW
@given(rng=RANDOM)
def test_a_view_names_no_card_that_its_seat_cannot_place(game: Game, rng: Random) -> None:
    # Writing out a whole view takes long, so only a third of the positions are checked.
    for deal in islice(positions(game, rng), rng.randrange(3), None, 3):
        if deal.result is not None:
            break
        # Announcements may name cards that anybody holds; an invitation shows one.
        said = (str(move.action) for move in deal.log if move.action.verb in ("announce", "kontra"))
        invitation = deal.open.fact(Invitation)
        promised = {str(invitation.card)} if invitation else set()
        called = {deal.open.called} | shown_codes(" ".join(said)) | promised
        assert shown_codes(repr(deal.open)) <= set(map(str, known(deal, None))) | called
        for seat in (*range(deal.layout.seats), None):
            offers = (str(action) for action in deal.actions(seat) if action.verb in ("announce", "call"))
            offered = shown_codes(" ".join(offers))
            may = set(map(str, known(deal, seat))) | called | offered
            assert shown_codes(repr(deal.view(seat))) <= may, seat


@EVERY_GAME
@FEW
@given(rng=RANDOM)
def test_others_see_that_a_secret_move_was_made_but_not_which(game: Game, rng: Random) -> None:
    for deal in positions(game, rng):
        if deal.result is not None:
            break
        for seat in (*range(deal.layout.seats), None):
            assert list(deal.view(seat).log) == [seen for move in deal.log for seen in as_seen(move, seat)]
