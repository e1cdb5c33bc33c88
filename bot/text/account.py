"""A text account of a complete deal, hidden cards included."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.games.royal_tarokk.facts import Raised
from bot.rules.deal import Deal
from bot.text.announced import raised_line
from bot.text.inherited import session_lines
from bot.text.moves import move_sentence
from bot.text.scores import score_lines
from bot.text.sides import called_line, side_sentences
from bot.text.standing import (
    auction_line,
    contract_line,
    dealer_line,
    dealt_lines,
    open_hands_lines,
    talon_lines,
    trick_line,
    turn_line,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.text.words import Words

WITH_OWN_LINE = ("redeal", "annul", "announce", "kontra", "surrender", "claim")
"""The verbs of moves that have a line of their own; the effects of others appear elsewhere."""


def account(w: Words, deal: Deal, names: Sequence[str]) -> str:
    """Return the deal from the cards as dealt to the score sheet, line by line.

    It names every card, so it must not be shown to players of an unfinished deal.
    """
    w = w.of(deal.game.name)
    public = deal.open
    lines = [w("account.heading", game=deal.game.name), dealer_line(w, public, names)]
    lines += session_lines(w, deal.layout.session, names) + dealt_lines(w, deal.dealt, names)
    if deal.game.contracts:
        lines.append(w("account.auction", calls=auction_line(w, public, names)))
    lines.append(contract_line(w, public, names))
    lines += [called_line(w, public, names)] if public.called else []
    lines += talon_lines(w, public, names) + _discard_lines(w, deal, names)
    statements, first_play = _statement_lines(w, deal, names), _first_play(deal)
    lines += [line for number, line in statements if number < first_play]
    raised = Raised.of(public)
    lines += [raised_line(w, item, raised, names) for item in public.items if item in raised]
    lines += [
        w("account.trick", number=number, plays=trick_line(w, trick.plays, names, trick.winner))
        for number, trick in enumerate(public.tricks, start=1)
    ]
    if public.trick:
        lines.append(w("standing.trick", plays=trick_line(w, public.trick, names)))
    lines += open_hands_lines(w, public, names) + [line for number, line in statements if number > first_play]
    if deal.result is None:
        lines += [w("account.unfinished"), turn_line(w, public, names)]
    else:
        lines += score_lines(w, public, names)
    # It is read by programs and in terminals, which break no line between a name and a figure.
    return "\n".join(lines).replace("\N{NO-BREAK SPACE}", " ")


def _discard_lines(w: Words, deal: Deal, names: Sequence[str]) -> list[str]:
    discards = zip(names, deal.discards, strict=True)
    return [w("standing.laid", player=name, cards=cards) for name, cards in discards if cards]


def _first_play(deal: Deal) -> int:
    """The index in the log of the first card played; the length of the log before that."""
    plays = (number for number, move in enumerate(deal.log) if move.action.verb == "play")
    return next(plays, len(deal.log))


def _statement_lines(w: Words, deal: Deal, names: Sequence[str]) -> list[tuple[int, str]]:
    """The moves with a line of their own by index in the log, each with what it revealed about the sides."""
    position, lines = Deal.start(deal.game, deal.layout), []
    for number, move in enumerate(deal.log):
        after = position.act(move.seat, move.action)
        assert isinstance(after, Deal), "the actions of the log were legal"
        if move.action.verb in WITH_OWN_LINE:
            shown = side_sentences(w, position.open, after.open, names)
            lines += [(number, each) for each in (move_sentence(w, move, names, deal.log[:number]), *shown)]
        position = after
    return lines
