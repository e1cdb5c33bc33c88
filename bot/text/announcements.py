"""Contracts and announcements in words: what they are worth and mean, and who doubled them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from string import digits
from typing import NamedTuple

from bot.games import GAMES
from bot.rules.announcing import kontra
from bot.rules.facts import Raised
from bot.rules.game import Stake
from bot.rules.layout import Seat
from bot.rules.moves import Move
from bot.rules.state import Item, Known, Open, Public
from bot.text.facts import (
    is_the_contract,
    item_facts,
    item_id,
    item_in_full,
    item_name,
    parameters,
    replaces_item,
)
from bot.text.words import Words


def worth(w: Words, contract: str, factor: int = 1) -> str:
    """Return what a contract of `w`'s game is worth, or `""` in a game without contracts.

    `factor` multiplies it where a whole deal counts more.
    """
    row = GAMES[w.game].prices.contracts.get(contract)
    if row is None:
        return ""
    won, lost = row.won * factor, row.lost * factor
    if row.by_level:
        return w("worth.by_level", won=won, lost=lost)
    if won != lost:
        return w("worth.uneven", won=won, lost=lost)
    return w("worth.points", count=won)


def contract_in_full(w: Words, contract: str, known: Known) -> str:
    """Return a contract with what it is worth in a deal: `Solo (8 points)`."""
    return _contract_priced(w, contract, worth(w, contract, GAMES[w.game].prices.factor(known)))


def contract_as_it_stands(w: Words, contract: str, known: Known) -> str:
    """Return a contract with what it brings and costs at the level that the deal has reached."""
    return _contract_priced(w, contract, points_in_words(w, GAMES[w.game].prices.contract(known, contract)))


def _contract_priced(w: Words, contract: str, points: str) -> str:
    name = w.term("contract", contract)
    return w.term("worth", "contract", name=name, points=points) if points else name


def contract_about(w: Words, contract: str) -> str:
    """Return what a contract is, in a line. The bids of a class, such as `doi1` and `doi2`, share one."""
    return w.term("contract", f"{contract.rstrip(digits)}.about")


def in_short(w: Words, stake: Stake) -> str:
    """Return what can be won and lost, in a few characters."""
    if stake.won == stake.lost:
        return w.number(stake.won)
    if not stake.won:
        return w("choice.cost", points=w.signed(-stake.lost))
    if not stake.lost:
        return w.signed(stake.won)
    return w("choice.both", won=w.signed(stake.won), lost=w.signed(-stake.lost))


def points_in_words(w: Words, stake: Stake | None) -> str:
    """Return what can be won and lost, in points; `""` without a price."""
    return w("choice.points", count=max(stake), points=in_short(w, stake)) if stake and any(stake) else ""


def points_and_meaning(w: Words, stake: Stake | None, meaning: str) -> str:
    """Return what a statement is worth, if it has a price, and what it means, if that needs to be said."""
    return w("list.about").join(part for part in (points_in_words(w, stake), meaning) if part)


def meaning_of(w: Words, item: str) -> str:
    """Return what an announcement means, in a line, with the card it names; `""` if it explains itself."""
    ident = item_id(item)
    if parameters(item) and w.has_term("meaning_with", ident):
        return w.term("meaning_with", ident, **item_facts(item))
    return w.term("meaning", ident) if w.has_term("meaning", ident) else ""


def in_chips(w: Words, known: Known, item: Item) -> Stake | None:
    """Return what an announcement brings from the pool and costs into it; `None` if it does not touch one."""
    return GAMES[w.game].prices.chips(known, item.id, item.doublings)


def meaning_here(w: Words, known: Known, item: Item) -> str:
    """Return what an announcement means in a deal, and what its side wins from the pool or pays to it."""
    meaning, moved = meaning_of(w, item.id), _moved(w, known, item)
    return w("worth.chips", meaning=meaning, chips=moved) if moved else meaning


def _moved(w: Words, known: Known, item: Item) -> str:
    stake = in_chips(w, known, item)
    return w("choice.both", won=w.signed(stake.won), lost=w.signed(-stake.lost)) if stake else ""


def with_about(w: Words, what: str, points: str, meaning: str) -> str:
    priced = w("now.priced", what=what, points=points) if points else what
    return w("now.about", what=priced, about=meaning) if meaning else priced


class Statement(NamedTuple):
    """An announcement, or the game that has been doubled."""

    item: Item
    seat: Seat | None
    """Who announced it; `None` for the game."""
    what: str
    """The announcement or the game in words, with who doubled it."""


def item_lines(
    w: Words, public: Open, log: Sequence[Move], names: Sequence[str], *, explained: bool = False
) -> list[str]:
    """Return the announcements and doubled items, a line each, with who doubled them.

    An announcement that replaces the game shows the doublings of the game.

    `explained`: whether each announcement shows its worth and its meaning, and a doubled game its worth.
    """
    lines = []
    for each in _statements(w, public, log, names):
        line = _line(w, _heading(w, each), each.seat, each.what, names)
        if explained:
            silent = _is_game(w, each.item) or each.item in Raised.of(public)
            meaning = "" if silent else meaning_here(w, Public(public), each.item)
            line = with_about(w, _priced(w, public, each.item, line), "", meaning)
        lines.append(line)
    return lines


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

    `told`: announcements that are named elsewhere, as `trull@2`; they are left out unless they are doubled.
    `priced`: whether each announcement, and a doubled game, says what it is worth and moves in a pool.
    """
    said: dict[tuple[str, Seat | None], list[str]] = {}
    for each in _statements(w, public, log, names, told):
        what = _priced(w, public, each.item, each.what) if priced else each.what
        if priced and (moved := _moved(w, Public(public), each.item)):
            what = w("worth.pool", what=what, chips=moved)
        said.setdefault((_heading(w, each), each.seat), []).append(what)
    return [_line(w, *whose, w("list.semicolon").join(what), names) for whose, what in said.items()]


def _heading(w: Words, said: Statement) -> str:
    """The term of the line for a statement: hands may be declared, and not announced."""
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
            said.append(Statement(item, item.seat, _raised(w, item, raised, names)))
        elif _is_game(w, item):
            what = _doubled(w, item_in_full(w, str(item), names), doubled, log, names)
            said += [Statement(doubled, None, what)] if doubled.doublings else []
        elif doubled.doublings or str(item) not in told:
            what = _doubled(w, item_in_full(w, item.id, names), doubled, log, names)
            said.append(Statement(item._replace(doublings=doubled.doublings), item.seat, what))
    return said


def _priced(w: Words, public: Open, item: Item, what: str) -> str:
    """An announcement or the doubled game with what it is worth; as it is now, if that has been doubled."""
    points = points_in_words(w, _stake(w, public, item))
    if points and GAMES[w.game].prices.multiplier(item) > 1:
        return w("standing.now_worth", what=what, points=points)
    return with_about(w, what, points, "")


def _stake(w: Words, public: Open, item: Item) -> Stake | None:
    """What an announcement or the game can bring and cost at this moment.

    `None` for what has been raised into another announcement, and for a game that a valat replaces.
    """
    prices, known = GAMES[w.game].prices, Public(public)
    if item in Raised.of(public):
        return None
    if not _is_game(w, item):
        return prices.announced(known, item)
    instead = prices.instead and public.item(prices.instead)
    stake = None if instead else prices.contract(known, public.contract)
    return stake and stake.times(prices.factor(known) * item.factor)


def _is_game(w: Words, item: Item) -> bool:
    return item.seat is None or is_the_contract(w, item.id)


def raised_line(w: Words, item: Item, raised: Raised, names: Sequence[str]) -> str:
    """Return an announcement that another one has raised, with that one's name."""
    return _line(w, "announced", item.seat, _raised(w, item, raised, names), names)


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
