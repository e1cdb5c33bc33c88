"""The score sheet in words: every line explains itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.rules.results import Multiplier
from bot.text.facts import item_in_full
from bot.text.inherited import worn_lines
from bot.text.standing import by_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bot.rules.results import Result, ScoreLine
    from bot.text.words import Words


def score_lines(
    w: Words, result: Result, names: Sequence[str], inherited: Mapping[str, object] | None = None
) -> list[str]:
    """The score sheet of a deal, a numbered line for each thing scored, and the sum of the deal last.

    Args:
        w: the words of the place where it is shown, of the game that was played.
        result: what came of the deal.
        names: the players' names by seat.
        inherited: what the deal had inherited, so that only what somebody wears anew is told.
    """
    if result.void:
        return [w.term("score", "void")]
    lines = [
        w("score.numbered", number=number, line=score_line(w, line, names))
        for number, line in enumerate(result.lines, 1)
    ]
    lines += [w.term("score", result.note)] if result.note else []
    lines += worn_lines(w, result.next_session, names, inherited or {})
    return [*lines, scores_line(w, result.scores, names)]


def score_line(w: Words, line: ScoreLine, names: Sequence[str]) -> str:
    """What was scored, how it is reckoned in game points, who gets or pays them, and the rule behind it."""
    gains = [_gain(w, name, amount) for name, amount in zip(names, line.amounts, strict=True) if amount]
    what, listed = _what(w, line, names), w("list.comma").join(gains) or w("score.nobody")
    if line.with_pool:
        return w("score.chips", what=what, gains=listed, rule=line.rule)
    return w("score.line", what=what, reckoning=_reckoning(w, line), gains=listed, rule=line.rule)


def _what(w: Words, line: ScoreLine, names: Sequence[str]) -> str:
    """What was scored and what came of it, beginning with a capital letter."""
    what = w.term(
        "line",
        line.sentence,
        item=line.about or line.item,
        announced=item_in_full(w, line.about, names) if line.about else "",
        declarer=w.listed([names[seat] for seat in line.declarers]),
        **line.figures,
    )
    return what[:1].upper() + what[1:]


def scores_line(w: Words, scores: Sequence[int], names: Sequence[str]) -> str:
    """The sums of one deal."""
    return w("score.deal", scores=by_name(w, names, scores))


def totals_line(w: Words, totals: Sequence[int], names: Sequence[str]) -> str:
    """The sums of all deals so far."""
    return w.term("score", "totals", scores=by_name(w, names, totals))


def net_line(w: Words, net: Sequence[int], names: Sequence[str]) -> str:
    """What everybody gains from the others once differences are settled."""
    gains = [_gain(w, name, amount) for name, amount in zip(names, net, strict=True)]
    return w.term("score", "net", scores=w("list.comma").join(gains))


def _gain(w: Words, player: str, amount: int) -> str:
    return w("score.gain", player=player, signed=w.signed(amount))


def _reckoning(w: Words, line: ScoreLine) -> str:
    """The base and each of its factors multiplied out; a lone base is simply so many points."""
    if not line.factors:
        return w("score.points", count=line.points)
    factors = (_FACTORS[by](w, value) for by, value in line.factors)
    product = w("score.times").join([w.number(line.base), *factors])
    return w("score.product", product=product, count=line.points)


_FACTORS: Final[Mapping[Multiplier, Callable[[Words, int], str]]] = {
    Multiplier.TIMES: lambda w, value: w.number(value),
    Multiplier.KONTRA: lambda w, value: w("score.kontra", factor=value, level=str(value.bit_length() - 1)),
    Multiplier.DOUBLED: lambda w, value: w.term("score", "doubled_deal", factor=value),
}
