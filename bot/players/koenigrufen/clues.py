"""What tells where hidden cards are in Königrufen, apart from following suit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.games.koenigrufen.tables import BESSERRUFER, BIRDS, KING_ULTIMO, PROTECTED, REMAINING
from bot.players.inference import Inference, above
from bot.players.koenigrufen.playing import called_king, contract_of
from bot.players.search.exchange import of_the_declarer
from bot.players.search.sampling import Clues, played_by
from bot.rules.cards import ALONE, KINGS, NO_CARDS, TAROCK, Cards, union
from bot.rules.layout import Seat


def clues(inference: Inference) -> Iterator[Clues]:
    """Yield what a seat knows, once for each king that may be the remaining one."""
    for each in calls(inference):
        known = replace(each, held=announced(inference, each), lacked={**unbeaten(inference), **each.lacked})
        yield from of_the_declarer(inference, known, PROTECTED)


def calls(inference: Inference) -> Iterator[Clues]:
    """Yield the called kings that are possible; of the remaining king, the declarer had the other three."""
    public, king = inference.public, called_king(inference.view)
    declarer = public.declarer
    if public.called != REMAINING or declarer in {None, inference.seat}:
        yield Clues(called=king)
        return
    out, exposed = KINGS & inference.unseen, KINGS & union(group.cards for group in public.talon)
    if king is not None or exposed or KINGS - out - played_by(public, declarer):
        yield Clues(called=king, held={declarer: out})
        return
    for each in out:
        yield Clues(called=each, held={declarer: out.minus(each)}, lacked={declarer: ALONE[each]})


def announced(inference: Inference, called: Clues) -> dict[Seat, Cards]:
    """Return the cards that seats have by what they announced, if it requires the card in the hand."""
    public, held = inference.public, dict(called.held)
    options = public.options
    if options.get("announce_requires_card") is False:
        return held
    birds = {bird.id: ALONE[bird.card] for bird in BIRDS}
    if called.called is not None and not options.get("king_ultimo_by_declarer"):
        birds[KING_ULTIMO] = ALONE[called.called]
    for item in public.items:
        # A besserrufer's declarer must announce a bird even without its card (8.3).
        free = item.seat == public.declarer and public.contract == BESSERRUFER
        if item.seat is not None and item.id in birds and not free:
            held[item.seat] = held.get(item.seat, NO_CARDS) | birds[item.id]
    return held


def unbeaten(inference: Inference) -> dict[Seat, Cards]:
    """Return the cards that seats lack because they did not win a trick that they had to win if possible."""
    contract = inference.public.contract
    if (
        not contract
        or not contract_of(inference.view).negative
        or inference.public.options.get("kaiserstich")
    ):
        return {}
    lacked = dict.fromkeys(range(inference.public.seats), NO_CARDS)
    for plays in inference.plays:
        for number, (seat, card) in enumerate(plays[1:], 1):
            best = inference.best(plays[:number]).card
            if card < best and card.suit in {best.suit, TAROCK}:
                lacked[seat] |= above(best)
    return lacked
