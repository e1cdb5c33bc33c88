"""What a deal inherits from those before it, in words: deals that count more, and what somebody wears."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.rules.layout import Seat
    from bot.rules.session import Session
    from bot.text.facts import Fact
    from bot.text.words import Words


def session_lines(w: Words, session: Mapping[str, object], names: Sequence[str] = ()) -> list[str]:
    """What a deal has inherited from those before it, such as that it counts double.

    Args:
        w: the words of the place where it is shown, of the game that is played.
        session: what the deal inherits.
        names: the players' names by seat; without them it is not told who wears something.
    """
    worn = _worn(w, session)
    counted = {name: value for name, value in session.items() if name not in worn and value}
    lines = [w.term("session", name, **_counts(w, value)) for name, value in counted.items()]
    return [*lines, *(worn_lines(w, session, names, {}) if names else [])]


def _counts(w: Words, value: object) -> dict[str, Fact]:
    """How many deals are left; or several such numbers, each of a doubling by itself."""
    if isinstance(value, int):
        return {"count": value}
    left = [w.number(each) for each in value] if isinstance(value, list) else []
    return {"count": len(left), "factor": 1 << len(left), "left": w.listed(left)}


def closing_lines(w: Words, session: Session) -> list[str]:
    """That somebody has announced the last circle, and how many deals are left, as soon as that is known."""
    if session.last_circle_announced_after is None:
        return []
    if session.left is None:
        return [w.term("session", "last_circle")]
    return [w.term("session", "left", count=session.left)] if session.left else []


def worn_lines(
    w: Words, session: Mapping[str, object], names: Sequence[str], before: Mapping[str, object]
) -> list[str]:
    """Who wears what, a line each, as far as it was not so before."""
    anew = {name: seat for name, seat in _worn(w, session).items() if before.get(name) != seat}
    return [w.term("session", name, player=names[seat]) for name, seat in anew.items()]


def wearing(w: Words, session: Mapping[str, object], names: Sequence[str]) -> list[str]:
    """The players' names by seat, those who wear something with the mark of it."""
    called = list(names)
    for name, seat in _worn(w, session).items():
        called[seat] = w.term("wears", name, player=called[seat])
    return called


def _worn(w: Words, session: Mapping[str, object]) -> dict[str, Seat]:
    """What is worn, and on which seat: the words tell which of the things inherited are worn."""
    worn = {name: seat for name, seat in session.items() if w.has(f"wears.{w.game}.{name}")}
    return {name: seat for name, seat in worn.items() if isinstance(seat, int)}
