"""The score sheet in words, and what a deal inherits from earlier ones: doubled deals, and the hat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.games import GAMES
from bot.rules.facts import SheetNote
from bot.rules.layout import Seat, Side
from bot.rules.results import Factor, Multiplier, Outcome, ScoreLine
from bot.rules.session import Session
from bot.rules.state import Open
from bot.rules.view import View
from bot.text.facts import Fact, item_in_full
from bot.text.words import Words

ANNOUNCED: Final = 2
"""The factor of an announced bonus in games that multiply."""


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
    note = public.fact(SheetNote)
    lines += [w.term("score", note.id)] if note else []
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
    product = factors_line(w, line)
    return w("score.product" if product else "score.points", product=product, count=line.points)


def _factor(w: Words, line: ScoreLine, factor: Factor) -> list[str]:
    value = factor.value
    if factor.by is Multiplier.KONTRA:
        return [w("score.kontra", factor=value, level=str(value.bit_length() - 1))]
    if factor.by is Multiplier.DOUBLED:
        return [w.term("score", "doubled_deal", factor=value)]
    announced = line.outcome in (Outcome.MADE, Outcome.MISSED)
    if w.has(f"factor.{line.item}"):
        return [w(f"factor.{line.item}", factor=value)]
    # Of bonuses: what an announcement multiplies is the same in all games; the rest is for the contract.
    own = value // ANNOUNCED if announced else value
    said = [w("factor.announced", factor=ANNOUNCED)] if announced else []
    return [*said, *([w("factor.solo", factor=own)] if own > 1 else [])]


def session_lines(
    w: Words, session: Mapping[str, object], names: Sequence[str] = (), *, over: bool = False
) -> list[str]:
    """Return what a deal has inherited from earlier ones, such as that it counts double.

    `over`: whether the deal is over: then the lines describe its start.
    """
    worn = _worn(w, session)
    counted = {name: value for name, value in session.items() if name not in worn and value}
    past = {name for name in counted if over and w.has_term("session", f"{name}_over")}
    lines = [
        w.term("session", f"{name}_over" if name in past else name, **_counts(w, value))
        for name, value in counted.items()
    ]
    return [*lines, *(worn_lines(w, session, names, {}) if names else [])]


def _counts(w: Words, value: object) -> dict[str, Fact]:
    """Facts about a number of deals left, or about a list of them that each double the score."""
    if isinstance(value, int):
        return {"count": value}
    left = [w.number(each) for each in value] if isinstance(value, list) else []
    return {"count": len(left), "factor": 1 << len(left), "left": w.listed(left)}


def closing_lines(w: Words, session: Session, *, over: bool = False) -> list[str]:
    """Return how many deals are left, or that a last circle was announced while that is still open.

    `over`: whether no deal is played now.
    """
    left = session.remaining
    if left is not None:
        key = "left" if over else "last" if left == 1 else "left_with_this"
        return [w(f"session.{key}", count=left)] if left else []
    announced = session.last_circle_announced_after
    if announced is None:
        return []
    return [w.term("session", "last_circle", number=max(announced + 1, session.deals) + 1)]


def points_line(w: Words, view: View) -> str:
    """The card points that a player's side has so far, as far as that player knows; empty where none count.

    They are those of the tricks of the seats known to be on that side, and of the player's own discard.
    """
    public, own = view.open, view.seat
    counting = GAMES[view.game].counting(view) if public.tricks and not view.sits_out else None
    if counting is None or own is None:
        return ""
    knows_side = len(public.candidates) == 1 or (view.side is Side.DECLARER and own != public.declarer)
    if not counting.to_win or not knows_side:
        return w("standing.points", points=counting.points(public.won_by([own]) | view.discards))
    side = {own, *(seat for seat in public.active if public.side(seat) is view.side)}
    needed = counting.to_win
    if view.side is Side.DEFENDERS:
        needed = counting.points(GAMES[view.game].pack) - needed + 1
    points = counting.points(public.won_by([*side]) | view.discards)
    return w("standing.points_of", points=points, needed=needed)


def worn_lines(
    w: Words, session: Mapping[str, object], names: Sequence[str], before: Mapping[str, object]
) -> list[str]:
    """Return who wears what, a line each, if that differs from before."""
    new = {name: seat for name, seat in _worn(w, session).items() if before.get(name) != seat}
    return [w.term("session", name, player=names[seat]) for name, seat in new.items()]


def marked_names(w: Words, session: Mapping[str, object], names: Sequence[str]) -> list[str]:
    """Return the players' names by seat, with a mark next to the name of the player who wears the hat."""
    marked = list(names)
    for name, seat in _worn(w, session).items():
        marked[seat] = w.term("wears", name, player=marked[seat])
    return marked


def _worn(w: Words, session: Mapping[str, object]) -> dict[str, Seat]:
    """The seats by the id of what they wear; the catalogue has a term for each such session value."""
    worn = {name: seat for name, seat in session.items() if w.has(f"wears.{w.game}.{name}")}
    return {name: seat for name, seat in worn.items() if isinstance(seat, int)}
