"""The piles of Königrufen: what counts for each side, and for each player in trischaken (10.1, 12)."""

from __future__ import annotations

from bot.games.koenigrufen.tables import contract_of, option
from bot.rules.cards import NO_CARDS, Cards, counted_in_threes, face_value, union
from bot.rules.layout import SIDES, Seat, Side
from bot.rules.scoring import Piles
from bot.rules.state import Board, declarer_of, members


def piles_of(board: Board) -> Piles:
    """The cards of each side: its tricks and its part of the talon (10.1)."""
    talon = talon_of(board)
    return {side: board.open.won_by(members(board, side)) | talon[side] for side in SIDES}


def talon_of(board: Board) -> Piles:
    """The cards each side owns without a trick: the discard and the untaken talon (10.1)."""
    contract, discard = contract_of(board), board.hidden.discards[declarer_of(board.open)]
    untaken = union([group.cards for group in board.talon if group.taker is None])
    if contract.exchange:
        to_declarer = option(board, "untaken_half_owner") == "declarer"
        return {
            Side.DECLARER: discard | untaken if to_declarer else discard,
            Side.DEFENDERS: NO_CARDS if to_declarer else untaken,
        }
    with_king = next((half for half in board.hidden.talon if board.hidden.called_card in half), NO_CARDS)
    return {Side.DECLARER: with_king, Side.DEFENDERS: untaken - with_king}


def counted(board: Board, seat: Seat) -> int:
    """A seat's card points in trischaken; by a house rule unrounded, in thirds."""
    pile = board.open.won_by((seat,)) | from_talon(board, seat)
    if option(board, "trischaken_compare") == "thirds":
        return 3 * face_value(pile) - 2 * len(pile)
    return counted_in_threes(pile)


def from_talon(board: Board, seat: Seat) -> Cards:
    """A seat's talon cards in trischaken: none, or by house rules with the last or the first six tricks."""
    talon, owner = board.hidden.dealt.talon, option(board, "trischaken_talon")
    tricks = board.open.tricks[-1:] * len(talon) if owner == "last_trick" else board.open.tricks
    gifts = () if owner == "nobody" else zip(talon, tricks, strict=False)
    return Cards.of(each for each, trick in gifts if trick.winner == seat)
