"""What a deal inherits from earlier ones, in words: doubled deals, and the hat."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.rules.layout import Seat
    from bot.rules.session import Session
    from bot.text.facts import Fact
    from bot.text.words import Words


def session_lines(
    w: Words, session: Mapping[str, object], names: Sequence[str] = (), *, over: bool = False
) -> list[str]:
    """Return what a deal has inherited from earlier ones, such as that it counts double.

    Args:
        w: the words of the message's language, for the game.
        session: the session values that the deal inherits.
        names: the players' names by seat; if empty, the wearer of the hat is left out.
        over: whether the deal is over: then what it has changed since is told as it was at its start.
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

    Args:
        w: the words of the message's language, for the game.
        session: the session after the latest deal that is over.
        over: whether no deal is played now.
    """
    left = session.remaining
    if left is not None:
        key = "left" if over else "last" if left == 1 else "left_with_this"
        return [w(f"session.{key}", count=left)] if left else []
    announced = session.last_circle_announced_after
    if announced is None:
        return []
    return [w.term("session", "last_circle", number=max(announced + 1, session.deals) + 1)]


def worn_lines(
    w: Words, session: Mapping[str, object], names: Sequence[str], before: Mapping[str, object]
) -> list[str]:
    """Return who wears what, a line each, if that differs from before."""
    new = {name: seat for name, seat in _worn(w, session).items() if before.get(name) != seat}
    return [w.term("session", name, player=names[seat]) for name, seat in new.items()]


def marked_names(w: Words, session: Mapping[str, object], names: Sequence[str]) -> list[str]:
    """Return the players' names by seat, with a mark beside the name of a player who wears the hat."""
    marked = list(names)
    for name, seat in _worn(w, session).items():
        marked[seat] = w.term("wears", name, player=marked[seat])
    return marked


def _worn(w: Words, session: Mapping[str, object]) -> dict[str, Seat]:
    """The seats by the id of what they wear; the catalogue has a term for each such session value."""
    worn = {name: seat for name, seat in session.items() if w.has(f"wears.{w.game}.{name}")}
    return {name: seat for name, seat in worn.items() if isinstance(seat, int)}
