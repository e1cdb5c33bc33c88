"""Illustrated Tarokk: the tricks, and the cards that announcements bind (11)."""

from __future__ import annotations

from bot.games.illustrated_tarokk.scores import announced_by, claims
from bot.games.illustrated_tarokk.tables import FEAT, TRICKS, Feat
from bot.rules.cards import Cards
from bot.rules.layout import Seat
from bot.rules.partners import side_of
from bot.rules.phase import Phase
from bot.rules.playing import UNBOUND, Bound, Playing
from bot.rules.state import Board


def play(board: Board) -> Phase:
    """Forehand leads to the first trick (11.1)."""
    return Playing(board, board.open.forehand, TRICKS, claims, bound=bound)


def bindings(board: Board, seat: Seat) -> tuple[Feat, ...]:
    """What the announcements of a seat's side bind, up to each card's own trick (11.2)."""
    side, now = side_of(board, seat), board.open.trick_number
    ours = tuple(FEAT[name] for name in announced_by(board, side) if name in FEAT)
    lost = bool(ours) and any(side_of(board, trick.winner) != side for trick in board.open.tricks)
    return tuple(feat for feat in ours if feat.trick >= now and not (feat.kind == "streak" and lost))


def bound(board: Board, seat: Seat) -> Bound:
    """Bound cards wait, and are owed to their trick; where only such are legal, the earliest goes (11.2)."""
    feats = sorted(bindings(board, seat), key=lambda feat: feat.trick)
    due = Cards.of({feat.card for feat in feats if feat.trick == board.open.trick_number})
    return Bound((due,), tuple(Cards.of((feat.card,)) for feat in feats)) if feats else UNBOUND
