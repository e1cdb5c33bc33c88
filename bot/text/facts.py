"""Facts into terms: the one place where a card's code or a bid's id becomes a word of a language."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from bot.rules.announcing import GAME
from bot.rules.cards import CODES, SUIT, Card, Cards, card
from bot.text.cards import list_cards, long_name, short_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from bot.rules.layout import Seat
    from bot.rules.state import Open
    from bot.text.language import Language

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
"""The placeholders that are given an id, with the kind of term the id is looked up as."""
PLACES: Final = ("first", "second", "third")
"""The placeholders of what an announcement names, in the order in which it names them."""


def in_words(w: Language, name: str, fact: Fact) -> str:
    """A fact as it stands in a sentence of `w`'s language, by its type and its placeholder's name."""
    if isinstance(fact, Card):
        return short_name(w, fact)
    if isinstance(fact, Cards):
        return list_cards(w, fact)
    if isinstance(fact, int):
        return w.number(fact)
    if name in TERMS:
        return w.term(TERMS[name], fact)
    return _SPELLED[name](w, fact) if name in _SPELLED else fact


def item_id(item: str) -> str:
    """An item's id without its announcer's seat and its parameters: `king_ultimo:S@1` is a `king_ultimo`."""
    return item.partition("@")[0].partition(":")[0]


def parameters(item: str) -> tuple[str, ...]:
    """The cards, suits and numbers that an item names behind its colon."""
    return tuple(filter(None, item.partition("@")[0].partition(":")[2].split(",")))


def item_facts(item: str) -> dict[str, Fact]:
    """What an item names, by its place and by what it is: the suit of a `king_ultimo:S@1`, a card."""
    named = parameters(item)
    kinds: dict[str, Fact] = {_kind(each): int(each) if each.isdecimal() else each for each in named}
    return {**kinds, **dict(zip(PLACES, named, strict=False))}


def _kind(parameter: str) -> str:
    kinds = {"suit": parameter in SUIT, "card": parameter in CODES, "count": parameter.isdecimal()}
    return next((kind for kind, is_one in kinds.items() if is_one), "item")


def item_name(w: Language, item: str, announced: Iterable[str] = ()) -> str:
    """What an item is called; the game may bear the name of an announcement that has taken its place."""
    ident = item_id(item)
    replaced = next((other for other in announced if takes_its_place(w, other, ident)), "")
    if replaced:
        return w.term("item", f"{ident}.{item_id(replaced)}")
    return _own_name(w, item.partition("@")[0])


@lru_cache(maxsize=4096)
def _own_name(w: Language, item: str) -> str:
    """An item with all that it names; where something is missing, its bare name and what is given."""
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
    """Whether an item is the contract that is played; some games have an announcement of that name."""
    return item_id(item) == GAME and not w.own("item", GAME)


def takes_its_place(w: Language, announced: str, item: str = GAME) -> bool:
    """Whether an announcement has taken the place of an item, in `w`'s game: the words tell which ones do."""
    return bool(w.own("item", f"{item}.{item_id(announced)}"))


def item_in_full(
    w: Language, item: str, names: Sequence[str], announced: Iterable[str] = (), speaker: Seat | None = None
) -> str:
    """What an item is called, and whose it is: an announcement its announcer's, a game one opponent's."""
    what, seat = item_name(w, item, announced), item.partition("@")[2]
    if not seat:
        return what
    if seat == str(speaker) and item_id(item) != GAME:
        return w("item.own", what=what)
    player = names[int(seat)] if names else w("player.seat", number=int(seat) + 1)
    return w("item.against" if is_the_contract(w, item) else "item.of", what=what, player=player)


def moment(public: Open) -> str:
    """The phase a deal is in, for an offer also whether it is one after the last card."""
    at_end = public.phase == "offer" and public.tricks and not any(public.hand_sizes)
    return f"{public.phase}_at_end" if at_end else public.phase


def rule_number(rule: str) -> str:
    """The number alone of a rule such as `tapp_tarock 8.2`."""
    return rule.rpartition(" ")[2]


def _card(w: Language, code: str) -> str:
    """A card by its code; what is not a card's code stays as somebody typed it."""
    return short_name(w, card(code)) if code in CODES else code


def _parameter(w: Language, word: str) -> str:
    """Something that an announcement names: a card, a suit or a number."""
    return w.term("suit", word) if word in SUIT else _card(w, word)


def _called(w: Language, called: str) -> str:
    """What a partner is called by: a card with its full name, or a phrase."""
    if called in CODES:
        named = card(called)
        return w.term("called", "card", long=long_name(w, named), short=short_name(w, named))
    return w.term("called", called)


_SPELLED: Final[Mapping[str, Callable[[Language, str], str]]] = {
    "called": _called,
    "card": _card,
    "item": item_name,
    **dict.fromkeys(PLACES, _parameter),
    "rule": lambda _, rule: rule_number(rule),
}
