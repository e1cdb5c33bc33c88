"""The score sheet in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.games.koenigrufen.tables import ANNOUNCED, TRISCHAKEN, VALAT
from bot.games.royal_tarokk.facts import HouseValues
from bot.rules.results import Multiplier, Outcome
from bot.text.facts import item_in_full
from bot.text.inherited import worn_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.results import Factor, ScoreLine
    from bot.rules.state import Open
    from bot.text.words import Words


def score_lines(w: Words, public: Open, names: Sequence[str]) -> list[str]:
    """Return the score sheet of a finished deal: a numbered line for each thing scored, then the sums."""
    result = public.result
    assert result is not None, "the deal is not over"
    if result.void:
        return [w.term("score", "void")]
    lines = [
        w("score.numbered", number=number, line=score_line(w, line, names))
        for number, line in enumerate(result.lines, 1)
    ]
    values = public.fact(HouseValues)
    lines += [w.term("score", "own_points" if values.own else "house_values")] if values else []
    lines += worn_lines(w, result.next_session, names, public.session)
    return [*lines, scores_line(w, result.scores, names)]


def score_line(w: Words, line: ScoreLine, names: Sequence[str]) -> str:
    """Return what was scored, the calculation in game points, who gains or pays them, and the rule."""
    gains = [_gain(w, name, amount) for name, amount in zip(names, line.amounts, strict=True) if amount]
    what, listed = score_label(w, line, names), w("list.comma").join(gains) or w("score.nobody")
    if line.with_pool:
        return w("score.chips", what=what, gains=listed, rule=line.rule)
    return w("score.line", what=what, reckoning=_reckoning(w, line), gains=listed, rule=line.rule)


def score_label(w: Words, line: ScoreLine, names: Sequence[str]) -> str:
    """What was scored and its outcome, beginning with a capital letter."""
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
    """Return what each player has won or lost in one deal."""
    return w("score.deal", scores=_gains(w, names, scores))


def totals_line(w: Words, totals: Sequence[int], names: Sequence[str], *, over: bool = False) -> str:
    """Return the totals of all deals so far, or of a session that is over: then its pool has been shared."""
    ident = "totals_over" if over and w.has_term("score", "totals_over") else "totals"
    return w.term("score", ident, scores=_gains(w, names, totals))


def net_line(w: Words, net: Sequence[int], names: Sequence[str]) -> str:
    """Return what each player gains from the others after settlement."""
    return w.term("score", "net", scores=_gains(w, names, net))


def measure(w: Words) -> str:
    """Return how the gains of finished deals are measured where score sheets say others; `""` elsewhere."""
    return w.term("gains", "measure") if w.has_term("gains", "measure") else ""


def _gains(w: Words, names: Sequence[str], amounts: Sequence[int]) -> str:
    return w("list.comma").join(_gain(w, name, amount) for name, amount in zip(names, amounts, strict=True))


def _gain(w: Words, player: str, amount: int) -> str:
    return w("score.gain", player=player, signed=w.signed(amount))


def factors_line(w: Words, line: ScoreLine) -> str:
    """Return the base times its factors, with the reason of each; `""` without factors."""
    if not line.factors:
        return ""
    factors = [each for factor in line.factors for each in _factor(w, line, factor)]
    return w("score.times").join([w.number(line.base), *factors])


def _reckoning(w: Words, line: ScoreLine) -> str:
    """The base times its factors; without factors only the points."""
    product = factors_line(w, line)
    return w("score.product" if product else "score.points", product=product, count=line.points)


def _factor(w: Words, line: ScoreLine, factor: Factor) -> list[str]:
    """A factor with its reason; one that has two reasons as two."""
    value = factor.value
    if factor.by is Multiplier.KONTRA:
        return [w("score.kontra", factor=value, level=str(value.bit_length() - 1))]
    if factor.by is Multiplier.DOUBLED:
        return [w.term("score", "doubled_deal", factor=value)]
    announced = line.outcome in (Outcome.MADE, Outcome.MISSED)
    if line.item in (VALAT, TRISCHAKEN):
        return [w(f"factor.{line.item}", factor=value)]
    # Of bonuses: what an announcement multiplies is the same in both games; the rest is for the contract.
    own = value // ANNOUNCED if announced else value
    said = [w("factor.announced", factor=ANNOUNCED)] if announced else []
    return [*said, *([w("factor.solo", factor=own)] if own > 1 else [])]
