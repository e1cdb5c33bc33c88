"""What people do with the table message: they sit down, start, go on, come back, and agree to an end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.text import words
from tests.e2e.players import button_of

if TYPE_CHECKING:
    from bot.playground.state import Message
    from tests.soak.players import Player


async def press_on_board(player: Player, board: Message) -> bool:
    """Press what moves the table on. `False` if there is nothing for this player now."""
    if player.person.name not in board.text:
        return await _sit_down(player, board)
    if button_of(board, "start"):
        return await _in_lobby(player, board)
    if _may_return(player, board) and await player.push(board, "return"):
        player.evening.done["came back"] += 1
        return True
    return await _go_on(player, board)


def is_paused(board: Message) -> bool:
    """Whether the table pauses, so that nothing can be done but to go on."""
    return button_of(board, "go_on") is not None and button_of(board, "pause") is None


async def _sit_down(player: Player, board: Message) -> bool:
    """Join in the lobby, or later take the seat of a computer."""
    if player.is_late == bool(button_of(board, "start")):
        return False
    if not await player.push(board, "join"):
        return False
    player.evening.done["took a seat"] += player.is_late
    return True


async def _in_lobby(player: Player, board: Message) -> bool:
    """Start once all have sat down, or some of them."""
    if f"**{player.person.name}** (host)" not in board.text:
        return False
    party = player.party.people
    missing = [each for each in party if not each.is_late and each.person.name not in board.text]
    hurry = player.evening.hurry
    if missing and not hurry and player.chance.random() < 0.9:
        return False
    return await player.push(board, "start" if player.chance.random() < 0.5 else "fill" if hurry else "add")


def _may_return(player: Player, board: Message) -> bool:
    """Whether a computer sits in for the player, or the table sleeps: then there is no hand to be shown."""
    replaced = words("en")("name.computer", name=player.person.name)
    return replaced in board.text or not button_of(board, "hand")


async def _go_on(player: Player, board: Message) -> bool:
    """Deal again, end a pause, let a computer play for a late player, or agree to the end."""
    if await player.push(board, "next"):
        return True
    for verb, often in {"go_on": 0.5, "let": 0.3, "end": 0.1}.items():
        if await player.push(board, verb, often):
            player.evening.done[verb] += 1
            return True
    return False
