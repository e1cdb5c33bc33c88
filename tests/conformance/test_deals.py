"""Properties of every deal of every game, checked on random deals."""

from __future__ import annotations

from random import Random

from bot.games import GAMES
from bot.rules.announcing import DONE, Announcing
from bot.rules.cards import counted_in_threes
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.layout import as_int
from bot.rules.moves import Action
from bot.rules.reasons import Refusal
from bot.rules.record import Record
from bot.rules.session import Session
from tests.conformance.random_deals import (
    attempts,
    every_game,
    lying,
    position,
    positions,
    random_action,
    random_layout,
    universe,
)
from tests.rulebook import RULES


@every_game(15)
def test_deals_end_and_no_card_is_lost(game: Game, rng: Random) -> None:
    for steps, deal in enumerate(positions(game, rng)):
        places = lying(deal.phase.board)
        assert sum(map(len, places)) == len(game.pack)
        assert sum(place.bits for place in places) == game.pack.bits
        assert bool(deal.seats()) == (deal.result is None), "a seat may act until the deal is over"
        assert all(deal.actions(seat) for seat in deal.seats()), "every seat that may act has a legal action"
        assert steps < 400


def chips(game: Game, deal: Deal) -> int:
    """Chips in the pool of a deal; 0 in a game without a pool."""
    return as_int(deal.layout.session.get(game.pool, 0))


@every_game(15)
def test_score_sheets_balance(game: Game, rng: Random) -> None:
    *_, deal = positions(game, rng)
    result = deal.result
    assert result is not None
    assert sum(game.net(result.settled)) == 0
    paid_in = Session.first(game, {}, result.seats, 0).after(result).pool - chips(game, deal)
    assert sum(game.net(result.scores)) + paid_in == 0, "chips and pool add up"
    assert result.scores == tuple(
        sum(line.amounts[seat] for line in result.lines) for seat in range(result.seats)
    )
    for line in result.lines:
        assert line.rule in RULES
        shares = {times * line.points for times in range(-result.seats, result.seats)}
        assert line.with_pool or set(line.amounts) <= shares, "a lone player settles with each of the others"
    assert not (result.void and result.lines)
    assert 0 <= result.next_dealer < result.seats
    for seat in range(result.seats):
        others = tuple(each for each in range(result.seats) if each != seat)
        piles = [counted_in_threes(deal.open.won_by(each)) for each in ((seat,), others)]
        assert len(game.pack) % 3 or 0 <= sum(piles) <= counted_in_threes(game.pack), "counted in threes"


@every_game(15)
def test_replay_equals_live(game: Game, rng: Random) -> None:
    for deal in positions(game, rng):
        live = deal
    record = Record.parse(Record.of(live).json(), GAMES)
    again = Deal.start(record.game, record.layout)
    for move in record.moves:
        after = again.act(move.seat, move.action)
        assert isinstance(after, Deal), after
        again = after
    assert (again.layout, again.log, again.result) == (live.layout, live.log, live.result)
    assert again.phase.board == live.phase.board
    assert Record.of(again).json() == Record.of(live).json()


@every_game(15)
def test_actions_survive_a_round_trip_through_text(game: Game, rng: Random) -> None:
    for deal in positions(game, rng):
        for seat in deal.seats():
            actions = deal.actions(seat)
            assert len(set(map(str, actions))) == len(actions), "each action once"
            assert [Action.parse(str(action)) for action in actions] == list(actions)
    for action in universe(game, min(game.seats)):
        assert Action.parse(str(action)) == action


@every_game(15)
def test_legal_actions_are_in_the_universe(game: Game, rng: Random) -> None:
    known = set(universe(game, max(game.seats)))
    for deal in positions(game, rng):
        assert {action for seat in deal.seats() for action in deal.actions(seat)} <= known


@every_game(15)
def test_every_illegal_action_is_refused_with_a_reason(game: Game, rng: Random) -> None:
    deal = position(game, rng)
    views = [deal.view(seat) for seat in (*range(deal.layout.seats), None)]
    for seat in (*range(deal.layout.seats), deal.layout.seats):
        for action in attempts(game, deal.layout.seats, rng):
            if action in deal.actions(seat):
                continue
            answer = deal.act(seat, action)
            assert isinstance(answer, Refusal), f"{seat} {action}"
            assert game.rules[answer.code] == answer.rule
            assert answer.rule in RULES
    assert [deal.view(seat) for seat in (*range(deal.layout.seats), None)] == views, "nothing has changed"


@every_game(15)
def test_nothing_is_legal_after_the_end(game: Game, rng: Random) -> None:
    *_, deal = positions(game, rng)
    for seat in range(deal.layout.seats):
        assert deal.actions(seat) == ()
        for action in rng.sample(universe(game, deal.layout.seats), 10):
            answer = deal.act(seat, action)
            assert isinstance(answer, Refusal)
            assert answer.code == "deal_over"


@every_game(15)
def test_a_legal_action_leaves_the_old_value_as_it_was(game: Game, rng: Random) -> None:
    deal = position(game, rng)
    before = (deal.phase.board, deal.log, deal.view(None))
    for seat in deal.seats():
        for action in deal.actions(seat):
            after = deal.act(seat, action)
            assert isinstance(after, Deal)
            assert [str(move) for move in after.log] == [*map(str, deal.log), f"{seat} {action}"]
    assert (deal.phase.board, deal.log, deal.view(None)) == before


@every_game(15)
def test_sessions_follow_the_results_of_their_deals(game: Game, rng: Random) -> None:
    seats = rng.choice(game.seats)
    options = random_layout(game, rng).options
    session = Session.first(game, options, seats, rng.choice(game.dealers(seats)))
    totals = [0] * seats
    for _ in range(3):
        deck = list(game.pack)
        rng.shuffle(deck)
        deal = session.deal(deck)
        assert (deal.layout.dealer, deal.layout.session) == (session.dealer, session.for_next_deal)
        antes = session.antes
        while deal.result is None:
            after = deal.act(*random_action(deal, rng))
            assert isinstance(after, Deal)
            deal = after
        session = session.after(deal.result)
        written = zip(totals, deal.result.scores, antes, strict=True)
        totals = [total + score - ante for total, score, ante in written]
        assert (session.dealer, session.inherited) == (deal.result.next_dealer, deal.result.next_session)
        assert sum(session.net) + session.pool == 0, "chips and pool add up"
    assert (session.deals, session.totals) == (3, tuple(totals))
    assert (session.closed().pool, sum(session.closed().net)) == (0, 0)


@every_game(15)
def test_a_deal_is_laid_out_from_the_whole_pack(game: Game, rng: Random) -> None:
    layout = random_layout(game, rng)
    assert tuple(map(len, layout.hands)) == game.hand_sizes(layout.dealer, layout.seats)
    assert len(layout.talon) == game.talon_size
    assert sum(hand.bits for hand in layout.hands) + sum(1 << each for each in layout.talon) == game.pack.bits


@every_game(10)
def test_a_seat_discards_down_to_the_size_of_its_dealt_hand(game: Game, rng: Random) -> None:
    for deal in positions(game, rng):
        sizes = game.hand_sizes(deal.layout.dealer, deal.layout.seats)
        for seat, size in enumerate(sizes):
            view = deal.view(seat)
            assert view.sits_out == (size == 0)
            if deal.phase.name == "discard":
                assert view.to_discard == len(view.hand) - size
            else:
                assert view.to_discard == 0


@every_game(10)
def test_opening_statements_allow_or_require_another_statement(game: Game, rng: Random) -> None:
    for deal in positions(game, rng):
        if deal.phase.name != "announcing":
            assert not any(deal.view(seat).opening for seat in range(deal.layout.seats))
            continue
        (seat,) = deal.seats()
        others = (other for other in range(deal.layout.seats) if other != seat)
        assert not any(deal.view(other).opening for other in others), "only the speaker learns it"
        now = deal.actions(seat)
        statements = [action for action in now if action != DONE]
        for action in rng.sample(statements, min(3, len(statements))):
            after = deal.act(seat, action)
            assert isinstance(after, Deal)
            then = set(after.actions(seat))
            grows = isinstance(deal.phase, Announcing) and deal.phase.rules.grows
            opens = bool(then - {*now, DONE}) or (grows and DONE not in then)
            assert (action in deal.view(seat).opening) == opens
