"""§21: invariants, on random deals of both games under random house rules."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.romanian import ROMANIAN_TAPER, ROMANIAN_TAROK
from bot.games.romanian.scores import piles
from bot.rules.cards import KINGS, TAROCKS, TRULL, counted_in_threes
from bot.rules.deal import Deal
from bot.rules.game import Game
from bot.rules.layout import as_int
from tests.conformance.random_deals import positions
from tests.examples import examples
from tests.notation import result_of

BOTH = pytest.mark.parametrize("game", [ROMANIAN_TAROK, ROMANIAN_TAPER], ids=lambda game: game.name)
RANDOM = st.randoms(use_true_random=True)
SOME = examples(40)


def deals(game: Game, rng: Random, *, contract: bool) -> list[Deal]:
    """All positions of a random deal; on request, of a deal that was neither annulled nor passed out."""
    found = list(positions(game, rng))
    while contract and not found[-1].open.contract:
        found = list(positions(game, rng))
    return found


@pytest.mark.rule("romanian_tarok 21.1", "romanian_tarok 8.3.2", "romanian_tarok 8.3.3")
@BOTH
@SOME
@given(rng=RANDOM)
def test_piles_hands_and_discards(game: Game, rng: Random) -> None:
    *before, over = deals(game, rng, contract=True)
    board = over.phase.board
    for deal in before:
        if deal.phase.name == "announcing":
            assert tuple(map(len, deal.phase.board.hidden.hands)) == (12,) * board.open.seats
    for laid in board.hidden.discards:
        assert not laid & (KINGS | TRULL)
        hand = (board.hidden.dealt.hands[board.open.declarer or 0] | laid) - TAROCKS - KINGS
        assert not laid & TAROCKS or len(hand - laid) == 0
    assert all(len(trick.plays) == board.open.seats for trick in board.open.tricks)
    if len(board.open.tricks) == 12:
        ours, theirs = piles(board).values()
        assert (ours | theirs, len(ours & theirs)) == (game.pack, 0)
        assert counted_in_threes(ours) + counted_in_threes(theirs) == {4: 70, 3: 66}[board.open.seats]


@pytest.mark.rule("romanian_tarok 21.2", "romanian_tarok 14.7")
@BOTH
@SOME
@given(rng=RANDOM)
def test_chips_radlers_and_partners(game: Game, rng: Random) -> None:
    *_, over = deals(game, rng, contract=False)
    board, result = over.phase.board, result_of(over)
    pool, left = (as_int(result.next_session[key]) for key in ("pool", "radlers"))
    assert sum(result.scores) == as_int(over.layout.session["pool"]) - pool
    assert left >= 0
    assert pool >= 0
    assert sum(result.settled) == 0
    if board.open.declarer is None:
        price = 0 if over.layout.options.get("no_pool") else 12
        assert sum(result.scores) == (-price if board.open.tricks else 0), "michi-michi costs a chip a trick"
    elif board.hidden.partner is not None:
        assert result.settled[board.open.declarer] == result.settled[board.hidden.partner]
