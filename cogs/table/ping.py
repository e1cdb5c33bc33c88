"""The ping: which table calls whom, to do what, and what was played there since their last turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Final

from bot.rules.moves import DEAL, Move
from bot.rules.state import Open
from bot.tables import Table
from bot.text import Words
from bot.text.deals import trick_in_words
from bot.text.facts import InWords, moment
from bot.text.moves import move_sentence
from bot.text.names import safe
from cogs.discord.page import lines

LATEST: Final = 3
"""The most moves that a ping tells before the play."""

UNTOLD: Final = (DEAL, "done", "ready")
"""The verbs of moves that tell nobody anything."""


def ping_text(w: Words, table: Table, users: Sequence[int], *, brief: bool = False) -> str:
    """The text of a ping to some of the people whose turn it is, in words: a push message shows no more.

    `brief`: without what was played since their last turn.
    """
    public, log = table.open, table.open_log
    if public is None:
        return ""
    players = w.listed([f"<@{user}>" for user in users])
    asked = w.term("turn", moment(public), players=players)
    called = w("ping.turn", game=table.game.name, number=table.number, turn=InWords(asked))
    if brief:
        return called
    seats = [seat for seat in public.turn if (each := table.occupants[seat]) and each.user_id in users]
    since = max((number for number, move in enumerate(log, 1) if move.seat in seats), default=0)
    return lines(called, _played(w, public, log, since, _names(w, table)))


def _names(w: Words, table: Table) -> list[str]:
    """The players' names by seat, without the mark of computers."""
    return [safe(each.name) if each else w("name.free") for each in table.players]


def _played(w: Words, public: Open, log: Sequence[Move], since: int, names: Sequence[str]) -> list[str]:
    """The moves from number `since` on: cards by tricks, else the latest calls and announcements."""
    cards = sum(move.action.verb == "play" for move in log[since:])
    if cards:
        return _tricks(w, public, cards, names)
    told = [(move, log[:number]) for number, move in enumerate(log[since:], since)]
    said = [move_sentence(w, move, names, before) for move, before in told if move.action.verb not in UNTOLD]
    latest = [each for each in said if each][-LATEST:]
    return [reduce(lambda one, more: w("list.sentences", first=one, second=more), latest)] if latest else []


def _tricks(w: Words, public: Open, cards: int, names: Sequence[str]) -> list[str]:
    """The last `cards` cards played: those that ended the last trick, and those of the next one."""
    number, said = len(public.tricks), list[str]()
    before = cards - len(public.trick)
    if before > 0 and public.tricks:
        last = public.tricks[-1]
        plays = trick_in_words(w, last.plays[-before:], names, last.winner)
        said.append(w("account.trick", number=number, plays=plays))
    if public.trick:
        plays = trick_in_words(w, public.trick[-cards:], names)
        said.append(w("account.trick", number=number + 1, plays=plays))
    return said
