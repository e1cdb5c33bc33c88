"""House rules that the operator sets with a file: the setting that names the file, the game that reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.errors import WrongSettingError
from bot.files import UnreadableFileError, read_text
from bot.games.royal_tarokk import ROYAL_TAROKK
from bot.games.royal_tarokk.points import OPTION, differing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.settings import Settings


def overrides_from(settings: Settings) -> Mapping[str, Mapping[str, object]]:
    """Return the values that the operator's files change, by game and then by house rule.

    Raises:
        WrongSettingError: a file cannot be read or has invalid content.
    """
    path = settings.royal_points
    if path is None:
        return {}
    try:
        points = differing(read_text(path))
    except UnreadableFileError as error:
        raise WrongSettingError(f"ROYAL_POINTS={path} {error}.") from None
    except ValueError as error:
        raise WrongSettingError(
            f"ROYAL_POINTS={path} {error}; correct that file, or start again from a copy of"
            " bot/games/royal_tarokk/points.toml."
        ) from None
    return {ROYAL_TAROKK.name: {OPTION: points}} if points else {}
