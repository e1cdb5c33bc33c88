"""The score sheet in words: every line explains itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.text.facts import rule_number
from bot.text.standing import by_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.deal import Result, ScoreLine
    from bot.text.words import Words


def score_lines(w: Words, result: Result, names: Sequence[str]) -> list[str]:
    """The score sheet of a deal, a line for each thing scored, and the sum of the deal last."""
    if result.void:
        return [w("score.void")]
    return [*(score_line(w, line, names) for line in result.lines), scores_line(w, result.scores, names)]


def score_line(w: Words, line: ScoreLine, names: Sequence[str]) -> str:
    """What was scored, how it is reckoned in game points, who gets them, and the rule behind it."""
    gains = [_gain(w, name, amount) for name, amount in zip(names, line.amounts, strict=True) if amount]
    return w(
        "score.line",
        what=_what(w, line),
        reckoning=_reckoning(w, line),
        gains=w("list.comma").join(gains) or w("score.nobody"),
        rule=line.rule,
    )


def scores_line(w: Words, scores: Sequence[int], names: Sequence[str]) -> str:
    """The sums of one deal."""
    return w("score.deal", scores=by_name(w, names, scores))


def totals_line(w: Words, totals: Sequence[int], names: Sequence[str]) -> str:
    """The sums of all deals so far."""
    return w("score.totals", scores=by_name(w, names, totals))


def net_line(w: Words, net: Sequence[int], names: Sequence[str]) -> str:
    """What everybody gains from the others once differences are settled."""
    gains = [_gain(w, name, amount) for name, amount in zip(names, net, strict=True)]
    return w("score.net", scores=w("list.comma").join(gains))


def _gain(w: Words, player: str, amount: int) -> str:
    return w("score.gain", player=player, signed=w.signed(amount))


def _what(w: Words, line: ScoreLine) -> str:
    """What the line is for: the sentence of its row of the rules, else the bare name of it."""
    row = rule_number(line.rule)
    exact = f"{line.id}.{row}"
    return w.term("score", exact if w.has(f"score.{w.game}.{exact}") else line.id, **line.facts)


def _reckoning(w: Words, line: ScoreLine) -> str:
    """The base and each of its factors multiplied out; a lone base is simply so many points."""
    kontra = int(line.facts.get("kontra", 1))
    factors = [w.number(line.base)]
    if line.factor != kontra:
        factors.append(w.number(line.factor // kontra))
    if kontra > 1:
        factors.append(w("score.kontra", factor=kontra, level=str(kontra.bit_length() - 1)))
    if len(factors) == 1:
        return w("score.points", count=line.points)
    return w("score.product", product=w("score.times").join(factors), count=line.points)
