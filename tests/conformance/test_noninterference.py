"""Noninterference: a change of cards that a seat cannot know does not change what the seat sees.

Two cards that the seat cannot place are exchanged, wherever they are: in hands, in the talon or in a hidden
discard. If the same moves would then be illegal (a seat would have had to follow suit), the seat could rule
that layout out, and the exchange is undone.
"""

from __future__ import annotations

from itertools import islice
from random import Random

from hypothesis import assume

from bot.rules.deal import Deal
from bot.rules.facts import Invitation
from bot.rules.game import Game
from bot.rules.layout import Seat
from bot.rules.moves import Action, Move, Secrecy
from tests.conformance.random_deals import (
    attempts,
    every_game,
    known,
    position,
    positions,
    reshuffled,
    shown_codes,
)


def as_seen(move: Move, seat: Seat | None) -> list[Move]:
    if move.secrecy is Secrecy.OPEN or seat == move.seat:
        return [move]
    shut = move._replace(action=Action(move.action.verb, "?"))
    return [shut] if move.secrecy is Secrecy.FACE_DOWN else []


def tells(before: Deal, after: Deal) -> bool:
    """Whether a move reveals hands, the talon, or the side of its player."""
    old, new = before.open, after.open
    opened = (old.hands is None) != (new.hands is None) or old.talon != new.talon
    return opened or old.sides != new.sides


@every_game(20)
def test_views_do_not_depend_on_hidden_cards(game: Game, rng: Random) -> None:
    deal = position(game, rng)
    seat = rng.choice((*range(deal.layout.seats), None))
    world = reshuffled(deal, seat, rng)
    assume(world.layout != deal.layout)
    assert world.view(seat) == deal.view(seat)
    assert repr(world.view(seat)) == repr(deal.view(seat))
    assert world.open == deal.open


@every_game(20)
def test_refusals_do_not_depend_on_hidden_cards(game: Game, rng: Random) -> None:
    deal = position(game, rng)
    seat = rng.randrange(deal.layout.seats)
    world = reshuffled(deal, seat, rng)
    assume(world.layout != deal.layout)
    for action in attempts(game, deal.layout.seats, rng):
        if action not in deal.actions(seat):
            assert world.act(seat, action) == deal.act(seat, action), f"{seat} {action}"


@every_game(20)
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


@every_game(20)
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


@every_game(20)
def test_others_see_that_a_secret_move_was_made_but_not_which(game: Game, rng: Random) -> None:
    for deal in positions(game, rng):
        if deal.result is not None:
            break
        for seat in (*range(deal.layout.seats), None):
            assert list(deal.view(seat).log) == [seen for move in deal.log for seen in as_seen(move, seat)]
