"""The score sheet in words: every line explains itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.text.facts import item_facts, item_id, item_in_full, rule_number
from bot.text.inherited import worn_lines
from bot.text.standing import by_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.rules.results import Result, ScoreLine
    from bot.text.facts import Fact
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
    declarer = w.listed(_declarers(line, names))
    facts: dict[str, Fact] = {"item": line.id, "declarer": declarer, **item_facts(line.id), **line.facts}
    if "item" in line.facts:
        facts["announced"] = item_in_full(w, str(line.facts["item"]), names)
    what, listed = w.term("score", row_of(w, line), **facts), w("list.comma").join(gains) or w("score.nobody")
    what = what[:1].upper() + what[1:]
    if line.with_pool:
        return w("score.chips", what=what, gains=listed, rule=line.rule)
    return w("score.line", what=what, reckoning=_reckoning(w, line), gains=listed, rule=line.rule)


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


def _declarers(line: ScoreLine, names: Sequence[str]) -> list[str]:
    """The declarer's side: whoever gains where it gains, whoever does not where the defenders gain."""
    gains = line.side == "declarer"
    return [name for name, amount in zip(names, line.amounts, strict=True) if (amount > 0) == gains]


def _gain(w: Words, player: str, amount: int) -> str:
    return w("score.gain", player=player, signed=w.signed(amount))


def row_of(w: Words, line: ScoreLine) -> str:
    """The id of the sentence that says what a line is for, the most telling one there is.

    Best is the sentence of the very rule; then one that tells the outcome by a fact of the line (card points,
    tricks); then one that tells the outcome alone; then the bare name of what was scored. What has no words
    of its own is told as any other announcement is.
    """
    outcome, ident = _outcome(line), item_id(line.id)
    telling = (rule_number(line.rule), *(f"{outcome}.{fact}" for fact in line.facts), outcome, *line.facts)
    names = dict.fromkeys((line.id, ident, *(["announced"] if "item" in line.facts else [])))
    own = (f"{name}.{each}" for name in names for each in telling)
    rows = (*own, ident, *(f"any.{each}" for each in telling))
    return next((row for row in rows if w.has_term("score", row)), ident)


def _outcome(line: ScoreLine) -> str:
    """Who gains; where everybody plays for himself, whether something is won, lost or neither."""
    if line.side != "each":
        return line.side
    return "won" if line.base > 0 else "lost" if line.base < 0 else "even"


def _reckoning(w: Words, line: ScoreLine) -> str:
    """The base and each of its factors multiplied out; a lone base is simply so many points."""
    kontra, doubled = int(line.facts.get("kontra", 1)), int(line.facts.get("doubled", 1))
    times = line.factor // (kontra * doubled)
    factors = [w.number(line.base)]
    if times != 1:
        factors.append(w.number(times))
    if kontra > 1:
        factors.append(w("score.kontra", factor=kontra, level=str(kontra.bit_length() - 1)))
    if doubled > 1:
        factors.append(w.term("score", "doubled_deal", factor=doubled))
    if len(factors) == 1:
        return w("score.points", count=line.points)
    return w("score.product", product=w("score.times").join(factors), count=line.points)
