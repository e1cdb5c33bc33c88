"""Facts in words: card codes, suit letters and ids become terms of a language here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from bot.rules.announcing import GAME
from bot.rules.cards import CODES, SUIT, Card, Cards, card
from bot.rules.facts import Walk
from bot.rules.layout import Seat
from bot.rules.state import Open
from bot.text.cards import Language, list_cards, long_name, short_name

Fact: TypeAlias = str | int | Cards

TERMS: Final[Mapping[str, str]] = {
    "bid": "contract",
    "contract": "contract",
    "game": "game",
    "half": "half",
    "level": "level",
    "lowest": "contract",
    "standing": "contract",
    "suit": "suit",
    "way": "way",
}
"""The kind of term by which the id of a placeholder is looked up."""
PLACES: Final = ("first", "second", "third")
"""The placeholders of an announcement's parameters, in order."""


class InWords(str):
    """A fact that is in the reader's words already: several things together, for instance."""

    __slots__ = ()


def in_words(w: Language, name: str, fact: Fact) -> str:
    """Return a fact as text for a sentence, by its type and the name of its placeholder."""
    if isinstance(fact, InWords):
        return fact
    if isinstance(fact, Card):
        return short_name(w, fact)
    if isinstance(fact, Cards):
        return list_cards(w, fact)
    if isinstance(fact, int):
        return w.number(fact)
    if name in TERMS:
        return w.term(TERMS[name], fact)
    return _BY_PLACEHOLDER[name](w, fact) if name in _BY_PLACEHOLDER else fact


def item_id(item: str) -> str:
    """Return an item's id without parameters and seat: `king_ultimo` for `king_ultimo:S@1`."""
    return item.partition("@")[0].partition(":")[0]


def parameters(item: str) -> tuple[str, ...]:
    """Return the parameters of an item: the cards, suits and numbers after its colon."""
    return tuple(filter(None, item.partition("@")[0].partition(":")[2].split(",")))


def item_facts(item: str) -> dict[str, Fact]:
    """Return an item's parameters by position and by kind: `first` and `suit` for `king_ultimo:S@1`."""
    named, kinds = parameters(item), dict[str, Fact]()
    for each in named:
        if each.isdecimal():
            kinds["count"] = int(each)
        else:
            kinds["suit" if each in SUIT else "card" if each in CODES else "item"] = each
    return {**kinds, **dict(zip(PLACES, named, strict=False))}


def item_name(w: Language, item: str, announced: Iterable[str] = ()) -> str:
    """Return an item's name. If an announcement replaces the item, the name says so."""
    ident = item_id(item)
    replaced = next((other for other in announced if replaces_item(w, other, ident)), "")
    if replaced:
        return w.term("item", f"{ident}.{item_id(replaced)}")
    return _own_name(w, item.partition("@")[0])


@lru_cache(maxsize=4096)
def _own_name(w: Language, item: str) -> str:
    """An item's name with its parameters; if some are missing, its bare name and the given ones."""
    ident, named = item_id(item), parameters(item)
    forms = [f"{ident}.{count}" for count in range(1, len(PLACES) + 1)]
    own = [form for form in forms if w.own("item", form)]
    if not named or not own:
        return w.term("item", ident, **item_facts(item))
    if forms[len(named) - 1] in own:
        return w.term("item", forms[len(named) - 1], **item_facts(item))
    given = w("list.comma").join(_parameter(w, word) for word in named)
    return w("item.begun", what=w.term("item", ident), named=given)


def is_the_contract(w: Language, item: str) -> bool:
    """Whether an item is the contract itself; some games have an announcement named `game`."""
    return item_id(item) == GAME and not w.own("item", GAME)


def replaces_item(w: Language, announced: str, item: str = GAME) -> bool:
    """Whether an announcement replaces an item in `w`'s game; there is a term for each such pair."""
    return bool(w.own("item", f"{item}.{item_id(announced)}"))


def item_in_full(
    w: Language, item: str, names: Sequence[str], announced: Iterable[str] = (), speaker: Seat | None = None
) -> str:
    """Return an item's name and owner: the announcer, or the opponent a contract is scored against."""
    what, seat = item_name(w, item, announced), item.partition("@")[2]
    if not seat:
        return what
    if seat == str(speaker) and item_id(item) != GAME:
        return w("item.own", what=what)
    player = names[int(seat)] if names else w("player.seat", number=int(seat) + 1)
    return w("item.against" if is_the_contract(w, item) else "item.of", what=what, player=player)


def moment(public: Open) -> str:
    """Return the phase of a deal for a key.

    An offer after the last card has its own, and the talon once all its groups lie open.
    """
    depth = public.fact(Walk)
    if depth is not None and depth.all_open:
        return f"{public.phase}_open"
    at_end = public.phase == "offer" and public.tricks and not any(public.hand_sizes)
    return f"{public.phase}_at_end" if at_end else public.phase


def _card(w: Language, code: str) -> str:
    """A card by its code; other text, as a user may have typed it, is returned unchanged."""
    return short_name(w, card(code)) if code in CODES else code


def _parameter(w: Language, word: str) -> str:
    """A parameter of an announcement: a card, a suit or a number."""
    return w.term("suit", word) if word in SUIT else _card(w, word)


def _called(w: Language, called: str) -> str:
    """A partner call: a card with its full name, or a phrase."""
    if called in CODES:
        named = card(called)
        return w.term("called", "card", long=long_name(w, named), short=short_name(w, named))
    return w.term("called", called)


_BY_PLACEHOLDER: Final[Mapping[str, Callable[[Language, str], str]]] = {
    "called": _called,
    "card": _card,
    "item": item_name,
    **dict.fromkeys(PLACES, _parameter),
    "rule": lambda _, rule: rule.rpartition(" ")[2],
}
