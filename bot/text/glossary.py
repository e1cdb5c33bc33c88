"""The glossary: the terms of each game, in teaching order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.text.facts import item_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.text.words import Words

GLOSSARY: Final[Mapping[str, str]] = {
    "tapp_tarock": (
        "tarock skus mond pagat trull cavalier trick card_points game_points"
        " forehand contract bids hold declarer defender talon discard"
        " announcement kontra pagat_ultimo valat hand_bonus"
    ),
    "koenigrufen": (
        "tarock skus mond pagat trull cavalier trick card_points game_points"
        " forehand mein_spiel contract bids hold declarer calling partner defender negative ouvert trischaken"
        " talon discard announcement kontra bird pagat_ultimo uhu kakadu king_ultimo four_kings xxi_capture"
        " valat doubled_deal"
    ),
    "illustrated_tarokk": (
        "tarock skus pagat honour trull cavalier trick card_points game_points"
        " forehand contract hold invitation yielded_game declarer calling partner defender"
        " talon discard annulling announcement kontra tarokk_count pagat_ultimo uhu king_ultimo centrum"
        " four_kings double_game xxi_capture valat doubling_window hat last_circle"
    ),
    "romanian_tarok": (
        "tarock skus mond pagat trull cavalier trick card_points game_points"
        " forehand annulling contract classes hold declarer calling partner defender"
        " talon discard level surrender announcement kontra tarokk_count pagat_ultimo king_ultimo"
        " king_capture four_kings xxi_capture valat pool michi_michi radler"
    ),
    "romanian_taper": (
        "tarock skus mond pagat trull cavalier trick card_points game_points"
        " forehand annulling contract classes hold declarer defender talon discard level"
        " announcement kontra tarokk_count pagat_ultimo four_kings xxi_capture valat pool radler"
    ),
    "royal_tarokk": (
        "tarock skus pagat honour matador magasito cavalier trick starter catcher attackers"
        " announcement statement superior trophy kontra base_points game_points"
    ),
}
"""The terms explained for each game."""


def glossary_lines(w: Words, announcements: Iterable[str]) -> list[str]:
    """Return the terms of `w`'s game explained, a line each; then its announcements, where explained.

    Args:
        w: the texts, with the terms of the game.
        announcements: the ids of all announcements of the game.
    """
    terms = [w.term("glossary", term) for term in GLOSSARY[w.game].split()]
    items = dict.fromkeys(map(item_id, announcements))
    return terms + [_meaning(w, item) for item in items if w.own("meaning", item)]


def _meaning(w: Words, item: str) -> str:
    return w("words.item", item=item, meaning=w.term("meaning", item))
