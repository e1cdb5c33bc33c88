"""What tells where hidden cards are in Tapp-Tarock, apart from following suit."""

from __future__ import annotations

from bot.games.tapp_tarock.tables import PAGAT_ULTIMO, PROTECTED
from bot.players.inference import Inference
from bot.players.search.exchange import of_the_declarer
from bot.players.search.sampling import Clues
from bot.rules.cards import ALONE, PAGAT


def clues(inference: Inference) -> tuple[Clues, ...]:
    """What a seat knows of hidden cards apart from following suit: the declarer has an announced pagat."""
    public = inference.public
    pagat = public.item(PAGAT_ULTIMO) is not None and public.declarer is not None
    held = {declarer: ALONE[PAGAT] for declarer in (public.declarer,) if declarer is not None and pagat}
    return of_the_declarer(inference, Clues(held=held), PROTECTED)
