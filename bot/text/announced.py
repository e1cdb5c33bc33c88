"""What has been announced and doubled in a deal, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.games import GAMES
from bot.games.koenigrufen.tables import VALAT
from bot.games.royal_tarokk.facts import Raised
from bot.games.royal_tarokk.tables import announcer
from bot.rules.announcing import kontra
from bot.rules.state import Public
from bot.text.facts import is_the_contract, item_id, item_in_full, item_name, replaces_item
from bot.text.worth import meaning_here, points_in_words, with_about, with_chips

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from bot.rules.game import Stake
    from bot.rules.layout import Seat
    from bot.rules.moves import Move
    from bot.rules.state import Item, Open
    from bot.text.words import Words


class Statement(NamedTuple):
    """An announcement that stands, or the game that has been doubled."""

    item: Item
    """With the doublings that count for it."""
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
        explained: whether each announcement says what it is worth and what it means, and a doubled game
            what it is worth.
    """
    return [
        _explained(w, public, each.item, line) if explained else line
        for each in _statements(w, public, log, names)
        for line in (_line(w, _heading(w, each), each.seat, each.what, names),)
    ]


def announced_lines(
    w: Words,
    public: Open,
    log: Sequence[Move],
    names: Sequence[str],
    told: Collection[str] = (),
    *,
    priced: bool = False,
) -> list[str]:
    """Return what `item_lines` does, but one line for each player, and another for what is declared.

    Args:
        w: the words of the message's language, for the game.
        public: the public facts.
        log: the moves of the deal, which say who doubled what.
        names: the players' names by seat.
        told: announcements that are named elsewhere, as `trull@2`; they are left out unless they are doubled.
        priced: whether each announcement, and a doubled game, says what it is worth and moves in a pool.
    """
    said: dict[tuple[str, Seat | None], list[str]] = {}
    for each in _statements(w, public, log, names, told):
        what = _priced(w, public, each.item, each.what) if priced else each.what
        what = with_chips(w, Public(public), each.item, what) if priced else what
        said.setdefault((_heading(w, each), each.seat), []).append(what)
    return [_line(w, *whose, w("list.semicolon").join(what), names) for whose, what in said.items()]


def _heading(w: Words, said: Statement) -> str:
    """The term of the line that a statement stands in: hands may be declared, and not announced."""
    if said.seat is None:
        return "game"
    own = f"announced.{item_id(said.item.id)}"
    return own if w.has_term("standing", own) else "announced"


def _line(w: Words, heading: str, seat: Seat | None, what: str, names: Sequence[str]) -> str:
    who = {} if seat is None else {"player": names[seat]}
    return w.term("standing", heading, what=what, **who)


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
            said += [Statement(doubled, None, what)] if doubled.doublings else []
        elif doubled.doublings or str(item) not in told:
            what = _doubled(w, item_in_full(w, item.id, names), doubled, log, names)
            said.append(Statement(item._replace(doublings=doubled.doublings), item.seat, what))
    return said


def _explained(w: Words, public: Open, item: Item, what: str) -> str:
    """An announcement with what it is worth and what it means, as far as it counts."""
    meaning = "" if _is_game(w, item) or item in Raised.of(public) else meaning_here(w, Public(public), item)
    return with_about(w, _priced(w, public, item, what), "", meaning)


def _priced(w: Words, public: Open, item: Item, what: str) -> str:
    """An announcement or the doubled game with what it is worth; as it is now, if that has been doubled."""
    points = points_in_words(w, _stake(w, public, item))
    if points and GAMES[w.game].prices.multiplier(item) > 1:
        return w("standing.now_worth", what=what, points=points)
    return with_about(w, what, points, "")


def _stake(w: Words, public: Open, item: Item) -> Stake | None:
    """What an announcement or the game can bring and cost as it stands.

    `None` for what has been raised into another announcement, and for a game that a valat replaces.
    """
    prices, known = GAMES[w.game].prices, Public(public)
    if item in Raised.of(public):
        return None
    if not _is_game(w, item):
        return prices.announced(known, item)
    stake = None if public.item(VALAT) else prices.contract(known, public.contract)
    return stake and stake.times(prices.factor(known) * item.factor)


def _is_game(w: Words, item: Item) -> bool:
    return item.seat is None or is_the_contract(w, item.id)


def raised_line(w: Words, item: Item, raised: Raised, names: Sequence[str]) -> str:
    """Return an announcement that another one has raised, with that one's name."""
    return _line(w, "announced", announcer(item), _raised(w, item, raised, names), names)


def _raised(w: Words, item: Item, raised: Raised, names: Sequence[str]) -> str:
    by = item_name(w, raised.raiser(item))
    return w("standing.raised", what=item_in_full(w, item.id, names), by=by)


def _doubled(w: Words, what: str, item: Item, log: Sequence[Move], names: Sequence[str]) -> str:
    """An item with its doublings, each with who said it, and what they come to."""
    if not item.doublings:
        return what
    said = kontra(item)
    # A valat may have voided earlier ones.
    seats = [move.seat for move in log if move.action == said][-item.doublings :]
    *earlier, last = enumerate(seats, start=1)
    steps = [w("standing.doubling", level=str(level), player=names[seat]) for level, seat in earlier]
    level, seat = last
    now = w.term("standing", "doubling_now", level=str(level), factor=item.factor, player=names[seat])
    return w.term("standing", "doubled", what=what, steps=w("list.comma").join([*steps, now]))
