"""What has been announced and doubled in a deal, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.games.royal_tarokk.facts import Raised
from bot.games.royal_tarokk.tables import announcer
from bot.rules.announcing import kontra
from bot.rules.state import Public
from bot.text.facts import is_the_contract, item_in_full, item_name, replaces_item
from bot.text.worth import announcement_about, announcement_points, with_about

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from bot.rules.items import Item
    from bot.rules.layout import Seat
    from bot.rules.moves import Move
    from bot.rules.state import Open
    from bot.text.words import Words


class Statement(NamedTuple):
    """An announcement that stands, or the game that has been doubled."""

    item: Item
    seat: Seat | None
    """Who announced it; `None` for the game."""
    what: str
    """It in words, with who doubled it."""


def item_lines(
    w: Words, public: Open, log: Sequence[Move], names: Sequence[str], *, explained: bool = False
) -> list[str]:
    """Return the announcements and doubled items, a line each, with who doubled them.

    An announcement that replaces the game shows the doublings of the game.

    Args:
        w: the words of the message's language, for the game.
        public: the public facts.
        log: the moves of the deal, which say who doubled what.
        names: the players' names by seat.
        explained: whether each announcement says what it is worth and what it means.
    """
    said = _statements(w, public, log, names)
    lines = [_line(w, each.seat, each.what, names) for each in said]
    if not explained:
        return lines
    return [with_about(w, line, _about(w, public, each.item)) for line, each in zip(lines, said, strict=True)]


def announced_lines(
    w: Words,
    public: Open,
    log: Sequence[Move],
    names: Sequence[str],
    told: Collection[str] = (),
    *,
    priced: bool = False,
) -> list[str]:
    """Return what `item_lines` does, but one line for each player.

    Args:
        w: the words of the message's language, for the game.
        public: the public facts.
        log: the moves of the deal, which say who doubled what.
        names: the players' names by seat.
        told: announcements that are named elsewhere, as `trull@2`; they are left out unless they are doubled.
        priced: whether each announcement says what it is worth.
    """
    by_seat: dict[Seat | None, list[str]] = {}
    for each in _statements(w, public, log, names, told):
        points = _points(w, public, each.item) if priced else ""
        by_seat.setdefault(each.seat, []).append(with_about(w, each.what, points))
    return [_line(w, seat, w("list.semicolon").join(said), names) for seat, said in by_seat.items()]


def _line(w: Words, seat: Seat | None, what: str, names: Sequence[str]) -> str:
    if seat is None:
        return w("standing.game", what=what)
    return w.term("standing", "announced", what=what, player=names[seat])


def _statements(
    w: Words, public: Open, log: Sequence[Move], names: Sequence[str], told: Collection[str] = ()
) -> list[Statement]:
    """The announcements, and the game if it is doubled."""
    standing, raised = public.items, Raised.of(public)
    instead = next((item for item in standing if replaces_item(w, item.id)), None)
    game = next((item for item in standing if is_the_contract(w, item.id)), None)
    shown = [item for item in standing if item is not game or not instead]
    said: list[Statement] = []
    for item in shown:
        doubled = (item is instead and game) or item
        if item in raised:
            said.append(Statement(item, announcer(item), _raised(w, item, raised, names)))
        elif _is_game(w, item):
            what = _doubled(w, item_in_full(w, str(item), names), doubled, log, names)
            said += [Statement(item, None, what)] if doubled.doublings else []
        elif doubled.doublings or str(item) not in told:
            what = _doubled(w, item_in_full(w, item.id, names), doubled, log, names)
            said.append(Statement(item, item.seat, what))
    return said


def _about(w: Words, public: Open, item: Item) -> str:
    """What an announcement is worth and means; `""` for the game itself, and for one that has been raised."""
    return announcement_about(w, Public(public), item) if _counts(w, public, item) else ""


def _points(w: Words, public: Open, item: Item) -> str:
    """What an announcement is worth; `""` for the game itself, and for one that has been raised."""
    return announcement_points(w, Public(public), item) if _counts(w, public, item) else ""


def _counts(w: Words, public: Open, item: Item) -> bool:
    """Whether an item counts beside the game, and has not been raised into another one."""
    return not _is_game(w, item) and item not in Raised.of(public)


def _is_game(w: Words, item: Item) -> bool:
    return item.seat is None or is_the_contract(w, item.id)


def raised_line(w: Words, item: Item, raised: Raised, names: Sequence[str]) -> str:
    """Return an announcement that another one has raised, with that one's name."""
    return _line(w, announcer(item), _raised(w, item, raised, names), names)


def _raised(w: Words, item: Item, raised: Raised, names: Sequence[str]) -> str:
    by = item_name(w, raised.raiser(item))
    return w("standing.raised", what=item_in_full(w, item.id, names), by=by)


def _doubled(w: Words, what: str, item: Item, log: Sequence[Move], names: Sequence[str]) -> str:
    """An item with its doublings, and who said them in order."""
    if not item.doublings:
        return what
    said = kontra(item)
    by = w("list.comma").join(names[move.seat] for move in log if move.action == said)
    level, factor = str(item.doublings), item.factor
    return w.term("standing", "doubled", what=what, level=level, factor=factor, players=by)
